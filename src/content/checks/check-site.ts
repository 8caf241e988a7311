import type { Guide } from '../../site/guide.ts';
import type { ContentRecord, LegacyPostRecord, PostRecord } from '../../site/records.ts';
import { type ContentProblem, placeInFile, sortProblems } from '../content-problem.ts';
import { createMedia } from '../create-records.ts';
import type { ImageShelf } from '../images/read-images.ts';
import { createRedirectsRecord, listAliases } from '../redirects.ts';
import type { SiteSettings } from '../site-settings.ts';
import type { KnownText, TextSurroundings } from '../texts/compile-texts.ts';
import type { TextRecord } from '../texts/compiled-words.ts';
import { createPartsReader, type PartsReader } from '../texts/parts-reader.ts';
import type { TextCache } from '../texts/text-cache.ts';
import { visibleFrom } from '../visibility.ts';
import { checkDuplicates } from './duplicate-rule.ts';
import { createSitePages } from './site-pages.ts';
import { SITE_RULES } from './site-rules.ts';
import { createSiteText, type SiteText } from './site-text.ts';

/** What is known of a record before its text is read. */
export type TextOutline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<LegacyPostRecord, 'kind' | 'slug'>;

/** An article or a legacy post that is fit to be published. */
export type PublishedText = {
  readonly outline: TextOutline;
  readonly hash: string;
  readonly read: () => TextRecord;
};

/** A compilation whose long texts are left where they are kept until one is asked for. */
export type LargeCompilation = {
  /** Of the files without a problem, all but the texts. They are fit to be published only where there is no problem at all. */
  readonly records: readonly ContentRecord[];
  readonly texts: readonly PublishedText[];
  readonly guides: readonly Guide[];
  /** All of them, sorted by file and line. */
  readonly problems: readonly ContentProblem[];
};

type CompiledSite = {
  readonly name: string;
  readonly now: number;
  readonly texts: readonly KnownText[];
  readonly images: ImageShelf;
  readonly settings: SiteSettings;
  readonly surroundings: TextSurroundings;
  readonly cache: TextCache;
  /** What the cache holds of the pictures. */
  readonly imageKeys: ReadonlySet<string>;
  /** Of all files but the texts. */
  readonly problems: readonly ContentProblem[];
};

type ReadText = { readonly known: KnownText; readonly text: SiteText };

/** Checks what must hold of all texts together, and says what there is to publish. */
export function checkSite(site: CompiledSite): LargeCompilation {
  const { texts, images, settings } = site;
  const reader = createPartsReader(site.cache, site.surroundings);
  const read = texts.flatMap((known): readonly ReadText[] => {
    const { facts, place, file } = known;
    return facts.text === undefined ? [] : [{ known, text: createSiteText(place, file, facts.text) }];
  });
  const documents = read.map(({ text }) => text);
  const redirects = [...settings.redirects, ...listAliases(documents)];
  const problems = sortProblems([
    ...site.problems,
    ...texts.flatMap(({ file, facts }) => placeInFile(file, facts.problems)),
    ...listUnusedImages(images, documents),
    ...checkRules(site, documents, redirects),
    ...compareTexts(read, reader, site),
  ]);
  const unsound = new Set(problems.map(({ file }) => file));
  const sound = read.filter(({ text }) => !unsound.has(text.file));
  const { shelves, synonyms } = settings.createRecords((file) => !unsound.has(file));
  const media = createMedia(sound.flatMap(({ text }) => listPublishedImages(text, images)));
  return {
    records: [...shelves, ...media, ...synonyms, ...createRedirectsRecord(redirects)],
    texts: sound.flatMap((one) => describeText(one, reader)),
    guides: sound.flatMap(({ known, text }) =>
      text.kind === 'guide' ? (reader.readWords(known).guide ?? []) : [],
    ),
    problems,
  };
}

function checkRules(
  { name, now, settings: { learningPaths }, surroundings: { standard } }: CompiledSite,
  documents: readonly SiteText[],
  redirects: SiteSettings['redirects'],
): readonly ContentProblem[] {
  const pages = createSitePages(documents);
  const site = { folder: name, documents, pages, standard, learningPaths, redirects, now };
  return SITE_RULES.flatMap((check) => check(site));
}

/** Where no two texts have a paragraph in common, the next run compares only those that are new then. */
function compareTexts(
  texts: readonly ReadText[],
  reader: PartsReader,
  { cache, imageKeys }: CompiledSite,
): readonly ContentProblem[] {
  const settled = cache.listSettled();
  const published = texts.filter(({ text }) => text.sound.draft !== true);
  const problems = checkDuplicates(
    published.map(({ known }) => reader.compare(known, settled.has(known.key))),
  );
  if (problems.length === 0) cache.settle(new Set([...imageKeys, ...texts.map(({ known }) => known.key)]));
  return problems;
}

function listUnusedImages(images: ImageShelf, documents: readonly SiteText[]): readonly ContentProblem[] {
  const used = new Set(documents.flatMap((document) => document.images));
  return [...images.values()]
    .flatMap((image) => image?.file ?? [])
    .filter((file) => !used.has(file))
    .map((file) => ({ file, message: 'is an image that no text beside it shows; show it or remove it' }));
}

function listPublishedImages({ sound, images }: SiteText, shelf: ImageShelf) {
  return sound.draft === true ? [] : images.flatMap((file) => shelf.get(file) ?? []);
}

function describeText({ known, text }: ReadText, reader: PartsReader): readonly PublishedText[] {
  if (!text.hasRecord || text.kind === 'guide') return [];
  const { slug, file } = text;
  // Nothing more is held by those who wait for the text: there are many.
  const keyed = { place: known.place, file, key: known.key };
  const outline: TextOutline =
    text.kind === 'legacy'
      ? { kind: 'legacy', slug }
      : {
          kind: 'post',
          slug,
          category: text.category,
          subcategory: text.subcategory,
          publishedAt: visibleFrom(text),
        };
  const read = () => {
    const { record } = reader.readWords(keyed);
    if (record === undefined) throw new Error(`${file} has lost its record; run it again`);
    return record;
  };
  return [{ outline, hash: known.hash, read }];
}
