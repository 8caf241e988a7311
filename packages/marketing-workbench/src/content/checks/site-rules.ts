import path from 'node:path';
import { createSlug } from '../../site/create-slug.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import type { SiteSettings } from '../../site/settings.ts';
import { formatLocalDay } from '../../site/time/time-zones.ts';
import type { LearningPath } from '../compile-settings.ts';
import type { ContentFinding } from '../content-finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import { findLimits } from '../standard.ts';
import {
  type CheckedSite,
  createSitePages,
  isInSearchResults,
  isPublished,
  readPublicationTime,
  type SiteText,
} from './checked-site.ts';
import { checkDates } from './date-rules.ts';
import {
  checkLegacyRedirects,
  checkLinks,
  checkMenu,
  checkRedirectRows,
  withoutQuery,
} from './link-rules.ts';

/** Applies all rules for the whole site except near-duplicate paragraphs (`near-duplicates.ts`). */
export function listSiteProblems(site: CheckedSite): readonly ContentFinding[] {
  return [
    checkUniqueness,
    checkLegacyPaths,
    checkLinks,
    checkLegacyRedirects,
    checkRedirectRows,
    checkMenu,
    checkLearningPaths,
    checkArticleLinks,
    checkOrphans,
    checkDates,
    checkTags,
    checkAuthorSlugs,
    checkDownloads,
  ].flatMap((check) => check(site));
}

/**
 * Keys that no two texts should share. Two texts with the same address hide each other; other
 * repeats only confuse readers.
 */
const UNIQUE_KEYS = [
  ['title', 'repeats', 'title-duplicate'],
  ['seoTitle', 'repeats', 'title-duplicate'],
  ['excerpt', 'repeats', undefined],
  ['metaDescription', 'repeats', 'description-duplicate'],
  ['legacyUrl', undefined, undefined],
] as const;

function checkUniqueness(site: CheckedSite): readonly ContentFinding[] {
  const { documents } = site;
  const isShown = (text: SiteText) => isInSearchResults(text, site);
  // A text that results show is never called a repeat of one that is hidden.
  const shownFirst = [...documents.filter(isShown), ...documents.filter((text) => !isShown(text))];
  const articles = documents.filter(({ kind }) => kind === 'article');
  const ownPages = documents.filter(({ kind }) => kind === 'guide' || kind === 'page');
  const legacy = documents.filter(({ kind }) => kind === 'legacy');
  const slugRepeats = [articles, legacy].flatMap((texts) => listRepeats(texts, ({ slug }) => slug));
  return [
    ...slugRepeats.map(({ item, first }) => ({
      file: item.file,
      message: `has the slug “${item.slug}”, and so has ${first.file}; rename one of the two`,
      clashesWith: first.file,
    })),
    ...listRepeats(ownPages, ({ address }) => address).map(({ item, first }) => ({
      file: item.file,
      message: `has the address ${item.address}, and so has ${first.file}; rename one of the two`,
      clashesWith: first.file,
    })),
    ...[articles, ownPages].flatMap(checkFeedIds),
    ...UNIQUE_KEYS.flatMap(([key, rule, auditRule]) =>
      listRepeats(auditRule === undefined ? documents : shownFirst, ({ validKeys }) =>
        foldUniqueValue(key, validKeys[key]),
      ).map(({ item, first }) => ({
        file: item.file,
        line: item.lines[key] ?? 1,
        message: `${key} is the same as in ${first.file}; give each its own`,
        clashesWith: first.file,
        rule,
        auditRule: isShown(item) && isShown(first) ? auditRule : undefined,
      })),
    ),
  ];
}

/** Finds a text that has the slug, or the `feedId`, by which feed readers know another text. */
function checkFeedIds(texts: readonly SiteText[]): readonly ContentFinding[] {
  const findId = ({ slug, validKeys: { feedId } }: SiteText) => feedId ?? slug;
  // Equal slugs are a finding of their own.
  const repeats = listRepeats(texts, findId).filter(({ item, first }) => item.slug !== first.slug);
  return repeats.map(({ item, first }) => {
    const [known, other] = first.slug === findId(first) ? [item, first] : [first, item];
    return {
      file: other.file,
      line: other.lines.feedId ?? 1,
      message: `has the id “${findId(other)}” in feeds, and so has ${known.file}; rename this text, or give it a feedId that no other text has`,
      clashesWith: known.file,
    };
  });
}

