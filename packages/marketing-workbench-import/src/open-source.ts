import { pipeline, Transform } from 'node:stream';
import type { Archive, ArchiveFile } from './archive.ts';
import { openFeed } from './feed/feed-source.ts';
import { describeForeign, findImportKind, type ImportKind } from './find-import-kind.ts';
import { openGhost } from './ghost/ghost-source.ts';
import { ImportError } from './import-error.ts';
import { openMarkdownFolder } from './markdown-folder/markdown-folder-source.ts';
import { openArchive } from './open-archive.ts';
import { readOpening } from './read-text.ts';
import type { ImportSource } from './source.ts';
import { openUploads } from './uploads.ts';
import { openWordPress } from './wordpress/wordpress-source.ts';

/**
 * Opens the files of one kind of source. `findUpload` finds a file of the uploads, or of the export
 * itself, by its old address; `basePath` is the path of the old site on its domain, such as
 * `/blog`, as far as the owner has given it.
 */
type Opener = (
  files: readonly ArchiveFile[],
  findUpload: ImportSource['findFile'],
  basePath: string,
) => Promise<ImportSource>;

const OPENERS: Readonly<Record<Exclude<ImportKind, 'content'>, Opener>> = {
  ghost: openGhost,
  markdown: openMarkdownFolder,
  feed: openFeed,
  wordpress: openWordPress,
};

type OpenSourceOptions = {
  /** A folder or .zip with the old site's files. */
  readonly uploads: string | undefined;
  /** The address of the old site, for exports that don't name it. */
  readonly url: string | undefined;
  /** Fetches a feed at an address; undefined if the owner did not allow it. */
  readonly fetchFeed?: ((address: string) => Promise<Archive>) | undefined;
  /** Is told how many bytes have been read to list the texts, and how many there are. */
  readonly onRead: (done: number, all: number) => void;
};

/** Opens an export, or a folder with exports, of any program that can be imported. */
export async function openSource(
  places: readonly string[],
  { uploads, url, fetchFeed, onRead }: OpenSourceOptions,
): Promise<ImportSource> {
  const archives: Archive[] = [];
  for (const place of places) archives.push(await openPlace(place, fetchFeed));
  const files = archives.flatMap((archive) => archive.files);
  const found = await findImportKind(files);
  if (found?.kind === 'content')
    throw new ImportError(
      `${places.join(', ')} contains a site of this program; unpack it and name only its folder.`,
    );
  const open = found && OPENERS[found.kind];
  if (open === undefined) {
    const unread = archives.flatMap(({ problems }) => problems);
    throw new ImportError(
      [...unread, await describeUnknownSource(places.join(', '), files)].join('\n'),
    );
  }
  const media = uploads === undefined ? [] : [await openArchive(uploads)];
  const findUpload = openUploads([...media.flatMap((archive) => archive.files), ...files]);
  const { counted, stop } = countReadBytes(found?.files ?? [], onRead);
  const origin = url === undefined ? undefined : readOrigin(url);
  const source = await open(counted, findUpload, readBasePath(origin));
  stop();
  const problems = [...archives, ...media].flatMap((archive) => archive.problems);
  const origins = [...new Set([...(origin === undefined ? [] : [origin]), ...source.site.origins])];
  if (origins.length === 0) problems.push(NO_ORIGIN);
  return {
    ...source,
    site: { ...source.site, origins },
    problems: [...problems, ...source.problems],
  };
}

async function openPlace(
  place: string,
  fetchFeed: OpenSourceOptions['fetchFeed'],
): Promise<Archive> {
  if (!/^https?:\/\//i.test(place)) return openArchive(place);
  if (fetchFeed === undefined)
    throw new ImportError(`${place} is an address; add --fetch to fetch the feed there.`);
  return fetchFeed(place);
}

const NO_ORIGIN =
  'The address of the old site is not known, so files that are missing here are neither linked nor fetched; give it with --url https://….';

function readOrigin(url: string): string {
  const { protocol, href } = URL.parse(url) ?? {};
  if (href !== undefined && /^https?:$/.test(protocol ?? ''))
    return href.replace(/[?#].*$|\/$/g, '');
  throw new ImportError(
    `${url} is not the address of a site; write --url https://www.example.com.`,
  );
}

function readBasePath(origin: string | undefined): string {
  return origin === undefined ? '' : new URL(origin).pathname.replace(/\/$/, '');
}

/** Returns the files with methods that count the bytes that are read, until `stop` is called. */
function countReadBytes(files: readonly ArchiveFile[], onRead: OpenSourceOptions['onRead']) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let [done, isStopped] = [0, false];
  const count = (bytes: number) => {
    done += bytes;
    if (!isStopped) onRead(done, all);
  };
  const counted = files.map((file) => ({
    ...file,
    open: async () => {
      const transform = (
        chunk: Uint8Array,
        _: unknown,
        next: (error: null, chunk: Uint8Array) => void,
      ) => {
        count(chunk.length);
        next(null, chunk);
      };
      return pipeline(await file.open(), new Transform({ transform }), () => undefined);
    },
    read: async () => {
      count(file.size);
      return file.read();
    },
  }));
  const stop = () => {
    isStopped = true;
  };
  return { counted, stop };
}

const KINDS =
  `What can be imported: an export of WordPress (.xml, also several, packed or in a folder), an export of Ghost (.json, or
a .zip with its pictures), a folder of Markdown (Hugo, Jekyll, Astro, Eleventy, Docusaurus, Gatsby), a content folder of this
program, or an RSS or Atom feed.`.replaceAll('\n', ' ');

async function describeUnknownSource(
  place: string,
  files: readonly ArchiveFile[],
): Promise<string> {
  const [file] = files;
  if (file === undefined) return `${place} has no files. ${KINDS}`;
  const what =
    files.length === 1
      ? describeForeign(await readOpening(file))
      : `has ${files.length} files (${formatExtensions(files)}), and none is an export of a known program`;
  return `${place} ${what}. ${KINDS}`;
}

/** Formats the three most frequent extensions: ".html, .css, .js". */
function formatExtensions(files: readonly ArchiveFile[]): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const ending = /[^/](\.\w{1,8})$/.exec(path)?.[1] ?? 'without an ending';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted((one, other) => other[1] - one[1]);
  return sorted
    .slice(0, 3)
    .map(([ending]) => ending)
    .join(', ');
}
