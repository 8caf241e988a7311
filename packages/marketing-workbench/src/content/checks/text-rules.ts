import { isOwnSegment } from '../../site/addresses.ts';
import { isLegacyPath } from '../../site/paths/legacy-paths.ts';
import { listAllSubcategories, type SiteSettings } from '../../site/settings.ts';
import { isSlug, RESERVED_SLUGS } from '../../site/slugs.ts';
import { type LineFinding, listMessages } from '../content-finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import { findProseLine } from '../markdown/body.ts';
import { countWords } from '../read-time.ts';
import { findLimits, type Limits, type Standard } from '../standard.ts';
import type { TextDocument } from '../texts/text-document.ts';
import type { ValidKeys } from '../texts/text-keys.ts';
import { TEXT_LIMITS } from '../value-limits.ts';
import { countCharacters } from '../yaml.ts';
import { listComparisonProblems } from './comparison-rules.ts';
import { describeCutDescription, describeCutTitle } from './search-results.ts';

/** Applies the rules for one text that depend neither on other texts nor on the time. */
export function listTextProblems(
  document: TextDocument,
  file: string,
  { standard, site }: { readonly standard: Standard | undefined; readonly site: SiteSettings },
): readonly LineFinding[] {
  const limits = findLimits(standard, file);
  return [
    ...[
      checkSlug,
      checkPlace,
      checkLegacyUrl,
      checkDateOrder,
      checkCanonical,
      checkBodyOrRedirect,
    ].flatMap((check) => check(document, site)),
    ...listComparisonProblems(document.body),
    ...checkDescriptions(document, limits),
    // A draft is not held to the standard.
    ...(standard === undefined || document.validKeys.draft === true
      ? []
      : [...checkLength(document, limits), ...checkPhrases(document, standard)]),
  ];
}

function checkSlug(document: TextDocument, site: SiteSettings): readonly LineFinding[] {
  const { slug } = document;
  const isArticle = document.kind === 'article';
  const isSubcategory = listAllSubcategories(site).some((subcategory) => subcategory.slug === slug);
  const isHidden = isArticle && document.subcategory === undefined && isSubcategory;
  return listMessages([
    [
      !isSlug(slug),
      `has the name “${slug}”, which is not a slug; use lower-case letters, digits and single hyphens`,
    ],
    [
      isArticle && RESERVED_SLUGS.has(slug),
      `has the name “${slug}”, which the site reserves; rename it`,
    ],
    [isHidden, `has the name of the subcategory “${slug}”, whose page would hide it; rename it`],
  ]).map((message) => ({ message }));
}

const ADD = 'add it to site.yaml';

/**
 * Checks that the folder of an article is a known category or subcategory, and that a guide or page
 * hides no other page.
 */
function checkPlace(document: TextDocument, site: SiteSettings): readonly LineFinding[] {
  if (document.kind === 'guide' || document.kind === 'page')
    return checkPageName(document.slug, site);
  if (document.kind !== 'article') return [];
  const { category, subcategory } = document;
  const known = site.categories.find(({ slug }) => slug === category);
  if (known === undefined) {
    const names = site.categories.map(({ slug }) => slug);
    const advice = didYouMean(category, names, `${ADD}, or move it to one of ${names.join(', ')}`);
    return [{ message: `is in the unknown category “${category}”; ${advice}` }];
  }
  const names = listAllSubcategories(site).flatMap((one) =>
    one.category === category ? one.slug : [],
  );
  if (subcategory === undefined || names.includes(subcategory)) return [];
  const others = names.length === 0 ? category : `one of ${names.join(', ')}`;
  const advice = didYouMean(subcategory, names, `${ADD}, or move it to ${others}`);
  return [
    { message: `is in “${subcategory}”, which is not a subcategory of ${category}; ${advice}` },
  ];
}

function checkPageName(slug: string, { categories, news }: SiteSettings): readonly LineFinding[] {
  const message = `has the name “${slug}”, whose address is taken by`;
  if (categories.some((category) => category.slug === slug))
    return [{ message: `${message} the category; rename it` }];
  const isTaken = isOwnSegment(slug) || `/${slug}` === news?.path;
  return isTaken ? [{ message: `${message} a page of the site; rename it` }] : [];
}

const LEGACY_URL = 'write the path of the old page, such as /2013/05/old-page.html';

function checkLegacyUrl({
  kind,
  validKeys: { legacyUrl },
  lineOf,
}: TextDocument): readonly LineFinding[] {
  if (kind !== 'legacy' || legacyUrl === undefined || isLegacyPath(legacyUrl)) return [];
  const message = `legacyUrl ${legacyUrl} is not the path of a page; ${LEGACY_URL}`;
  return [{ line: lineOf('legacyUrl'), message }];
}

function checkDateOrder({
  validKeys: { publishedAt, updatedAt },
  lineOf,
}: TextDocument): readonly LineFinding[] {
  if (publishedAt === undefined || updatedAt === undefined) return [];
  if (Date.parse(updatedAt) >= Date.parse(publishedAt)) return [];
  const message = `updatedAt ${updatedAt} is before publishedAt ${publishedAt}; write a later date or leave it out`;
  return [{ line: lineOf('updatedAt'), message }];
}

function checkCanonical({
  validKeys: { canonical, noindex },
  lineOf,
}: TextDocument): readonly LineFinding[] {
  if (canonical === undefined || noindex !== true) return [];
  const message =
    'noindex hides the page from search engines, and canonical sends them on; keep one of the two';
  return [{ line: lineOf('noindex'), message, rule: 'indexing' }];
}

