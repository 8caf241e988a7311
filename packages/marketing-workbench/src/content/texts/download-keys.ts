import path from 'node:path';
import { z } from 'zod';
import { DOWNLOAD_TYPES } from '../../site/downloads.ts';
import type { DownloadsByFile } from '../downloads.ts';
import { findFile, readExtension } from '../file-names.ts';
import type { OfferedDownload } from '../markdown/downloads.ts';
import { TEXT_LIMITS } from '../value-limits.ts';
import { explain, line, list, strict, type YamlSource } from '../yaml.ts';

const DOWNLOAD = 'write it as {file: budget.xlsx, title: "Campaign budget"}';
const DOWNLOADS = `write each file as "- budget.xlsx", or ${DOWNLOAD.slice('write it '.length)}`;
const TITLE = `write what the file is in 1 to ${TEXT_LIMITS.downloadTitle} characters`;
const ABOUT = `write what readers do with the file in 1 to ${TEXT_LIMITS.downloadAbout} characters`;
const TYPES = [...DOWNLOAD_TYPES.keys()].join(', ');

const fileName = z
  .string({ error: explain('is not a text', DOWNLOAD) })
  .regex(/^[^/:\\]+$/, {
    error: 'is not a file beside the text; save it there and write only its name',
    abort: true,
  })
  .refine((name) => DOWNLOAD_TYPES.has(readExtension(name)), {
    error: `is not of a type that readers can download; save it as one of ${TYPES}`,
  })
  .describe(`write the name of a file beside the text (${TYPES})`);

const item = strict({
  file: fileName,
  title: line({ min: 1, max: TEXT_LIMITS.downloadTitle, advice: TITLE }).optional(),
  about: line({ min: 1, max: TEXT_LIMITS.downloadAbout, advice: ABOUT }).optional(),
});

/** Accepts the name of a file alone as an item without a title. */
const download = z
  .preprocess((value) => (typeof value === 'string' ? { file: value } : value), item)
  .meta({ type: ['string', 'object'], description: DOWNLOAD });

export const downloadsSchema = list(download, DOWNLOADS)
  .refine(({ length }) => length >= 1 && length <= TEXT_LIMITS.downloads, {
    error: ({ input }) => `has ${[input].flat().length} files; write 1 to ${TEXT_LIMITS.downloads}`,
  })
  .meta({ description: DOWNLOADS, minItems: 1, maxItems: TEXT_LIMITS.downloads })
  .optional();

const keys = z.object({ downloads: downloadsSchema });

/** A file that the front matter names; whether it exists is checked over the whole site. */
export type NamedDownload = { readonly file: string; readonly line: number };

/**
 * Returns the downloads that the front matter names, and those of them that can be shown. `folder`
 * is that of the text.
 */
export function findDownloads(
  { value, lineOf }: YamlSource,
  known: Pick<DownloadsByFile, 'get' | 'has'>,
  folder: string,
): { readonly named: readonly NamedDownload[]; readonly offered: readonly OfferedDownload[] } {
  const rows = (keys.safeParse(value).data?.downloads ?? []).map((row, index) => ({
    ...row,
    name: row.file,
    file: findFile(known, folder, row.file) ?? path.posix.join(folder, row.file),
    line: lineOf('downloads', index),
  }));
  return {
    named: rows.map(({ file, line }) => ({ file, line })),
    offered: rows.flatMap(({ file, name, title = name, about, line }) => {
      const download = known.get(file);
      return download === undefined ? [] : [{ ...download, title, about, line }];
    }),
  };
}
