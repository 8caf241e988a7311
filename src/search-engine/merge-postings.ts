import { type Database, readBytes } from './database.ts';
import {
  advance,
  createPostingsWriter,
  openPostings,
  type PackedPostings,
  type PostingsCursor,
  type PostingsWriter,
  viewPostings,
  writeHead,
} from './postings.ts';
import { copyBytes } from './varints.ts';

/** Both together, without the documents of the first at the offsets `gone`; no document may be in both then. */
export function mergePostings(
  old: PackedPostings,
  added: PackedPostings,
  gone: ReadonlySet<number>,
): PackedPostings {
  const writer = createPostingsWriter();
  const kept = openPostings(old);
  const others = openPostings(added);
  const lastGone = Math.max(-1, ...gone);
  while (Number.isFinite(kept.offset) || Number.isFinite(others.offset)) {
    if (gone.has(kept.offset)) {
      advance(kept);
    } else if (kept.offset > others.offset) {
      copyEntry(writer, others);
    } else {
      copyRun(writer, kept, { gone, lastGone, before: others.offset });
    }
  }
  return viewPostings(writer);
}

type RunEnd = {
  readonly gone: ReadonlySet<number>;
  readonly lastGone: number;
  /** The offset of what comes in between; infinite where nothing does. */
  readonly before: number;
};

/** Entries that stay neighbours are copied as they are, but for the first one's distance; behind the last change unread. */
function copyRun(writer: PostingsWriter, cursor: PostingsCursor, { gone, lastGone, before }: RunEnd): void {
  const { documents, positions, countsStart, positionsStart } = cursor;
  writeHead(writer, cursor.offset, cursor.isPlain);
  let documentsEnd = documents.place;
  let positionsEnd = positions.place;
  advance(cursor);
  while (cursor.offset < before && !gone.has(cursor.offset)) {
    const isRest = before === Number.POSITIVE_INFINITY && cursor.offset > lastGone;
    if (isRest) skipRest(cursor);
    writer.offset = cursor.offset;
    documentsEnd = documents.place;
    positionsEnd = positions.place;
    advance(cursor);
  }
  copyBytes(writer.documents, documents.bytes, countsStart, documentsEnd);
  copyBytes(writer.positions, positions.bytes, positionsStart, positionsEnd);
}

function skipRest({ documents, positions }: PostingsCursor): void {
  documents.place = documents.bytes.length;
  positions.place = positions.bytes.length;
}

function copyEntry(writer: PostingsWriter, cursor: PostingsCursor): void {
  const { documents, positions, countsStart, positionsStart } = cursor;
  writeHead(writer, cursor.offset, cursor.isPlain);
  copyBytes(writer.documents, documents.bytes, countsStart, documents.place);
  copyBytes(writer.positions, positions.bytes, positionsStart, positions.place);
  advance(cursor);
}

export const EMPTY_POSTINGS: PackedPostings = { documents: new Uint8Array(0), positions: new Uint8Array(0) };

/** `gone` are the offsets that are no longer the row's; undefined where the block is new and no row can be there. */
export function savePostings(
  index: Database,
  id: number,
  added: PackedPostings,
  gone: ReadonlySet<number> | undefined,
): void {
  const row = gone && index.get('SELECT documents, positions FROM search_postings WHERE id = :id', { id });
  if (row === undefined) {
    index.run('INSERT INTO search_postings (id, documents, positions) VALUES (:id, :documents, :positions)', {
      id,
      ...added,
    });
    return;
  }
  const old = { documents: readBytes(row, 'documents'), positions: readBytes(row, 'positions') };
  const postings = mergePostings(old, added, gone ?? new Set());
  if (areEqual(old.documents, postings.documents) && areEqual(old.positions, postings.positions)) return;
  if (postings.documents.length === 0) {
    index.run('DELETE FROM search_postings WHERE id = :id', { id });
    return;
  }
  index.run('UPDATE search_postings SET documents = :documents, positions = :positions WHERE id = :id', {
    id,
    ...postings,
  });
}

/** Of a post that was edited many words stand where they stood. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
