import { type ArchiveFile, assertReadable } from '../archive.ts';
import { listWithFeeds } from '../archives.ts';
import { ImportError } from '../import-error.ts';
import { decodeFile as readPieces } from '../read-text.ts';
import type {
  ImportedBody,
  ImportSource,
  SourceArchive,
  SourceBody,
  SourceRedirect,
} from '../source.ts';
import { TEXT_LENGTH_MAX } from '../text-limit.ts';
import { addBasePath } from './base-path.ts';
import { BODY_KEYS, CUT_KEY, markCutTexts } from './cut-texts.ts';
import { findOrigin } from './find-origin.ts';
import { renderGhostBody } from './ghost-body.ts';
import { type GhostData, parseGhostExport, readGhostFlag, readGhostText } from './ghost-data.ts';
import { openGhostFiles } from './ghost-files.ts';
import { readGhostAuthors } from './ghost-people.ts';
import { readGhostRedirects } from './ghost-redirects.ts';
import { GHOST_FEEDS, type GhostRoutes, readGhostRoutes } from './ghost-routes.ts';
import {
  countFirstTags,
  type GhostTables,
  type GhostText,
  isInternalTag,
  readGhostTags,
  readGhostTexts,
} from './ghost-texts.ts';
import { JsonLimiter } from './limit-json.ts';

/**
 * Opens an export of Ghost: a .json file, or the files of a backup with pictures, redirects and
 * routes beside it.
 *
 * @param findUpload - Finds files that are not in the export.
 * `basePath` is the path of the site on its domain, such as `/blog`; mostly empty.
 */
export async function openGhost(
  files: readonly ArchiveFile[],
  findUpload: ImportSource['findFile'],
  { basePath }: { readonly basePath: string },
): Promise<ImportSource> {
  const problems: string[] = [];
  const data = await readNewestExport(files, basePath, problems);
  const table: GhostTables = (name) => data.tables.get(name) ?? [];
  const settings = new Map(
    table('settings').map((row) => [readGhostText(row, 'key'), readGhostText(row, 'value')]),
  );
  const setting = (...keys: readonly string[]) =>
    keys.map((key) => settings.get(key) ?? '').find((value) => value !== '') ?? '';
  const routes = readGhostRoutes({
    routes: await readSettingsFile(files, /(?:^|\/)routes\.ya?ml$/, problems),
    permalink: setting('permalinks'),
    timeZone: setting('timezone', 'active_timezone', 'activeTimezone'),
    hasAmp: setting('amp') === 'true',
  });
  const redirects = await readGhostRedirectFiles(files, problems);
  const categories = chooseCategoryTags(table, problems);
  const texts = readGhostTexts(table, routes, categories);
  const origin = findOrigin(texts);
  problems.push(...routes.problems, ...describeLeftOut(data, texts, settings));
  const findOwn = openGhostFiles(files);
  const source: ImportSource = {
    name: `Ghost export${data.version === '' ? '' : ` of version ${data.version}`}`,
    site: {
      name: setting('title'),
      description: setting('description'),
      language: setting('locale', 'lang', 'default_locale', 'defaultLang'),
      origins: origin === undefined ? [] : [origin],
      authors: readGhostAuthors(table('users')),
      categories: [...readGhostTags(table('tags')).values()].filter(({ slug }) =>
        categories.has(slug),
      ),
    },
    outlines: texts.map(({ outline }) => outline),
    bodies: () => renderBodies(texts),
    findFile: (src, textId) => findOwn(src) ?? findUpload(src, textId),
    describeFile: () => undefined,
    redirects,
    archives: [...routes.archives, ...listTagArchives(table, routes, { texts, categories })],
    problems,
  };
  return basePath === '' ? source : addBasePath(source, basePath);
}

/** Matches JSON files that are not exports, such as those of themes. */
const NO_EXPORT =
  /(?:^|\/)(?:themes|node_modules|settings)\/|(?:^|\/)(?:redirects|package|package-lock|routes)[^/]*\.json$/i;

async function readNewestExport(
  files: readonly ArchiveFile[],
  basePath: string,
  problems: string[],
): Promise<GhostData> {
  const exports: { readonly file: ArchiveFile; readonly data: GhostData }[] = [];
  const faults: unknown[] = [];
  for (const file of files
    .filter(({ path }) => /\.json(?:\.gz)?$/i.test(path) && !NO_EXPORT.test(path))
    .slice(0, EXPORTS_MAX)) {
    try {
      const { json, cuts } = await readExport(file, problems);
      const data = parseGhostExport(file.path, json, basePath);
      exports.push({
        file,
        data: cuts === 0 ? data : markCutTexts(data, (problem) => problems.push(problem)),
      });
    } catch (error) {
      faults.push(error);
    }
  }
  const [newest, ...others] = exports.toSorted(
    (one, other) => other.data.exportedAt - one.data.exportedAt,
  );
  if (newest === undefined)
    throw (
      faults[0] ??
      new ImportError('No .json export of Ghost was found; name the export or its folder.')
    );
  for (const { file } of others)
    problems.push(`${file.path} was left out: ${newest.file.path} is a newer export`);
  return newest.data;
}

async function readExport(file: ArchiveFile, problems: string[]) {
  assertReadable(file.path, file.size);
  const limiter = new JsonLimiter();
  const pieces: string[] = [];
  for await (const piece of readPieces(file, (problem) => problems.push(problem)))
    pieces.push(limiter.write(piece));
  return { json: pieces.join(''), cuts: limiter.cuts };
}

