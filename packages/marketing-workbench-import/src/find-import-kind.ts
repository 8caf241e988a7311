import { posix } from 'node:path';
import type { ArchiveFile } from './archive.ts';
import { PROGRAM_NAMES, type ProgramName } from './markdown-folder/site-config.ts';
import { readOpening } from './read-text.ts';
import { type WeighedProgram, weighPrograms } from './weigh-programs.ts';

/** The kind of a source; `content` is a content folder of this program. */
export type ImportKind = 'content' | 'feed' | 'ghost' | 'markdown' | 'wordpress';

export type RecognizedSource = {
  readonly kind: ImportKind;
  /** The program of a folder of Markdown. */
  readonly program?: ProgramName;
  /** The files to read: exports or feeds, or all files below the folder of the site. */
  readonly files: readonly ArchiveFile[];
  /** What the source was taken for, and why. */
  readonly reason: string;
  /** Texts of the source that are outside of the folder of the site. */
  readonly outside: readonly string[];
};

const EXPORT_KINDS = { ghost: 'Ghost', wordpress: 'WordPress', feed: 'a feed' } as const;

/** The kinds that `--kind` accepts. */
export const KIND_NAMES: readonly string[] = [
  ...Object.keys(EXPORT_KINDS),
  ...PROGRAM_NAMES.map((name) => name.toLowerCase()),
];

/**
 * Finds out which program wrote the files. Names of exports differ, so their content counts; the
 * files of a folder are weighed.
 *
 * @param wanted - The kind that the owner named.
 */
export async function findImportKind(
  files: readonly ArchiveFile[],
  wanted?: string,
): Promise<RecognizedSource | undefined> {
  const program = PROGRAM_NAMES.find((name) => name.toLowerCase() === wanted);
  const isExport = wanted !== undefined && program === undefined;
  const site = isExport ? undefined : await findSiteFolder(files, program);
  if (site !== undefined) return site;
  const exports = await Promise.all(
    files
      .filter((file) => files.length === 1 || EXPORT_NAME.test(file.path))
      .slice(0, EXPORTS_MAX)
      .map(async (file) => ({ file, kind: findExportKind(await readOpening(file)) })),
  );
  const listKind = (kind: keyof typeof EXPORT_KINDS) =>
    wanted === undefined || wanted === kind
      ? exports.filter((one) => one.kind === kind).map(({ file }) => file)
      : [];
  const describe = (kind: keyof typeof EXPORT_KINDS, [first, ...others]: readonly ArchiveFile[]) =>
    `${EXPORT_KINDS[kind]}, because of the content of ${first?.path}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  for (const kind of ['ghost', 'wordpress'] as const) {
    const found = listKind(kind);
    if (found.length > 0)
      return {
        kind,
        files: kind === 'ghost' ? files : found,
        reason: describe(kind, found),
        outside: [],
      };
  }
  if (wanted === undefined && files.some(({ path }) => TEXT_NAME.test(path)))
    return recognizeFolder({ program: 'Markdown', folder: '', weight: 0, files: [] }, files, []);
  const feed = listKind('feed');
  return feed.length > 0
    ? { kind: 'feed', files: feed, reason: describe('feed', feed), outside: [] }
    : undefined;
}

const EXPORT_NAME = /^(?:[^/]+\/){0,4}[^/]+\.(?:xml|wxr|rss|atom|json|gz)$/i;
const EXPORTS_MAX = 1000;
const TEXT_NAME = /\.(?:md|mdx|markdown)$/i;
/** Less could be chance. */
const WEIGHT_MIN = 4;

/** Finds the folder of the site that most files speak for, or of the program that the owner named. */
async function findSiteFolder(
  files: readonly ArchiveFile[],
  wanted: ProgramName | undefined,
): Promise<RecognizedSource | undefined> {
  const isText = ({ path }: ArchiveFile) => TEXT_NAME.test(path) || /(?:^|\/)_posts\//.test(path);
  if (!files.some(isText)) return undefined;
  const weighed = await weighPrograms(files);
  if (wanted !== undefined) {
    const named = weighed.find(({ program }) => program === wanted);
    const own = named ?? { program: wanted, folder: '', weight: 0, files: [] };
    return recognizeFolder(own, files, weighed, '--kind names it');
  }
  const [best] = weighed;
  return best === undefined || best.weight < WEIGHT_MIN
    ? undefined
    : recognizeFolder(best, files, weighed);
}

const FILES_NAMED = 3;

async function recognizeFolder(
  best: WeighedProgram,
  all: readonly ArchiveFile[],
  weighed: readonly WeighedProgram[],
  cause = `because of ${best.files.slice(0, FILES_NAMED).join(', ')}`,
): Promise<RecognizedSource> {
  const { program, folder } = best;
  const others = new Set(
    weighed
      .filter((other) => other.program !== program && other.program !== 'content')
      .map((other) => `${other.program} (${other.files[0]})`),
  );
  const seen = others.size === 0 ? '' : `; less speaks for ${[...others].join(', ')}`;
  const reasons = {
    content: `a site of this program, ${cause}`,
    Markdown: 'a folder of Markdown, because no file names a program',
  };
  const why =
    program === 'content' || program === 'Markdown' ? reasons[program] : `${program}, ${cause}`;
  const roots = program === 'Docusaurus' ? await listDocusaurusRoots(all, folder) : [];
  const { files, outside } = moveToFolder(all, [...roots, { from: folder, to: '' }]);
  return {
    kind: program === 'content' ? 'content' : 'markdown',
    ...(program !== 'content' && { program }),
    files,
    reason: why + seen,
    outside,
  };
}

/** A folder of the source, and its place in the folder of the site; both end with slashes. */
type MovedFolder = { readonly from: string; readonly to: string };

/** Returns the files of the folders with their paths in the site, and the paths of other texts. */
function moveToFolder(all: readonly ArchiveFile[], folders: readonly MovedFolder[]) {
  const files: ArchiveFile[] = [];
  const outside: string[] = [];
  for (const file of all) {
    const moved = folders.find(({ from }) => file.path.startsWith(from));
    if (moved !== undefined)
      files.push({ ...file, path: moved.to + file.path.slice(moved.from.length) });
    else if (TEXT_NAME.test(file.path)) outside.push(file.path);
  }
  return { files, outside };
}

/** Lists the folders beside that of the site that Docusaurus reads: `docs: { path: '../docs' }`. */
async function listDocusaurusRoots(
  files: readonly ArchiveFile[],
  folder: string,
): Promise<readonly MovedFolder[]> {
  const config = files.find(
    ({ path }) =>
      path.startsWith(folder) && /^docusaurus\.config\.\w+$/.test(path.slice(folder.length)),
  );
  const code = config === undefined ? '' : await readOpening(config);
  const written = code.matchAll(
    /\b(docs|blog)\s*:\s*\{[^{}]{0,1500}?\bpath\s*:\s*["'`](\.\.\/[^"'`]{1,500})["'`]/g,
  );
  return Array.from(written, ([, name, path = '']) => ({
    from: `${posix.join(folder, path).replace(/\/$/, '')}/`,
    to: `${name}/`,
  }));
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
