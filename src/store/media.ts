import type { MediaRecord } from '../site/records.ts';
import { readBytes, readText } from './rows.ts';
import type { Store } from './store.ts';

export type Media = Pick<MediaRecord, 'type' | 'bytes'>;

export function findMedia(store: Store, name: string): Media | undefined {
  const row = store.index.get('SELECT type, bytes FROM media WHERE name = :name', { name });
  return row && { type: readText(row, 'type'), bytes: readBytes(row, 'bytes') };
}