/** Reads a file of routes or redirects, which must be small. */
async function readSmallFile(file: ArchiveFile, problems: string[]): Promise<string> {
  if (file.size > TEXT_LENGTH_MAX) {
    problems.push(`${file.path} has more than ${TEXT_LENGTH_MAX / 1e6} MB and was left out`);
    return '';
  }
  const pieces: string[] = [];
  for await (const piece of readPieces(file, (problem) => problems.push(problem)))
    pieces.push(piece);
  return pieces.join('');
}

/** Number of exports that are read, since each is held in memory. */
const EXPORTS_MAX = 20;

async function readSettingsFile(
  files: readonly ArchiveFile[],
  name: RegExp,
  problems: string[],
): Promise<string | undefined> {
  const file = files.find(({ path }) => name.test(path));
  return file && readSmallFile(file, problems);
}

async function readGhostRedirectFiles(files: readonly ArchiveFile[], problems: string[]) {
  const redirects: SourceRedirect[] = [];
  for (const file of files.filter(({ path }) => /(?:^|\/)redirects\.(?:ya?ml|json)$/.test(path))) {
    const read = readGhostRedirects(file.path, await readSmallFile(file, problems));
    redirects.push(...read.redirects);
    problems.push(...read.problems);
  }
  return redirects;
}

/** A site has at most 100 categories, and the owner may want to add some. */
const CATEGORIES_MAX = 80;

/** Returns the first tags of posts, or the most used of them if there are too many. */
function chooseCategoryTags(table: GhostTables, problems: string[]): ReadonlySet<string> {
  const counts = [...countFirstTags(table)].toSorted((one, other) => other[1] - one[1]);
  if (counts.length > CATEGORIES_MAX)
    problems.push(
      `${counts.length} tags are the first tag of a text; only the ${CATEGORIES_MAX} most used became categories`,
    );
  return new Set(counts.slice(0, CATEGORIES_MAX).map(([slug]) => slug));
}

type ChosenTexts = {
  readonly texts: readonly GhostText[];
  readonly categories: ReadonlySet<string>;
};

function listTagArchives(
  table: GhostTables,
  routes: GhostRoutes,
  { texts, categories }: ChosenTexts,
): readonly SourceArchive[] {
  const signers = new Set(texts.flatMap(({ outline }) => outline.authors));
  const used = new Set(texts.flatMap(({ outline }) => outline.tags));
  const withFeed = (address: string | undefined, archive: Pick<SourceArchive, 'kind' | 'of'>) =>
    address === undefined ? [] : listWithFeeds(address, archive, GHOST_FEEDS);
  const tags = [...readGhostTags(table('tags')).values()].filter((tag) => !isInternalTag(tag));
  return [
    ...tags.flatMap((tag) => {
      const path = routes.formatTagPath(tag.slug);
      if (categories.has(tag.slug)) return withFeed(path, { kind: 'category', of: tag.slug });
      return used.has(tag.name) ? withFeed(path, { kind: 'tag', of: tag.name }) : [];
    }),
    ...table('users')
      .filter((user) => signers.has(readGhostText(user, 'id')))
      .flatMap((user) =>
        withFeed(routes.formatAuthorPath(readGhostText(user, 'slug')), {
          kind: 'author',
          of: readGhostText(user, 'id'),
        }),
      ),
  ];
}

/** Tables that are read, or that concern only Ghost itself. */
const KNOWN_TABLES: ReadonlySet<string> = new Set([
  'posts',
  'posts_meta',
  'posts_tags',
  'posts_authors',
  'tags',
  'users',
  'settings',
  'comments',
  'migrations',
  'migrations_lock',
  'permissions',
  'permissions_roles',
  'permissions_users',
  'permissions_apps',
  'roles',
  'roles_users',
  'sessions',
  'brute',
  'posts_products',
]);

/**
 * Describes what is not imported by name and number. Nothing of it is quoted, since most is
 * private.
 */
function describeLeftOut(
  { tables }: GhostData,
  texts: readonly GhostText[],
  settings: ReadonlyMap<string, string>,
): readonly string[] {
  const counts = [...tables].flatMap(([name, rows]) =>
    rows.length === 0 || KNOWN_TABLES.has(name) ? [] : [`${name} (${rows.length})`],
  );
  const members = texts.filter(({ outline }) => outline.status === 'private').length;
  const mails = texts.filter(({ post }) => readGhostText(post, 'status') === 'sent').length;
  const code = ['codeinjection_head', 'codeinjection_foot', 'ghost_head', 'ghost_foot'].filter(
    (key) => settings.get(key),
  );
  const menus = ['navigation', 'secondary_navigation'].filter(
    (key) => !['', '[]', undefined].includes(settings.get(key)),
  );
  return [
    ...(counts.length === 0 ? [] : [`tables left out: ${counts.join(', ')}`]),
    ...(members === 0
      ? []
      : [`${members} texts were for members, whom this site does not have; they are drafts`]),
    ...(mails === 0 ? [] : [`${mails} texts were sent by mail only; they are drafts`]),
    ...(code.length === 0 ? [] : [`code of the site was left out: ${code.join(', ')}`]),
    ...(menus.length === 0
      ? []
      : [`menus were left out: ${menus.join(', ')}; write the menu in site.yaml`]),
  ];
}

async function* renderBodies(texts: readonly GhostText[]) {
  for (const { outline, post, caption, notes: found } of texts) {
    const render = (): ImportedBody => {
      const notes = [...found];
      const text = renderGhostBody(post, notes) + (caption === '' ? '' : `<p>${caption}</p>`);
      return { format: 'html', text, notes };
    };
    const source =
      BODY_KEYS.map((key) => readGhostText(post, key)).find((text) => text !== '') ?? '';
    const body: SourceBody = { source, isCut: readGhostFlag(post, CUT_KEY), render };
    yield { id: outline.id, body };
  }
}
