import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { READER_HEADERS } from './load.ts';

/** The bytes of an answer as they travel, with its headers. */
export type ServedFile = { readonly bytes: Buffer; readonly headers: Headers };

/** Another server of the very same bytes under `/<name>`, to measure the site against. */
export type Rival = { readonly origin: string; readonly stop: () => Promise<void> };

/** What a server writes itself. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'last-modified',
]);

export function fetchServedFile(url: string): Promise<ServedFile> {
  return new Promise((resolve, reject) => {
    get(url, { headers: READER_HEADERS }, async (response) => {
      const bytes = await buffer(response);
      const headers = new Headers();
      for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
      resolve({ bytes, headers });
    }).on('error', reject);
  });
}

/** The headers that another server has to be told of, beside the type and the length. */
export function listAddedHeaders({ headers }: ServedFile): readonly (readonly [string, string])[] {
  return Array.from(headers).filter(([name]) => !OWN_HEADERS.has(name));
}
