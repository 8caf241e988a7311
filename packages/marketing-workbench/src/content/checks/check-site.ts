import { files, pages } from '../../site/addresses.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import type {
  ContentRecord,
  DraftRecord,
  LegacyPostRecord,
  MediaRecord,
  OwnPageRecord,
  PageDraftRecord,
  PostRecord,
  TextRecord,
} from '../../site/records.ts';
import { enforceRules } from '../advice.ts';
import type { CompiledAuthors } from '../authors.ts';
import type { compileSettings, RedirectRow } from '../compile-settings.ts';
import { createRedirectsRecord } from '../compile-settings.ts';
import {
  type ContentFinding,
  isError,
  placeInFile,
  sortContentFindings,
} from '../content-finding.ts';
import { decodeText, readContentFile } from '../content-folder.ts';
import type { ReadDownloads } from '../downloads.ts';
import type { PicturePlan } from '../images/encode-image.ts';
import { listMediaNames, type MediaSource } from '../images/encode-media.ts';
import type { ReadImages } from '../images/read-images.ts';
import { listShadowing, type ReadPublicFiles } from '../public-files.ts';
import type { TextFile } from '../sort-files.ts';
import type { Standard } from '../standard.ts';
import {
  createPartsReader,
  type KnownText,
  type PartsReader,
  type TextContext,
} from '../texts/compile-texts.ts';
import type { TextCache } from '../texts/text-parts.ts';
import {
  type CheckedPage,
  type CheckedSite,
  createListingPages,
  createSiteFiles,
  createSitePages,
  listAliasRedirects,
  readPublicationTime,
  type SiteText,
} from './checked-site.ts';
import { checkFacts } from './fact-rules.ts';
import { checkRepeatedParagraphs } from './near-duplicates.ts';
import { listSiteProblems } from './site-rules.ts';
import { type SortedErrors, sortErrors } from './sort-errors.ts';

export type TextOutline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<DraftRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<LegacyPostRecord, 'kind' | 'slug' | 'legacyUrl'>
  | Pick<OwnPageRecord, 'kind' | 'slug'>
  | Pick<PageDraftRecord, 'kind' | 'slug'>;

/**
 * Says which texts become records: `drafts` includes drafts, and `all` also texts with problems.
 */
export type WantedTexts = 'published' | 'drafts' | 'all';

export type PublishedText = {
  readonly file: string;
  readonly address: string;
  readonly outline: TextOutline;
  readonly hash: string;
  readonly read: () => TextRecord;
};

/** What is published; the records of media are missing if the compiler does not encode them. */
export type SelectedContent = Pick<LargeCompilation, 'records' | 'media' | 'texts'>;

/** A compilation whose long texts stay in the cache until they are read. */
export type LargeCompilation = SortedErrors & {
  /**
   * The records of the files without an error, except texts. Those of media are missing if the
   * compiler does not encode them, or if a general error prevents publishing.
   */
  readonly records: readonly ContentRecord[];
  /** All pictures and other files that are published, encoded or not. */
  readonly media: readonly Pick<MediaRecord, 'name' | 'type'>[];
  readonly texts: readonly PublishedText[];
  /** Number of texts that are drafts. */
  readonly drafts: number;
  /** All errors: those of single texts, and general ones, which stop publishing. */
  readonly problems: readonly ContentFinding[];
  /** Selects what is published without the texts of these files. */
  readonly select: (leftOut: ReadonlySet<string>) => SelectedContent;
  readonly advice: readonly ContentFinding[];
  readonly standard: Standard | undefined;
};

/** A compilation whose media have not been encoded; `sources` are those of all texts. */
export type CheckedCompilation = LargeCompilation & { readonly sources: readonly MediaSource[] };

