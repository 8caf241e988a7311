import type { Database } from '../database.ts';
import { readBytes } from '../rows.ts';
import { mergePostings } from './merge-postings.ts';
import type { PackedPostings } from './postings.ts';

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
