import type {
  LargeCompilation,
  SelectedContent,
  TextOutline,
} from '../content/checks/check-site.ts';
import type { TextWithErrors } from '../content/checks/sort-errors.ts';
import { checkHtml } from '../content/markdown/check-html.ts';
import { pages } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import { formatLegacyKey } from '../site/paths/legacy-paths.ts';
import { type ContentRecord, recordKey } from '../site/records.ts';
import type { News } from '../site/settings.ts';
import { checkRow } from '../store/postgres/check-row.ts';
import { type ContentSource, type Manifest, parseKey } from '../store/sync/source.ts';
import type { StoredContent, StoredText } from '../store/sync/stored-content.ts';
import { createFolderSource } from './folder-source.ts';
import { addRedirectRules } from './vanished-addresses.ts';

/** Begins the line that names the texts with errors. */
export const HELD_BACK = 'HELD BACK until corrected';

/** What is published of a folder, of which some texts have errors. */
export type HeldBackContent = SelectedContent & {
  /** Outlines of the new texts, and of those whose last published version stays. */
  readonly outlines: readonly TextOutline[];
  /** Slugs of articles that are held back, and of which no version is there. */
  readonly awaited: ReadonlySet<string>;
  /** Creates a source of these records in place of `records`, and of all texts. */
  readonly createSource: (records: readonly ContentRecord[]) => ContentSource;
  /** Say what happens to the texts with errors. */
  readonly lines: readonly string[];
};

/** The version of a text that is published, and the address where readers find it. */
type Version = {
  readonly text: StoredText;
  readonly outline: TextOutline;
  /** Undefined for a draft. */
  readonly address: string | undefined;
};

type HeldBackText = TextWithErrors & {
  /** Undefined if no version is published, or if another text now has its key. */
  readonly version?: Version | undefined;
  /** Why the published version can't stay. */
  readonly reason?: string | undefined;
};

/**
 * Leaves out each text with an error, and keeps the version of it that is published, with its
 * pictures, downloads and aliases. Of two texts that clash, the one is kept that has not changed
 * since it was published, or else the one that is published at its address.
 */
export function keepPublishedVersions(
  { records, faultyTexts, select }: Pick<LargeCompilation, 'records' | 'faultyTexts' | 'select'>,
  stored: StoredContent,
): HeldBackContent {
  const { news } = findSettings(records);
  const published = new Map(stored.texts.map((text) => [text.key, describeVersion(text, news)]));
  const isHeldBack = createHeldBackTest(faultyTexts, published, stored.manifest);
  const left = faultyTexts.filter(isHeldBack);
  const selected = select(new Set(left.map(({ file }) => file)));
  const heldBack = findVersions(left, selected, published);
  const versions = [
    ...new Set(heldBack.flatMap(({ version, reason }) => (reason ? [] : (version ?? [])))),
  ];
  const kept = [
    ...versions.map(({ text }) => text.key),
    ...listKeptMedia(selected.records, versions, stored.manifest),
  ];
  const hashes = new Map(kept.map((key) => [key, stored.manifest.get(key) ?? '']));
  const missing = heldBack.filter(({ version }) => version === undefined);
  return {
    records: keepAliases(selected, versions, stored),
    media: selected.media,
    texts: selected.texts,
    outlines: [...selected.texts, ...versions].map(({ outline }) => outline),
    awaited: new Set(missing.flatMap(({ keys }) => listArticleSlugs(keys))),
    createSource: (all) => addVersions(createFolderSource(selected, all), versions, hashes),
    lines: describeHeldBack(heldBack),
  };
}

/** Reads what is published of the text; the fields of another program may be anything. */
function describeVersion(text: StoredText, news: News | undefined): Version {
  const { kind, fields } = text;
  const { name: slug } = parseKey(text.key);
  if (kind === 'legacy') {
    const legacyUrl = String(fields.legacyUrl);
    return { text, outline: { kind, slug, legacyUrl }, address: legacyUrl };
  }
  if (kind === 'page' || kind === 'pageDraft') {
    const address = kind === 'page' ? pages.page(slug) : undefined;
    return { text, outline: { kind, slug }, address };
  }
  const place = {
    slug,
    category: String(fields.category),
    ...(typeof fields.subcategory === 'string' && { subcategory: fields.subcategory }),
  };
  const publishedAt = Number(fields.publishedAt);
  if (kind === 'draft')
    return { text, outline: { kind, ...place, publishedAt }, address: undefined };
  const outline = { kind: 'post' as const, ...place, publishedAt };
  return { text, outline, address: pages.article(place, news) };
}

/**
 * Creates a test whether a text is left out: if it has an error of its own, or if it clashes with a
 * text that has no weaker claim.
 *
 * | claim | the text |
 * |---|---|
 * | 3 | is published as it is now |
 * | 2 | is published in another version, at the same address |
 * | 1 | is new or has moved |
 * | 0 | is new or has moved, and has an error of its own |
 */
function createHeldBackTest(
  faultyTexts: readonly TextWithErrors[],
  published: ReadonlyMap<string, Version>,
  manifest: Manifest,
): (text: TextWithErrors) => boolean {
  const rank = ({ keys, hash, address, isWrong }: TextWithErrors) => {
    if (hash !== '' && keys.some((key) => manifest.get(key) === hash)) return 3;
    const isPlaced = (key: string) => published.has(key) && published.get(key)?.address === address;
    if (keys.some(isPlaced)) return 2;
    return isWrong ? 0 : 1;
  };
  const claims = new Map(faultyTexts.map((text) => [text.file, rank(text)]));
  return ({ file, isWrong, clashesWith }) =>
    isWrong || clashesWith.some((other) => (claims.get(other) ?? 0) >= (claims.get(file) ?? 0));
}

