import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SiteFile } from '../content/site-files/site-files.ts';
import {
  encodeFile,
  SITE_JSON_BYTES_MAX,
  SITE_JSON_FORMAT,
  SITE_JSON_VERSION,
} from '../content/site-files/site-json.ts';
import { ExportError } from './export-error.ts';

export type WrittenTotals = { readonly files: number; readonly bytes: number };

/** Writes the files byte for byte, one at a time. */
export async function writeSiteFiles(
  files: readonly SiteFile[],
  folder: string,
): Promise<WrittenTotals> {
  let bytes = 0;
  for (const file of files) {
    const place = path.join(folder, file.path);
    const content = await readSiteFile(file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, content, { flag: 'wx' });
    bytes += content.length;
  }
  return { files: files.length, bytes };
}

/** Writes the format that `siteJsonSchema` describes, with one file a line. */
export async function writeSiteJson(
  files: readonly SiteFile[],
  place: string,
): Promise<WrittenTotals> {
  let [bytes, length] = [0, 0];
  async function* format() {
    yield `{"format":"${SITE_JSON_FORMAT}","version":${SITE_JSON_VERSION},"files":[`;
    for (const [index, file] of files.entries()) {
      const content = await readSiteFile(file);
      const line = `${index === 0 ? '' : ','}\n${JSON.stringify(encodeFile(file.path, content))}`;
      bytes += content.length;
      length += Buffer.byteLength(line);
      if (length > SITE_JSON_BYTES_MAX)
        throw new ExportError(
          `The site has more than ${SITE_JSON_BYTES_MAX / 1e6} MB as JSON; export it with --format markdown.`,
        );
      yield line;
    }
    yield '\n]}\n';
  }
  await pipeline(Readable.from(format()), createWriteStream(place, { flags: 'wx' }));
  return { files: files.length, bytes };
}

async function readSiteFile(file: SiteFile): Promise<Uint8Array> {
  try {
    return await file.read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ExportError(
      `${file.path} can't be read (${code}); make it readable. Nothing was exported.`,
    );
  }
}
