import { readInteger } from '../../search-engine/database.ts';
import { isOfOtherLanguage, saveLanguage } from '../../search-engine/language.ts';
import { BLOCK_SIZE, type SearchDocument } from '../../search-engine/schema.ts';
import { createDocumentWriter, type DocumentWriter } from '../../search-engine/write-documents.ts';
import { type ContentRecord, recordKey } from '../../site/records.ts';
import { type Database, openDatabase } from '../database.ts';
import { breakSeal, isFilledIndex, replaceDamagedIndex, sealIndex } from '../index/index-file.ts';
import { saveSyncTime } from '../index/status.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { listMediaFiles, restoreFiles } from '../media/stored-media.ts';
import { noteLive, settleLive } from '../posts/live.ts';
import type { Store } from '../store.ts';
import { removeFoundPage, writeFoundPage } from './found-page-writer.ts';
import { assignIds, importIds } from './ids.ts';
import { keepAddresses } from './post-addresses.ts';
import {
  countPosts,
  createPostDocument,
  readNames,
  removeRecord,
  writeRecord,
} from './record-writer.ts';
import { listPostsOfRenamed } from './renamed-places.ts';
import {
  type ContentSource,
  compareManifests,
  findSourceLanguage,
  hashManifest,
  isEmptyDifference,
  type Manifest,
  type ManifestDifference,
  parseKey,
  readIndexManifest,
  type SourceOutline,
} from './source.ts';

/**
 * Syncs the index with the source in one transaction, after the files that its rows name are
 * written. Replaces a damaged index and lost files. `now` decides which addresses are public.
 */
export function syncSource(
  store: Store,
  source: ContentSource,
  now: number,
): ManifestDifference & { readonly revision: string } {
  const manifest = source.manifest();
  replaceDamagedIndex(store);
  const language = findSourceLanguage(source, manifest);
  using index = openDatabase(store.indexPath);
  index.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
  // Before the write lock is taken: photographs may be gigabytes.
  keepFiles(store.media, source, compareManifests(readIndexManifest(index), manifest));
  const difference = index.transaction(() => {
    noteLive(store.state, index, now);
    const found = compareManifests(readIndexManifest(index), manifest);
    if (isEmptyDifference(found) && isFilledIndex(index)) return found;
    breakSeal(store.indexPath);
    const sync = { index, state: store.state, media: store.media, source, manifest, now };
    const isReread = language !== undefined && isOfOtherLanguage(index, language);
    if (isReread && isFilledIndex(index))
      store.log(`All texts are indexed again, because the site’s language is now ${language}.`);
    const rewritten = isReread ? listUnchanged(sync, found) : listPostsOfRenamedPlaces(sync, found);
    if (language !== undefined) saveLanguage(index, language);
    writeDifference(sync, found, rewritten);
    return found;
  });
  sealIndex(store.indexPath, index);
  saveSyncTime(store.state, now);
  restoreFiles({ index, media: store.media }, source);
  index.transaction(() => {
    store.media.removeUnnamed(new Set(listMediaFiles(index).map(({ sha256 }) => sha256)), now);
  });
  return { ...difference, revision: hashManifest(manifest) };
}

function keepFiles(
  media: MediaFiles,
  source: ContentSource,
  { added, changed }: ManifestDifference,
): void {
  const keys = [...added, ...changed].filter((key) => parseKey(key).kind === 'media');
  for (const record of source.records(keys)) if (record.kind === 'media') media.keep(record.bytes);
}

type Sync = Pick<Store, 'media'> & {
  readonly index: Database;
  readonly state: Database;
  readonly source: ContentSource;
  readonly manifest: Manifest;
  readonly now: number;
};

/** `rewritten` are unchanged records that must be written again nevertheless. */
function writeDifference(
  sync: Sync,
  difference: ManifestDifference,
  rewritten: readonly string[],
): void {
  const { index, source, manifest } = sync;
  const { added, removed } = difference;
  const changed = [...difference.changed, ...rewritten];
  const keys = [...added, ...changed];
  const ids = keepState(sync, source.outlines(keys), removed);
  const old = [...changed, ...removed];
  const oldByBatch = Map.groupBy(findPostIds(index, old), batchOf);
  // The first batch removes all pages: a later one may reuse their ids.
  oldByBatch.set(
    WITHOUT_ID_BATCH,
    old.flatMap((key) => removeFoundPage(index, parseKey(key)) ?? []),
  );
  for (const key of old) {
    removeRecord(index, key);
    index.run('DELETE FROM manifest WHERE key = :key', { key });
  }
  const keysByBatch = Map.groupBy(keys, (key) => batchOf(ids.get(key) ?? WITHOUT_ID));
  const documents = createDocumentWriter(index);
  // Categories come first: posts are also found by their names.
  for (const batch of new Set([WITHOUT_ID_BATCH, ...oldByBatch.keys(), ...keysByBatch.keys()])) {
    const records = listRecords(source, keysByBatch.get(batch) ?? []);
    writeBatch(sync, records, { ids, documents, removed: oldByBatch.get(batch) ?? [] });
  }
  documents.finish();
  settleLive(sync.state, index, sync.now);
  countPosts(index);
  index.run('UPDATE meta SET revision = :revision', { revision: hashManifest(manifest) });
}