type SiteToCheck = {
  readonly name: string;
} & Pick<CheckedSite, 'now' | 'clockTime' | 'isLive'> & {
    /** All files of the folder. */
    readonly listed: ReadonlySet<string>;
    readonly files: readonly TextFile[];
    readonly texts: readonly KnownText[];
    readonly pictures: ReadImages;
    readonly downloads: ReadDownloads;
    readonly publicFiles: ReadPublicFiles;
    readonly authors: CompiledAuthors;
    readonly menuLine: number;
    /** The images that categories show, and all files that the brand shows. */
    readonly look: { readonly images: readonly string[]; readonly media: readonly MediaSource[] };
    /** Covers by the name of their cut. */
    readonly covers: ReadonlyMap<string, PicturePlan>;
    readonly settings: ReturnType<typeof compileSettings>;
    readonly context: TextContext;
    readonly cache: TextCache;
    readonly wanted: WantedTexts;
    /** Problems that were found before the texts were compiled. */
    readonly problems: readonly ContentFinding[];
  };

export function checkSite(site: SiteToCheck): CheckedCompilation {
  const { texts, settings } = site;
  const reader = createPartsReader(site.cache, site.context);
  const documents = texts.flatMap((known): readonly SiteText[] => {
    const { text } = known.facts;
    return text === undefined ? [] : [{ ...known, ...known.place, ...text }];
  });
  const redirects = [...settings.redirects, ...listAliasRedirects(documents, site.context.site)];
  const found = listContentFindings(site, documents, redirects, reader);
  const findings = enforceRules(found, site.context.standard?.enforce);
  const problems = findings.filter(isError);
  const select = createSelection(site, documents, { redirects, reader });
  return {
    ...select(new Set(problems.map(({ file }) => file))),
    ...sortErrors(problems, {
      ...createLinkSources(site),
      documents,
      redirects,
      texts,
      files: site.listed,
      authorPictures: site.authors.pictures,
    }),
    select,
    sources: listSiteMedia(documents.filter(createWantedTest(site)), site),
    drafts: documents.filter(isDraftText).length,
    problems,
    advice: findings.filter((finding) => !isError(finding)),
    standard: site.context.standard,
  };
}

function createLinkSources({ name, context, menuLine }: SiteToCheck) {
  return { folder: name, settings: context.site, menuLine };
}

type SelectionParts = {
  readonly redirects: readonly RedirectRow[];
  readonly reader: PartsReader;
};

function createSelection(
  site: SiteToCheck,
  documents: readonly SiteText[],
  { redirects, reader }: SelectionParts,
): LargeCompilation['select'] {
  const { settings } = site;
  return (leftOut) => {
    const paths = settings.learningPaths.filter(({ file }) => !leftOut.has(file));
    const categories = settings.categories.map((record) => {
      const path = paths.find(
        ({ category }) => record.kind === 'category' && category === record.slug,
      );
      return path === undefined
        ? record
        : { ...record, learningPath: path.steps.map(({ slug }) => slug) };
    });
    const written = documents
      .filter(createWantedTest(site))
      .filter(({ file }) => site.wanted === 'all' || !leftOut.has(file));
    const redirected = createRedirectsRecord(redirects.filter(({ file }) => !leftOut.has(file)));
    return {
      records: [...categories, ...site.authors.records, ...settings.records, ...redirected],
      media: listMediaNames(listSiteMedia(written, site)),
      texts: written.flatMap((text) => describePublishedText(text, reader)),
    };
  };
}

function createWantedTest({ wanted }: SiteToCheck): (text: SiteText) => boolean {
  return (text) => wanted !== 'published' || !isDraftText(text);
}

