import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { fetchEncoded } from './load.ts';

/** Where a server offers the static copy of an answer. */
export const COPY = '/copy';
/** Address of the same copy as nginx serves it by default, without `open_file_cache`. */
export const DEFAULT_COPY = '/default-copy';

/** Headers that a server of static files writes itself. */
const OWN_HEADERS = /^(?:connection|content-length|content-type|date|keep-alive|last-modified)$/;

/** Saves the bytes of an answer, compressed with Brotli, and returns its headers. */
export async function saveCopy(folder: string, url: string): Promise<IncomingHttpHeaders> {
  const { bytes, headers } = await fetchEncoded(url, 'br');
  writeFileSync(join(folder, COPY), bytes);
  return headers;
}

export function formatNginxCopy(folder: string, headers: IncomingHttpHeaders): string {
  const added = listCopiedHeaders(headers).map(
    ([header, value]) => `add_header ${header} "${value}";`,
  );
  const type = `default_type "${headers['content-type']}";`;
  const body = `alias ${folder}${COPY}; etag off; ${type} ${added.join(' ')}`;
  return `location = ${COPY} { ${body} } location = ${DEFAULT_COPY} { open_file_cache off; ${body} }`;
}

export function formatCaddyCopy(folder: string, headers: IncomingHttpHeaders): string {
  const type = ['content-type', headers['content-type']] as const;
  const added = [type, ...listCopiedHeaders(headers)].map(
    ([header, value]) => `header ${header} "${value}"`,
  );
  return `handle ${COPY} {\nroot * ${folder}\n${added.join('\n')}\nfile_server\n}\n`;
}

function listCopiedHeaders(headers: IncomingHttpHeaders): readonly (readonly [string, string])[] {
  return Object.entries(headers)
    .filter(([header]) => !OWN_HEADERS.test(header))
    .map(([header, value]) => [header, String(value).replaceAll('"', '\\"')] as const);
}
