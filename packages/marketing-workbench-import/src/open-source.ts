import { pipeline, Transform } from 'node:stream';
import { formatCount } from 'marketing-workbench/content/format-count';
import type { Archive, ArchiveFile } from './archive.ts';
import { addExampleAddresses } from './example-address.ts';
import { openFeed } from './feed/feed-source.ts';
import {
  describeForeign,
  findImportKind,
  type ImportKind,
  KIND_NAMES,
} from './find-import-kind.ts';
import { openGhost } from './ghost/ghost-source.ts';
import { ImportError } from './import-error.ts';
import { openMarkdownFolder } from './markdown-folder/markdown-folder-source.ts';
import type { ProgramName } from './markdown-folder/site-config.ts';
import { openArchive } from './open-archive.ts';
import { readOpening } from './read-text.ts';
import type { ImportSource } from './source.ts';
import { openUploads } from './uploads.ts';
import { openWordPress } from './wordpress/wordpress-source.ts';

/**
 * Opens the files of one kind of source. `findUpload` finds a file of the uploads, or of the export
 * itself, by its old address; `basePath` is the path of the old site on its domain, such as
 * `/blog`, as far as the owner has given it; `program` is that of a folder of Markdown.
 */
type Opener = (
  files: readonly ArchiveFile[],
  findUpload: ImportSource['findFile'],
  known: { readonly basePath: string; readonly program?: ProgramName },
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
  /** One of `KIND_NAMES`, if the owner names the kind of the source. */
  readonly kind?: string | undefined;
  /** The old address of one of the texts, from which those of the others follow. */
  readonly exampleAddress?: string | undefined;
  /** Fetches a feed at an address; undefined if the owner did not allow it. */
  readonly fetchFeed?: ((address: string) => Promise<Archive>) | undefined;
  /** Is told how many bytes have been read to list the texts, and how many there are. */
  readonly onRead: (done: number, all: number) => void;
};

/** Opens an export, or a folder with exports, of any program that can be imported. */
export async function openSource(
  places: readonly string[],
  { uploads, url, kind, exampleAddress, fetchFeed, onRead }: OpenSourceOptions,
): Promise<ImportSource> {
  if (kind !== undefined && !KIND_NAMES.includes(kind))
    throw new ImportError(`--kind ${kind} is not known; write one of ${KIND_NAMES.join(', ')}.`);
  const archives: Archive[] = [];
  for (const place of places) archives.push(await openPlace(place, fetchFeed));
  const files = archives.flatMap((archive) => archive.files);
  const found = await findImportKind(files, kind);
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
  const { program, reason = '', outside = [] } = found ?? {};
  const opened = await open(counted, findUpload, { basePath: readBasePath(origin), program });
  stop();
  const problems = [
    ...[...archives, ...media].flatMap((archive) => archive.problems),
    ...describeOutside(outside),
    ...opened.problems,
  ];
  if (opened.outlines.length === 0)
    throw new ImportError(
      [describeWithoutTexts(places.join(', '), reason, files), ...problems].join('\n'),
    );
  const source = { ...opened, reason, problems, hasGuessedAddresses: found?.kind === 'markdown' };
  return addOwnerAddresses(source, { origin, exampleAddress });
}

function describeWithoutTexts(
  place: string,
  reason: string,
  files: readonly ArchiveFile[],
): string {
  const seen = `${formatCount(files.length, 'file')} (${formatExtensions(files)})`;
  return `${place} was taken for ${reason}, but none of its ${seen} is a text of such a site. If it is of another kind, name it with --kind: ${KIND_NAMES.join(', ')}.`;
}

type OwnerAddresses = {
  readonly origin: string | undefined;
  readonly exampleAddress: string | undefined;
};

/** Adds what the owner has said of the old addresses. */
function addOwnerAddresses(
  source: ImportSource,
  { origin, exampleAddress }: OwnerAddresses,
): ImportSource {
  const { outlines, problems, site } = source;
  const origins = [...new Set([...(origin === undefined ? [] : [origin]), ...site.origins])];
  return {
    ...source,
    outlines:
      exampleAddress === undefined ? outlines : addExampleAddresses(outlines, exampleAddress),
    site: { ...site, origins },
    problems: origins.length === 0 ? [NO_ORIGIN, ...problems] : problems,
  };
}

const OUTSIDE_SHOWN = 10;

function describeOutside(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length - OUTSIDE_SHOWN;
  return [
    `left out, each because it is outside of the folder of the site: ${paths.slice(0, OUTSIDE_SHOWN).join(', ')}${more > 0 ? ` and ${more} others` : ''}`,
  ];
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