function listContentFindings(
  site: SiteToCheck,
  documents: readonly SiteText[],
  redirects: readonly RedirectRow[],
  reader: PartsReader,
): readonly ContentFinding[] {
  const pages = createAllPages(documents, site);
  const unreadable = listUnreadable(documents, site);
  return sortContentFindings([
    ...listShadowing(site.publicFiles, pages, redirects),
    ...site.problems,
    ...site.texts.flatMap(({ file, facts }) => placeInFile(file, facts.problems)),
    ...listUnusedImages(site.pictures, [
      ...documents,
      { images: [...site.authors.pictures, ...site.look.images] },
    ]),
    ...listUnusedDownloads(site.downloads, documents),
    ...listSiteProblems({
      folder: site.name,
      now: site.now,
      clockTime: site.clockTime,
      isLive: site.isLive,
      documents,
      unreadable,
      redirects,
      ...createDocumentMaps(documents, redirects),
      pages,
      files: createSiteFiles(documents, site.context.site, listPublishedFiles(documents, site)),
      settings: site.context.site,
      standard: site.context.standard,
      menuLine: site.menuLine,
      learningPaths: site.settings.learningPaths,
      authors: site.authors.slugs,
      downloads: [...site.downloads.downloads.keys()],
    }),
    ...checkFacts({
      readSource: (file) => readSource(site.context.folder, file),
      facts: site.settings.facts,
      documents,
      unreadable,
      clockTime: site.clockTime,
    }),
    ...compareParagraphs(documents, reader, site.cache),
  ]);
}

function readSource(folder: string, file: string): string | undefined {
  const source = readContentFile(folder, file);
  return 'message' in source ? undefined : decodeText(source.bytes);
}

function createAllPages(
  documents: readonly SiteText[],
  site: SiteToCheck,
): ReadonlyMap<string, CheckedPage> {
  return new Map([
    ...listTextPages(site),
    ...createListingPages(documents, site.authors.slugs ?? [], {
      site,
      language: site.context.site.language,
    }),
    ...createSitePages(documents, site.context.site),
  ]);
}

/** Lists the addresses of the files of `public`, and of the media of all texts but drafts. */
function listPublishedFiles(documents: readonly SiteText[], site: SiteToCheck): readonly string[] {
  const media = listSiteMedia(
    documents.filter((text) => !isDraftText(text)),
    site,
  );
  return [
    ...site.publicFiles.files.keys(),
    ...listMediaNames(media).map(({ name }) => files.media(name)),
  ];
}

/**
 * Creates lookups by source, slug and legacy key. Of several documents with one key, the first
 * counts.
 */
function createDocumentMaps(documents: readonly SiteText[], redirects: readonly RedirectRow[]) {
  const [legacy, articles] = ['legacy', 'article'].map((wanted) =>
    documents.filter(({ kind }) => kind === wanted).toReversed(),
  );
  return {
    redirectsBySource: new Map(redirects.toReversed().map((row) => [row.from, row])),
    articles: new Map(articles?.map((document) => [document.slug, document])),
    legacyTexts: new Map(
      legacy?.map((document) => [formatLegacyKey(document.address ?? ''), document]),
    ),
  };
}

function isDraftText({ validKeys }: SiteText): boolean {
  return validKeys.draft === true;
}

function listUnreadable(
  documents: readonly SiteText[],
  { files }: SiteToCheck,
): readonly TextFile['place'][] {
  const read = new Set(documents.map(({ file }) => file));
  return files.flatMap(({ file, place }) => (read.has(file) ? [] : place));
}

/** Lists the addresses of all texts, so that a link to one that can't be read is no problem of its own. */
function listTextPages({
  files,
  texts,
  context,
}: SiteToCheck): readonly (readonly [string, CheckedPage])[] {
  const known = new Map(texts.map(({ file, facts }) => [file, facts.text?.address]));
  return files.flatMap(({ file, place }) => {
    if (place.kind === 'article') return [[pages.article(place, context.site.news), {}] as const];
    if (place.kind !== 'legacy') return [[pages.page(place.slug), {}] as const];
    if (known.get(file) !== undefined) return [];
    const [, legacyUrl] = LEGACY_URL_LINE.exec(readSource(context.folder, file) ?? '') ?? [];
    return legacyUrl === undefined ? [] : [[legacyUrl, {}] as const];
  });
}

