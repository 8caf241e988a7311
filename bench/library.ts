import { DEFAULT_SITE } from '../packages/marketing-workbench/src/site/default-site.ts';
import {
  type ContentRecord,
  type PostRecord,
  recordKey,
} from '../packages/marketing-workbench/src/site/records.ts';
import { listAllSubcategories } from '../packages/marketing-workbench/src/site/settings.ts';
import { openStore } from '../packages/marketing-workbench/src/store/store.ts';
import type { ContentSource } from '../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../packages/marketing-workbench/src/store/sync/sync.ts';
import { createPostRecord, createTaxonomyRecords, NOW } from '../tests/support/records.ts';
import { createProse } from './made-up-prose.ts';

const DAY_MS = 86_400_000;
const WORDS_PER_PARAGRAPH = 100;
const PARAGRAPHS = 7;
const WORDS_PER_TITLE = 8;
const POST = 'post:post-';

/**
 * Writes posts into a data folder: `library <folder> <count>`. Prints the time without generating
 * them.
 */
export async function fillLibrary([dataDir = '', count = '']: readonly string[]): Promise<void> {
  let generatingMs = 0;
  const { createSource } = createLibrarySource(Number(count), (milliseconds) => {
    generatingMs += milliseconds;
  });
  const store = openStore({ dataDir });
  const start = performance.now();
  syncSource(store, createSource(), NOW);
  const seconds = (performance.now() - start - generatingMs) / 1_000;
  store.close();
  console.log(`index build ${seconds.toFixed(1)} s`);
}

/** Generates each post when it is read. */
export function createLibrarySource(
  posts: number,
  onGenerated: (milliseconds: number) => void = () => undefined,
) {
  const taxonomy = createTaxonomyRecords();
  const createSource = createGeneratedSource({
    posts,
    others: taxonomy,
    create: createLibraryPost,
    onGenerated,
  });
  return { taxonomy, createSource };
}

type GeneratedLibrary = {
  readonly posts: number;
  /** All records but the posts. */
  readonly others: readonly ContentRecord[];
  /** Must keep the outline of the post of the library with this number. */
  readonly create: (number: number) => PostRecord;
  readonly onGenerated?: (milliseconds: number) => void;
};

export function createGeneratedSource({
  posts,
  create,
  onGenerated,
  ...records
}: GeneratedLibrary): () => ContentSource {
  const others = new Map(records.others.map((record) => [recordKey(record), record]));
  const keys = Array.from({ length: posts }, (_, number) => `${POST}${number}`);
  const manifest = new Map([...others.keys(), ...keys].map((key) => [key, '1']));
  const numberOf = (key: string) => Number(key.slice(POST.length));
  const generate = (key: string): ContentRecord => {
    const before = performance.now();
    const record = others.get(key) ?? create(numberOf(key));
    onGenerated?.(performance.now() - before);
    return record;
  };
  const outline = (key: string) => {
    const other = others.get(key);
    if (other === undefined) return outlinePost(numberOf(key));
    return other.kind === 'legacy' ? other : [];
  };
  return () => ({
    manifest: () => manifest,
    outlines: (wanted) => wanted.flatMap(outline),
    records: function* (wanted) {
      for (const key of wanted) yield generate(key);
    },
  });
}

export function pickPlace(number: number) {
  const places = listAllSubcategories(DEFAULT_SITE);
  const { category, slug } = places[number % places.length] ?? {
    category: 'seo',
    slug: 'local-seo',
  };
  return { category, subcategory: slug };
}

function outlinePost(number: number) {
  const publishedAt = Date.UTC(2020, 0, 1) + (number % 2_000) * DAY_MS;
  return { kind: 'post', slug: `post-${number}`, ...pickPlace(number), publishedAt } as const;
}

/** Returns a post of made-up words. The same number always gives the same post. */
export function createLibraryPost(number: number): PostRecord {
  const prose = createProse(20261120 + number, number);
  const sentence = (length: number) => `${prose.words(length)}.`;
  const title = sentence(WORDS_PER_TITLE);
  const parts = Array.from({ length: PARAGRAPHS }, (_, place) => ({
    heading: place % 2 === 0 ? sentence(4) : '',
    text: sentence(WORDS_PER_PARAGRAPH),
  }));
  return createPostRecord({
    ...outlinePost(number),
    title,
    metaDescription: '',
    excerpt: sentence(20),
    headings: parts.map(({ heading }) => heading).join('\n'),
    text: parts.map(({ text }) => text).join('\n'),
    content: parts
      .map(
        ({ heading, text }, place) =>
          `${heading && `<h2 id="h${place}">${heading}</h2>`}<p>${text}</p>`,
      )
      .join(''),
  });
}

export function createChangedPost(number: number): PostRecord {
  return { ...createLibraryPost(number + 1_000_000), slug: `post-${number}` };
}
