import { type Dirent, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ContentProblem, compareTexts } from '../content-problem.ts';

export type ContentFile = {
  /** From the content folder's own name on, with slashes. */
  readonly file: string;
  readonly bytes: Uint8Array;
};

type Weight = { readonly max: number; readonly advice: string };

/** In bytes, by file extension: enough for 40,000 words or 10,000 redirects. */
const BYTES_MAX: ReadonlyMap<string, Weight> = new Map([
  ['.md', { max: 250_000, advice: 'split it into several texts' }],
  ['.yaml', { max: 1_000_000, advice: 'say it in fewer lines' }],
]);
/** What a camera of a hundred megapixels writes. */
const PICTURE_BYTES_MAX: Weight = { max: 50_000_000, advice: 'save it smaller' };

type Listing = { readonly files: string[]; readonly problems: ContentProblem[] };

/**
 * The names of all files of a folder, sorted. Those that start with a dot belong to the machine, not to the content, and
 * are left out. A folder that can't be read is a problem, and so is one without a file.
 */
export async function listContentFolder(
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly problems: readonly ContentProblem[] }> {
  const root = path.resolve(folder);
  const name = path.basename(root);
  const listing: Listing = { files: [], problems: [] };
  await listFolder(path.dirname(root), name, listing);
  if (listing.files.length === 0 && listing.problems.length === 0) {
    listing.problems.push({ file: name, message: 'holds no content; put the texts there' });
  }
  return { files: listing.files.toSorted(compareTexts), problems: listing.problems };
}

/** Reads a file by its name in the content folder; one that can't be read or is too large for its kind is a problem. */
export function readContentFile(folder: string, file: string): ContentFile | ContentProblem {
  const { max, advice } = BYTES_MAX.get(path.extname(file)) ?? PICTURE_BYTES_MAX;
  const place = path.join(path.dirname(path.resolve(folder)), file);
  try {
    const { size } = statSync(place);
    if (size > max)
      return { file, message: `weighs ${formatSize(size)}, and may weigh ${formatSize(max)}; ${advice}` };
    return { file, bytes: readFileSync(place) };
  } catch (error) {
    return { file, message: `can't be read (${formatReason(error)}); make it a readable file` };
  }
}

async function listFolder(base: string, folder: string, listing: Listing): Promise<void> {
  try {
    const entries = await readdir(path.join(base, folder), { withFileTypes: true });
    for (const entry of entries) {
      if (!entry.name.startsWith('.')) await listEntry(base, entry, { folder, listing });
    }
  } catch (error) {
    listing.problems.push({
      file: folder,
      message: `can't be read (${formatReason(error)}); make it a readable folder`,
    });
  }
}

async function listEntry(
  base: string,
  entry: Dirent,
  { folder, listing }: { readonly folder: string; readonly listing: Listing },
): Promise<void> {
  const file = `${folder}/${entry.name}`;
  if (entry.isFile()) {
    listing.files.push(file);
  } else if (!entry.isDirectory()) {
    listing.problems.push({ file, message: 'is no ordinary file; put the file itself here' });
  } else if (path.extname(entry.name) !== '') {
    listing.problems.push({ file, message: 'is a folder with the name of a file; rename or remove it' });
  } else {
    await listFolder(base, file, listing);
  }
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.ceil(bytes / 1e5) / 10} MB`;
}

/** The short code that Node gives (`EACCES`), never a text with the machine's own paths. */
function formatReason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