/** Matches the old path in front matter that is no valid YAML. */
const LEGACY_URL_LINE = /^legacyUrl:\s*["']?(\/[^\s"']*)/m;

/**
 * Finds repeated paragraphs. If there are none, the next run compares only new texts with the
 * others.
 */
function compareParagraphs(
  documents: readonly SiteText[],
  reader: PartsReader,
  cache: TextCache,
): readonly ContentFinding[] {
  const published = documents.filter((text) => !isDraftText(text));
  const problems = checkRepeatedParagraphs(published, cache.listSettled(), reader);
  if (problems.length === 0) cache.settle(new Set(documents.map(({ key }) => key)));
  return problems;
}

function listUnusedImages(
  { images }: ReadImages,
  documents: readonly Pick<SiteText, 'images' | 'cut'>[],
): readonly ContentFinding[] {
  const used = new Set(
    documents.flatMap(({ images, cut }) => (cut === undefined ? images : [...images, cut.file])),
  );
  return [...images]
    .filter(([file, image]) => image !== undefined && !used.has(file))
    .map(([file]) => {
      const message = /^[^/]+\/categories\//.test(file)
        ? 'is a picture that no category names; name it as `picture` in site.yaml or remove it'
        : 'is an image that no text beside it shows; show it or remove it';
      return { file, message, rule: 'unusedPictures' };
    });
}

function listUnusedDownloads(
  { downloads }: ReadDownloads,
  documents: readonly SiteText[],
): readonly ContentFinding[] {
  const used = new Set(documents.flatMap((text) => text.downloads.map(({ file }) => file)));
  return [...downloads]
    .filter(([file, download]) => download !== undefined && !used.has(file))
    .map(([file]) => {
      const message =
        'is a file that no text beside it offers; name it in `downloads` of one, or remove it';
      return { file, message, rule: 'unusedDownloads' };
    });
}

function listShownMedia(
  texts: readonly Pick<SiteText, 'images' | 'cut' | 'downloads'>[],
  { pictures, covers, downloads }: SiteToCheck,
): readonly MediaSource[] {
  return texts.flatMap((text) => [
    ...text.images.flatMap((file) => pictures.media.get(file) ?? []),
    ...[covers.get(text.cut?.name ?? '') ?? []].flat(),
    ...text.downloads.flatMap(({ file }) => downloads.media.get(file) ?? []),
  ]);
}

function describePublishedText(text: SiteText, reader: PartsReader): readonly PublishedText[] {
  const { place, file, key, hash, address } = text;
  if (!text.hasRecord || address === undefined) return [];
  // `read` keeps only this object in memory: there may be 10,000 texts.
  const keyed = { place, file, key };
  const read = () => {
    const { record } = reader.readWords(keyed);
    if (record === undefined)
      throw new Error(`${file} is no longer in the cache; run the command again`);
    return record;
  };
  return [{ file, address, outline: describeOutline(text), hash, read }];
}

function describeOutline(text: SiteText): TextOutline {
  const { slug } = text;
  if (text.kind === 'guide' || text.kind === 'page')
    return { kind: isDraftText(text) ? 'pageDraft' : 'page', slug };
  if (text.kind === 'legacy') return { kind: 'legacy', slug, legacyUrl: text.address ?? '' };
  const { category, subcategory } = text;
  const kind = isDraftText(text) ? 'draft' : 'post';
  return { kind, slug, category, subcategory, publishedAt: readPublicationTime(text) };
}

/** Lists the media that the texts show, and those of authors, icons and the folder `public`. */
function listSiteMedia(texts: readonly SiteText[], site: SiteToCheck): readonly MediaSource[] {
  const publicMedia = Array.from(site.publicFiles.files.values(), ({ media }) => media);
  return [
    ...listShownMedia(texts, site),
    ...site.authors.media,
    ...site.look.media,
    ...publicMedia,
  ];
}
