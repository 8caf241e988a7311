import type { ArchiveFile } from './archive.ts';
import { readOpening } from './read-text.ts';

/** The kind of a source; `content` is a content folder of this program. */
export type ImportKind = 'content' | 'feed' | 'ghost' | 'markdown' | 'wordpress';

export type RecognizedSource = {
  readonly kind: ImportKind;
  /** The files to read: exports or feeds, or all files below the folder of the site. */
  readonly files: readonly ArchiveFile[];
};

/** Finds out which program wrote the files. It looks at their content, since names differ. */
export async function findImportKind(
  files: readonly ArchiveFile[],
): Promise<RecognizedSource | undefined> {
  const site = findSiteFolder(files);
  if (site !== undefined) return site;
  const exports = await Promise.all(
    files
      .filter((file) => files.length === 1 || EXPORT_NAME.test(file.path))
      .slice(0, EXPORTS_MAX)
      .map(async (file) => ({ file, kind: findExportKind(await readOpening(file)) })),
  );
  const ofKind = (wanted: ImportKind) =>
    exports.filter(({ kind }) => kind === wanted).map(({ file }) => file);
  const [ghost, wordpress, feed] = [ofKind('ghost'), ofKind('wordpress'), ofKind('feed')];
  if (ghost.length > 0) return { kind: 'ghost', files };
  if (wordpress.length > 0) return { kind: 'wordpress', files: wordpress };
  if (files.some(({ path }) => TEXT_NAME.test(path))) return { kind: 'markdown', files };
  return feed.length > 0 ? { kind: 'feed', files: feed } : undefined;
}

const EXPORT_NAME = /^(?:[^/]+\/){0,4}[^/]+\.(?:xml|wxr|rss|atom|json|gz)$/i;
const EXPORTS_MAX = 1000;
const TEXT_NAME = /\.(?:md|mdx|markdown)$/i;

/** Names of files that only a folder of this program, or of a generator of sites, has. */
const SITE_FILES: readonly (readonly [ImportKind, RegExp])[] = [
  ['content', /^(?!_?data\/)(?:[^/]+\/)?site\.ya?ml$/],
  ['markdown', /^(?:[^/]+\/)?(?:hugo|config|_config)\.(?:toml|ya?ml|json)$/],
  [
    'markdown',
    /^(?:[^/]+\/)?(?:astro\.config|eleventy\.config|docusaurus\.config|gatsby-config)\.\w+$/,
  ],
  ['markdown', /^(?:[^/]+\/)?\.eleventy\.c?js$/],
];

function findSiteFolder(files: readonly ArchiveFile[]): RecognizedSource | undefined {
  if (!files.some(({ path }) => TEXT_NAME.test(path))) return undefined;
  for (const [kind, pattern] of SITE_FILES) {
    const [file] = files
      .filter(({ path }) => pattern.test(path))
      .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length);
    if (file !== undefined) return { kind, files: withoutFolder(files, file.path) };
  }
  return undefined;
}

/** Returns the files beside and below a file, with paths relative to its folder. */
function withoutFolder(files: readonly ArchiveFile[], beside: string): readonly ArchiveFile[] {
  const folder = beside.slice(0, beside.lastIndexOf('/') + 1);
  return files
    .filter(({ path }) => path.startsWith(folder))
    .map((file) => ({ ...file, path: file.path.slice(folder.length) }));
}

function findExportKind(opening: string): ImportKind | undefined {
  const text = opening.trimStart();
  if (text.startsWith('{')) return /^\{\s*"(?:db|meta|data)"\s*:/.test(text) ? 'ghost' : undefined;
  if (!text.startsWith('<')) return undefined;
  if (/xmlns:wp\s*=|<wp:\w/.test(text)) return 'wordpress';
  return /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text) ? 'feed' : undefined;
}

const FOREIGN_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty; export it again'],
  [
    /^(?:<!doctype html|<html)/i,
    'is a web page, not an export; perhaps the download needs a login',
  ],
  [/^[\s\S]{257}ustar/, 'is a .tar; unpack it and name the folder'],
  [
    /^(?:Rar!|7z\u00bc|BZh|\ufffd7zXZ)/,
    'is packed in an unsupported format; unpack it and name the folder',
  ],
  [
    /(?:CREATE TABLE|INSERT INTO|MySQL dump|MariaDB dump)/,
    'is a dump of a database; export the site with its own program instead',
  ],
  [/^[\s\S]{0,1000}\0/, 'is neither XML nor JSON nor a .zip'],
];

/** Describes a file that can't be imported, and says what to do. */
export function describeForeign(opening: string): string {
  const text = opening.trimStart();
  return (
    FOREIGN_KINDS.find(([pattern]) => pattern.test(text))?.[1] ??
    'is not an export of a known program'
  );
}