/** Unchanged posts with a renamed category or subcategory, as far as the source returns them. */
function listPostsOfRenamedPlaces(
  { index, source }: Sync,
  { changed }: ManifestDifference,
): readonly string[] {
  const places = changed.filter((key) => ['category', 'subcategory'].includes(parseKey(key).kind));
  const others = new Set(changed);
  const posts = listPostsOfRenamed(index, source.records(places)).filter((key) => !others.has(key));
  return source.outlines(posts).map(recordKey);
}

/**
 * Lists all records that did not change, as far as the source returns them. A record that it
 * refuses stays but is not found.
 */
function listUnchanged(
  { source, manifest }: Sync,
  { added, changed }: ManifestDifference,
): readonly string[] {
  const others = new Set([...added, ...changed]);
  return Array.from(
    source.records([...manifest.keys()].filter((key) => !others.has(key))),
    recordKey,
  );
}

const WITHOUT_ID = -1;

/**
 * Numbers the batches: one for each block of the search index, and one for records without an id.
 */
function batchOf(id: number): number {
  return Math.floor(id / BLOCK_SIZE);
}

const WITHOUT_ID_BATCH = batchOf(WITHOUT_ID);

type DocumentBatch = {
  readonly ids: ReadonlyMap<string, number>;
  readonly documents: DocumentWriter;
  readonly removed: readonly number[];
};

/** Keeps only the search documents of a batch in memory. */
function writeBatch(
  { index, media, manifest }: Sync,
  records: Iterable<ContentRecord>,
  { ids, documents, removed }: DocumentBatch,
): void {
  const written: SearchDocument[] = [];
  const names = readNames(index);
  for (const record of records) {
    const key = recordKey(record);
    if (record.kind === 'media' && !media.isThere(record.bytes)) media.keep(record.bytes);
    writeRecord(index, record, ids);
    index.run('INSERT INTO manifest (key, hash) VALUES (:key, :hash)', {
      key,
      hash: manifest.get(key) ?? null,
    });
    const document =
      record.kind === 'post'
        ? createPostDocument(record, ids.get(key) ?? 0, names)
        : writeFoundPage(index, record);
    if (document !== undefined) written.push(document);
  }
  documents.write({ removed, written });
}

function listPostSlugs(keys: readonly string[]): readonly string[] {
  return keys.map(parseKey).flatMap(({ kind, name }) => (kind === 'post' ? name : []));
}

function findPostIds(index: Database, keys: readonly string[]): number[] {
  return listPostSlugs(keys).flatMap((slug) => {
    const row = index.get('SELECT id FROM posts WHERE slug = :slug', { slug });
    return row === undefined ? [] : readInteger(row, 'id');
  });
}

/** Writes the state before the index relies on it; idempotent after a kill. */
function keepState(
  { index, state, source, now }: Sync,
  outlines: readonly SourceOutline[],
  removed: readonly string[],
): ReadonlyMap<string, number> {
  const written = outlines.filter((record) => record.kind === 'post');
  keepAddresses(state, { written, removed: listPostSlugs(removed) }, now);
  if (source.ids !== undefined) return importIds(state, source.ids);
  return assignIds(state, outlines, (kind) => {
    const table = kind === 'post' ? 'posts' : 'legacy_posts';
    return readInteger(index.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`), 'id');
  });
}

/** Throws at the end if one is missing. */
function* listRecords(
  source: Pick<ContentSource, 'records'>,
  keys: readonly string[],
): Generator<ContentRecord, undefined> {
  const missing = new Set(keys);
  for (const record of source.records(keys)) if (missing.delete(recordKey(record))) yield record;
  if (missing.size > 0)
    throw new Error(`The source lists ${[...missing].join(', ')} but does not return the record.`);
}