function findVersions(
  texts: readonly TextWithErrors[],
  selected: SelectedContent,
  published: ReadonlyMap<string, Version>,
): readonly HeldBackText[] {
  const taken = new Set(selected.texts.map(({ outline }) => recordKey(outline)));
  const findReason = createReasonFinder(selected);
  return texts.map((text) => {
    const key = text.keys.find((one) => published.has(one) && !taken.has(one));
    const version = key === undefined ? undefined : published.get(key);
    return { ...text, version, reason: version && findReason(version) };
  });
}

/** Creates a function that says why a published version can't stay beside the new content. */
function createReasonFinder({
  records,
  texts,
}: SelectedContent): (version: Version) => string | undefined {
  const { news } = findSettings(records);
  const places = new Set(records.map(findSectionPath));
  const sections = records.flatMap((record) => {
    if (record.kind === 'category') return [pages.category(record.slug)];
    return record.kind === 'subcategory' ? [pages.subcategory(record, news)] : [];
  });
  const addresses = [...sections, ...texts.map(({ address }) => address)];
  const taken = new Set(addresses.map(formatLegacyKey));
  return ({ outline, address }) => {
    if ('category' in outline) {
      const { category, subcategory } = outline;
      if (!places.has(category)) return `its category “${category}” is gone`;
      if (subcategory !== undefined && !places.has(`${category}/${subcategory}`))
        return `its subcategory “${subcategory}” is gone`;
    }
    const isTaken = address !== undefined && taken.has(formatLegacyKey(address));
    return isTaken ? `${address} is now another page` : undefined;
  };
}

function findSectionPath(record: ContentRecord): string | undefined {
  if (record.kind === 'category') return record.slug;
  return record.kind === 'subcategory' ? `${record.category}/${record.slug}` : undefined;
}

/** Lists the keys of pictures and downloads that only the kept versions name. */
function listKeptMedia(
  records: readonly ContentRecord[],
  versions: readonly Version[],
  manifest: Manifest,
): readonly string[] {
  if (versions.length === 0) return [];
  const present = new Set(records.map(recordKey));
  const words = versions.map(({ text }) => JSON.stringify(text.fields)).join('\n');
  return [...manifest.keys()].filter((key) => {
    const { kind, name } = parseKey(key);
    return kind === 'media' && !present.has(key) && words.includes(name);
  });
}

/** Adds the published redirects to the kept versions, from addresses that nothing else has. */
function keepAliases(
  { records, texts }: SelectedContent,
  versions: readonly Version[],
  { redirects }: StoredContent,
): readonly ContentRecord[] {
  const kept = new Set(versions.map(({ address }) => address));
  const taken = new Set([
    ...records.flatMap((record) =>
      record.kind === 'redirects' ? record.redirects.map(({ from }) => from) : [],
    ),
    ...texts.map(({ address }) => address),
  ]);
  const rules = redirects.filter(
    ({ from, to }) => to !== undefined && kept.has(to) && !taken.has(from),
  );
  return addRedirectRules(records, rules);
}

/** Adds the published versions to a source. Their rows stay, unless the index writes them again. */
function addVersions(
  source: ContentSource,
  versions: readonly Version[],
  hashes: Manifest,
): ContentSource {
  const kept = new Map(versions.map((version) => [version.text.key, version]));
  return {
    manifest: () => new Map([...source.manifest(), ...hashes]),
    outlines: (keys) => [
      ...source.outlines(keys),
      ...keys.flatMap((key) => {
        const { outline } = kept.get(key) ?? {};
        return outline?.kind === 'post' || outline?.kind === 'legacy' ? outline : [];
      }),
    ],
    records: function* (keys) {
      yield* source.records(keys);
      for (const key of keys) {
        const { text } = kept.get(key) ?? {};
        const check = text && checkRow(key, text.kind, text.fields, checkHtml);
        if (check?.kind === 'good') yield check.record;
      }
    },
  };
}

function listArticleSlugs(keys: readonly string[]): readonly string[] {
  return keys.map(parseKey).flatMap(({ kind, name }) => (kind === 'post' ? name : []));
}

/** Names the texts that are held back, and the places of links that lead nowhere meanwhile. */
function describeHeldBack(texts: readonly HeldBackText[]): readonly string[] {
  if (texts.length === 0) return [];
  const files = new Set(texts.map(({ file }) => file));
  const isAbsent = ({ version, reason }: HeldBackText) =>
    version === undefined || reason !== undefined;
  const links = texts
    .filter(isAbsent)
    .flatMap(({ file, address, linkedFrom }) =>
      linkedFrom
        .filter((link) => !files.has(link.file))
        .map(
          (link) =>
            `${link.file}:${link.line} leads to ${address}, which answers 404 until ${file} is corrected`,
        ),
    );
  const named = texts.map((text) => `${text.file} (${describeOutcome(text)})`);
  return [...links, `${HELD_BACK}: ${named.join(', ')}.`];
}

function describeOutcome({ version, reason }: HeldBackText): string {
  if (version === undefined) return 'not published yet';
  return reason === undefined ? 'its last version stays' : `left out, because ${reason}`;
}