function foldUniqueValue(
  key: (typeof UNIQUE_KEYS)[number][0],
  value: string | undefined,
): string | undefined {
  return value === undefined || key !== 'legacyUrl' ? value?.toLowerCase() : formatLegacyKey(value);
}

/** Finds legacy posts whose address is that of another page, which they would hide. */
function checkLegacyPaths({ documents, settings }: CheckedSite): readonly ContentFinding[] {
  const others = documents.filter(({ kind }) => kind !== 'legacy');
  const taken = new Map(
    Array.from(createSitePages(others, settings), ([path, page]) => [formatLegacyKey(path), page]),
  );
  return documents.flatMap(({ kind, file, address, lines }) => {
    const page = address === undefined ? undefined : taken.get(formatLegacyKey(address));
    if (kind !== 'legacy' || page === undefined) return [];
    const message = `legacyUrl ${address} is the address of another page; remove one of the two`;
    return [{ file, line: lines.legacyUrl ?? 1, message, clashesWith: page.document?.file }];
  });
}

/** Returns the second and further items of each value, with the first one. */
export function listRepeats<Item>(
  items: readonly Item[],
  findValue: (item: Item) => string | undefined,
): readonly { readonly item: Item; readonly first: Item }[] {
  const valued = items.filter((item) => findValue(item) !== undefined);
  return [...Map.groupBy(valued, findValue).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((item) => ({ item, first })),
  );
}

function checkAuthorSlugs({ documents, authors }: CheckedSite): readonly ContentFinding[] {
  if (authors === undefined) return [];
  return documents.flatMap(({ file, validKeys: { author = [] }, lines }) =>
    author
      .filter((slug) => !authors.includes(slug))
      .map((slug) => {
        const advice = didYouMean(slug, authors, 'add it there, or leave the key out');
        return {
          file,
          line: lines.author ?? 1,
          message: `author ${slug} is not in authors.yaml; ${advice}`,
        };
      }),
  );
}

function checkDownloads({ documents, downloads }: CheckedSite): readonly ContentFinding[] {
  return documents.flatMap((document) =>
    document.downloads.flatMap(({ file, line }, index) => {
      const folder = `${path.posix.dirname(file)}/`;
      const name = path.posix.basename(file);
      const isRepeat = document.downloads.findIndex((other) => other.file === file) < index;
      const problem = isRepeat ? 'is in the list already; remove it' : undefined;
      if (problem === undefined && downloads.includes(file)) return [];
      const beside = downloads
        .filter((one) => one.startsWith(folder))
        .map((one) => one.slice(folder.length));
      const missing = () => `is missing; ${didYouMean(name, beside, 'save it beside the text')}`;
      return [{ file: document.file, line, message: `download ${name} ${problem ?? missing()}` }];
    }),
  );
}

function checkLearningPaths(site: CheckedSite): readonly ContentFinding[] {
  return site.learningPaths.flatMap((path) =>
    path.steps.flatMap(({ slug, line }, index) => {
      const isRepeat = path.steps.findIndex((step) => step.slug === slug) < index;
      const problem = isRepeat
        ? 'is in this path already; remove it'
        : findStepProblem(slug, path, site);
      return problem === undefined
        ? []
        : [{ file: path.file, line, message: `${slug} ${problem}` }];
    }),
  );
}

