import { readInteger, readText } from './rows.ts';
import type { Store } from './store.ts';

/** Names the content that the index holds now: another text for every change of it. */
export function readRevision(store: Store): string {
  return readText(store.index.get('SELECT revision FROM meta'), 'revision');
}

/** The revision, made distinct for each index file: the one before, with the same content, may have been damaged. */
export function readContentVersion(store: Store): string {
  return `${readRevision(store)} ${store.index.fileCount()}`;
}

/** When the next post is due, in milliseconds since the epoch; undefined where none waits. */
export function nextScheduledAt(store: Store, now: number): number | undefined {
  const row = store.index.get(
    'SELECT published_at FROM posts WHERE published_at > :now ORDER BY published_at LIMIT 1',
    { now },
  );
  return row && readInteger(row, 'published_at');
}
