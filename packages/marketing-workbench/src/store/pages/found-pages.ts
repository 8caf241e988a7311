import { readInteger, readText } from '../../search-engine/database.ts';
import type { FoundPage } from '../../site/entities.ts';
import type { Reader } from '../database.ts';
import type { Store } from '../store.ts';

/**
 * In the search index the documents of own pages, authors and legacy posts have ids from this on;
 * those below are of posts. It begins a block of the index, so that the slots of pages follow those
 * of all posts.
 */
export const FOUND_PAGE_ID_MIN = 2 ** 30;

/** Returns the id of the page in the search index. */
export function findPageDocument(index: Pick<Reader, 'get'>, path: string): number | undefined {
  const row = index.get('SELECT id FROM found_pages WHERE path = :path', { path });
  return row && FOUND_PAGE_ID_MIN + readInteger(row, 'id');
}

/** Reads a page by its id in the search index. */
export function readFoundPage({ index }: Store, document: number): FoundPage | undefined {
  const row = index.get('SELECT path, title, description FROM found_pages WHERE id = :id', {
    id: document - FOUND_PAGE_ID_MIN,
  });
  if (row === undefined) return undefined;
  const description = readText(row, 'description');
  return {
    ...(description !== '' && { description }),
    title: readText(row, 'title'),
    path: readText(row, 'path'),
  };
}
