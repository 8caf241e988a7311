import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { OwnerError } from '../owner-error.ts';
import type { SiteFile, SiteFiles } from './site-files.ts';

export const SITE_JSON_FORMAT = 'marketing-workbench-site';
/** Raise the version when an older program could misread the files. */
export const SITE_JSON_VERSION = 1;
/** The limit of an export, which is read as one JavaScript string of at most 512 MB. */
export const SITE_JSON_BYTES_MAX = 400_000_000;

const fileSchema = z
  .strictObject({
    path: z.string().describe('below the content folder, with slashes'),
    text: z.string().optional().describe('the content of a file that is valid UTF-8'),
    base64: z.base64().optional().describe('the content of any other file'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('of the bytes of the file'),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    error: 'must have either text or base64',
  });

/** The format of `content -- export --format json`: all files of a content folder. */
export const siteJsonSchema = z.strictObject({
  format: z.literal(SITE_JSON_FORMAT),
  version: z.literal(SITE_JSON_VERSION),
  files: z.array(fileSchema),
});

type JsonFile = z.infer<typeof fileSchema>;

export function encodeFile(path: string, bytes: Uint8Array): JsonFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = isUtf8(bytes)
    ? { text: buffer.toString() }
    : { base64: buffer.toString('base64') };
  return { path, ...content, sha256: hash('sha256', bytes) };
}

const START = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${SITE_JSON_FORMAT}"`);

/** Returns true if the beginning of a file is that of such an export. */
export function isSiteJson(beginning: string): boolean {
  return START.test(beginning);
}

/**
 * Opens an export. Throws an OwnerError if the file was cut short, changed, or is of a newer
 * version.
 */
export async function openSiteJson(place: string): Promise<SiteFiles> {
  const { size } = await stat(place);
  if (size > SITE_JSON_BYTES_MAX)
    throw new OwnerError(
      `${place} has more than ${SITE_JSON_BYTES_MAX / 1e6} MB; export the site as markdown.`,
    );
  const { data, error } = siteJsonSchema.safeParse(
    parseSiteJson(await readFile(place, 'utf8'), place),
  );
  if (data === undefined) throw new OwnerError(`${place}: ${formatIssue(error)}`);
  return { files: data.files.map((file) => openFile(file, place)), leftOut: [] };
}

function parseSiteJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OwnerError(
      `${place} is not complete JSON; it was cut short or changed. Export the site again.`,
    );
  }
}

function formatIssue(error: z.ZodError): string {
  const [first] = error.issues;
  if (first?.path[0] === 'version')
    return `is not of version ${SITE_JSON_VERSION}; import it with the release that wrote it, or a newer one.`;
  return `${first?.path.join('.')} ${first?.message}. Export the site again.`;
}

function openFile({ path, text, base64, sha256 }: JsonFile, place: string): SiteFile {
  const decode = () =>
    text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
  if (hash('sha256', decode()) !== sha256)
    throw new OwnerError(
      `${place}: ${path} does not have the hash that was written with it; export the site again.`,
    );
  return { path, read: async () => decode() };
}