/** Checks that a legacy post has either a body or a redirect, and any other text a body. */
function checkBodyOrRedirect({
  kind,
  body,
  validKeys,
  lineOf,
}: TextDocument): readonly LineFinding[] {
  const isRedirect = kind === 'legacy' && validKeys.redirectTo !== undefined;
  if ((body.text === '') === isRedirect) return [];
  if (isRedirect) {
    const message = 'redirectTo hides the text; keep one of the two';
    return [{ line: lineOf('redirectTo'), message }];
  }
  const advice =
    kind === 'legacy'
      ? 'write one, or a redirectTo in the front matter'
      : 'write it below the front matter';
  return [{ message: `has no text; ${advice}` }];
}

function checkDescriptions(document: TextDocument, limits: Limits): readonly LineFinding[] {
  const { validKeys, lineOf } = document;
  return listKeyLimits(limits).flatMap(({ key, min, max, advice }): readonly LineFinding[] => {
    const text = validKeys[key];
    if (text === undefined) return listMissingDescriptions(document, key, advice);
    const length = countCharacters(text);
    const cut = describeCut(validKeys, key, text);
    if (length >= min && length <= max && cut === undefined) return [];
    const message =
      length < min || length > max ? `has ${length} characters; ${advice}` : cut?.message;
    const short = key === 'metaDescription' && length < min ? 'description-short' : undefined;
    const auditRule = cut?.auditRule ?? short;
    return [{ line: lineOf(key), message: `${key} ${message}`, rule: 'lengths', auditRule }];
  });
}

/**
 * Says how search results cut off the value of a key. A seoTitle takes the place of the title
 * there.
 */
function describeCut({ seoTitle }: ValidKeys, key: string, text: string) {
  if (key === 'metaDescription') return describeCutDescription(text);
  return key === 'seoTitle' || (key === 'title' && seoTitle === undefined)
    ? describeCutTitle(text)
    : undefined;
}

function listKeyLimits({ titleMax, excerptMax, metaDescriptionMin, metaDescriptionMax }: Limits) {
  const range = `${metaDescriptionMin} to ${metaDescriptionMax}`;
  const sentences = `write one or two sentences (at most ${excerptMax} characters)`;
  const result = `write ${range} characters for the search result`;
  return [
    { key: 'title', min: 1, max: titleMax, advice: `write 1 to ${titleMax} characters` },
    { key: 'seoTitle', min: 1, max: TEXT_LIMITS.seoTitle, advice: '' },
    { key: 'excerpt', min: 1, max: excerptMax, advice: sentences },
    { key: 'metaDescription', min: metaDescriptionMin, max: metaDescriptionMax, advice: result },
  ] as const;
}

/**
 * Advises on a missing description of a text that is published. A text with invalid front matter
 * has more urgent problems.
 */
function listMissingDescriptions(
  document: TextDocument,
  key: string,
  advice: string,
): readonly LineFinding[] {
  const { kind, isValid, validKeys, lineOf } = document;
  const { draft = false, redirectTo } = validKeys;
  const isShown = isValid && !draft && redirectTo === undefined;
  if (!isShown || key === 'seoTitle' || (key === 'excerpt' && kind !== 'article')) return [];
  const shown = validKeys.excerpt === undefined ? 'the beginning of the text' : 'the excerpt';
  const message = `${key} is missing, so the site takes ${shown}; ${advice}`;
  const auditRule = key === 'metaDescription' ? 'description-missing' : undefined;
  return [{ line: lineOf(key), message, rule: 'descriptions', auditRule }];
}

function checkLength({ kind, body }: TextDocument, limits: Limits): readonly LineFinding[] {
  const message = kind === 'article' ? describeWrongLength(body.text, limits) : undefined;
  return message === undefined ? [] : [{ message, rule: 'words' }];
}

/**
 * Says how many words an article of the wrong length has. `text` includes headings, tables and
 * captions, but no alt texts.
 */
export function describeWrongLength(
  text: string,
  { wordsMin, wordsMax }: Pick<Limits, 'wordsMin' | 'wordsMax'>,
): string | undefined {
  const words = countWords(text);
  if (words >= wordsMin && words <= wordsMax) return undefined;
  const advice = words < wordsMin ? 'say what is missing' : 'cut it or make it two';
  const range =
    wordsMax === Number.POSITIVE_INFINITY ? `at least ${wordsMin}` : `${wordsMin} to ${wordsMax}`;
  return `has ${words} words; an article has ${range}, so ${advice}`;
}

const SHOWN_KEYS = ['title', 'excerpt', 'metaDescription'] as const;
/**
 * Separates texts. It is neither a letter nor white space, so no phrase is found across two texts.
 */
const SEPARATOR = '\u0000';

function checkPhrases(document: TextDocument, standard: Standard): readonly LineFinding[] {
  const { validKeys, lineOf, body } = document;
  const keys = SHOWN_KEYS.map((key) => ({ line: lineOf(key), text: validKeys[key] ?? '' }));
  const texts = [...keys, ...body.passages];
  // Most phrases occur nowhere: one search over everything rules them out.
  const all = texts.map(({ text }) => text).join(SEPARATOR);
  const found = standard.forbiddenPhrases.filter(({ pattern }) => all.search(pattern) !== -1);
  return texts.flatMap((shown) =>
    found.flatMap(({ reason, pattern }) =>
      [...shown.text.matchAll(pattern)].map(
        ({ 0: phrase, index }): LineFinding => ({
          line: findProseLine(shown, index),
          message: `says “${phrase.replace(/\s+/g, ' ')}”, which ${reason}`,
          rule: 'phrases',
        }),
      ),
    ),
  );
}