function findStepProblem(
  slug: string,
  { category }: LearningPath,
  site: CheckedSite,
): string | undefined {
  const { documents } = site;
  const articles = documents.filter(
    (document) => document.kind === 'article' && document.slug === slug,
  );
  const article = articles.find((one) => one.kind === 'article' && one.category === category);
  if (article === undefined) {
    if (
      site.unreadable.some(
        (one) => 'category' in one && one.category === category && one.slug === slug,
      )
    )
      return undefined;
    const [elsewhere] = articles;
    const advice = `write the slug of one in articles/${category}`;
    if (elsewhere !== undefined)
      return `is ${elsewhere.file}, which is not in ${category}; ${advice}`;
    const inCategory = documents.filter(
      (one) => one.kind === 'article' && one.category === category,
    );
    return `is not an article; ${didYouMean(
      slug,
      inCategory.map((one) => one.slug),
      advice,
    )}`;
  }
  if (article.validKeys.draft === true) return 'is a draft; publish it or take it out of the path';
  if (isPublished(article, site)) return undefined;
  const date = formatLocalDay(readPublicationTime(article), site.settings.timeZone);
  return `is not published before ${date}; take it out of the path until then`;
}

/**
 * Checks that each article links to as many others as the standard demands; two links to the same
 * one count once.
 */
function checkArticleLinks(site: CheckedSite): readonly ContentFinding[] {
  return site.documents.flatMap((document): ContentFinding[] => {
    if (document.kind !== 'article' || document.validKeys.draft === true) return [];
    const min = findLimits(site.standard, document.file).articleLinksMin;
    const { size } = listLinkedArticles(document, site);
    if (size >= min) return [];
    const found = `links to ${size} other ${size === 1 ? 'article' : 'articles'}`;
    const message = `${found}; link to at least ${min} where they help`;
    return [{ file: document.file, message, rule: 'articleLinks' }];
  });
}

/**
 * Finds published articles that neither a published text nor the menu links to, if there is a
 * standard. Scheduled articles can't be linked to yet.
 */
function checkOrphans(site: CheckedSite): readonly ContentFinding[] {
  if (site.standard === undefined) return [];
  const published = site.documents.filter((text) => isPublished(text, site));
  const linked = listLinkedAddresses(published, site.settings, ({ links }) =>
    links.map(({ href }) => withoutQuery(href)),
  );
  return published
    .filter(({ kind, address = '' }) => kind === 'article' && !linked.has(address))
    .map(({ file, address = '' }) => ({ file, message: describeOrphan(address), rule: 'orphans' }));
}

/** Lists the addresses that the menu, or a text with another address, links to. */
export function listLinkedAddresses<Text extends { readonly address?: string | undefined }>(
  texts: readonly Text[],
  { navigation }: Pick<SiteSettings, 'navigation'>,
  listTargets: (text: Text) => readonly string[],
): ReadonlySet<string> {
  const menu = navigation.flatMap((entry) => [entry, ...entry.links]).map(({ to }) => to);
  const targets = texts.flatMap((text) =>
    listTargets(text).filter((target) => target !== text.address),
  );
  return new Set([...menu, ...targets]);
}

export function describeOrphan(address: string): string {
  return `has no link from another text; link to ${address} from one where it helps`;
}

function listLinkedArticles(
  { address, links }: SiteText,
  { pages }: CheckedSite,
): ReadonlySet<SiteText> {
  const targets = links.flatMap(({ href }) => pages.get(withoutQuery(href))?.document ?? []);
  return new Set(
    targets.filter((target) => target.kind === 'article' && target.address !== address),
  );
}

/**
 * Finds different spellings of one tag. Tags with the same slug are one tag, and are written the
 * same way everywhere.
 */
function checkTags({ documents, settings }: CheckedSite): readonly ContentFinding[] {
  const tags = documents.flatMap(({ file, tagLines, validKeys }) =>
    (validKeys.tags ?? []).map((name, index) => ({ file, name, line: tagLines[index] ?? 1 })),
  );
  return [...Map.groupBy(tags, ({ name }) => createSlug(name, settings.language)).values()].flatMap(
    ([first, ...others]) => {
      const files = new Set([first?.file]);
      return others.flatMap(({ file, name, line }): ContentFinding[] => {
        const isRepeat = files.has(file);
        files.add(file);
        if (isRepeat)
          return [{ file, line, message: `tag “${name}” is in the list already; remove it` }];
        if (first === undefined || name === first.name) return [];
        const message = `tag “${name}” is “${first.name}” in ${first.file}; write it the same way in both`;
        return [{ file, line, message, clashesWith: first.file }];
      });
    },
  );
}
