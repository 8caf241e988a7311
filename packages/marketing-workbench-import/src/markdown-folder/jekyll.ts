import { listArchives } from '../archives.ts';
import { COLON_PARTS, fillPermalink, joinPath } from '../permalinks.ts';
import type { SourceArchive } from '../source.ts';
import {
  countDayOfYear,
  nameMonth,
  type OldPage,
  type Program,
  readDateParts,
  readFileName,
  type SourceTextFile,
  type TermNames,
} from './page.ts';
import {
  type FrontMatterValues,
  findFirstText,
  findValue,
  formatTextValue,
  listTextValues,
  readRecord,
} from './read-values.ts';
import { readSection, readSetting, type SiteConfig } from './site-config.ts';

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
};

export function createJekyll(config: SiteConfig, hasSourceFolder: boolean): Program {
  const folder = (readSetting(config, 'source') || (hasSourceFolder ? 'source' : '')).replace(
    /^\.?\/|\/$/g,
    '',
  );
  const root = folder === '' ? '' : `${folder}/`;
  const defaults = readDefaults(config);
  return {
    findPage: (file) =>
      file.path.startsWith(root)
        ? findJekyllPage(file, file.path.slice(root.length), config)
        : undefined,
    findDefaults: (path) => {
      const below = path.slice(root.length);
      const matching = defaults.filter(({ scope }) => isInScope(below, scope, config));
      return Object.assign({}, ...matching.map(({ values }) => values));
    },
    staticFolders: [folder, 'assets', 'public', 'static'],
    listArchives: (terms) => listPatternArchives(config, terms),
  };
}

type Scope = { readonly path: string; readonly type: string };

function readDefaults(
  config: SiteConfig,
): readonly { readonly scope: Scope; readonly values: FrontMatterValues }[] {
  const rows = findValue(config.values, 'defaults');
  return (Array.isArray(rows) ? rows : []).map(readRecord).map((row) => {
    const scope = readRecord(row.scope);
    return {
      scope: {
        path: formatTextValue(scope.path).replace(/^\/|[/*]+$/g, ''),
        type: formatTextValue(scope.type),
      },
      values: readRecord(row.values),
    };
  });
}

function isInScope(below: string, { path, type }: Scope, config: SiteConfig): boolean {
  const collection = findCollection(below, config)?.name ?? (isPostPath(below) ? 'posts' : 'pages');
  const isOfType = type === '' || type.replace(/^(post|page|draft)$/, '$1s') === collection;
  return isOfType && (path === '' || below === path || below.startsWith(`${path}/`));
}

function isPostPath(below: string): boolean {
  return /(?:^|\/)_(?:posts|drafts)\//.test(below);
}

function findCollection(below: string, config: SiteConfig) {
  const folder = readSetting(config, 'collections_dir').replace(/^\/|\/$/g, '');
  const path =
    folder !== '' && below.startsWith(`${folder}/`) ? below.slice(folder.length + 1) : below;
  const [, name = '', rest = ''] = /^_([\w-]+)\/(.+)$/s.exec(path) ?? [];
  const collections = findValue(config.values, 'collections');
  const isNamed = Array.isArray(collections) && collections.includes(name);
  const values = readRecord(readRecord(collections)[name]);
  if (name === '' || isPostPath(path) || !(isNamed || name in readRecord(collections)))
    return undefined;
  return { name, rest, values };
}

function findJekyllPage(
  file: SourceTextFile,
  below: string,
  config: SiteConfig,
): OldPage | undefined {
  const collection = findCollection(below, config);
  const found = isPostPath(below)
    ? createJekyllPost(file, below, config)
    : collection !== undefined
      ? findCollectionPage(file, collection)
      : findStandalonePage(file, below, config);
  if (found === undefined) return undefined;
  const aliases = listTextValues(findValue(file.values, 'redirect_from')).map((from) =>
    joinPath(from),
  );
  const [first = '/'] = found.addresses;
  // GitHub serves `/page.html` at `/page`, too.
  const short = first.endsWith('.html') ? [first.slice(0, -'.html'.length)] : [];
  return { ...found, addresses: [first, ...short, ...found.addresses.slice(1), ...aliases] };
}

function createJekyllPost(file: SourceTextFile, below: string, config: SiteConfig): OldPage {
  const [, before = '', folder = '', rest = ''] = /^(.*?)_(posts|drafts)\/(.+)$/s.exec(below) ?? [];
  const name = rest.split('/').at(-1) ?? '';
  const words = readFileName(name).words;
  const slug =
    findFirstText(file.values, 'slug') ||
    words.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@-]+/gu, '-');
  const categories = [
    ...before.split('/').filter((part) => part !== ''),
    ...readCategories(file.values),
  ];
  const written = findFirstText(file.values, 'permalink');
  const pattern = written || readPostPattern(config);
  const address =
    fillPermalink(
      pattern,
      COLON_PARTS,
      createJekyllParts(file, { slug, name: words, categories }),
    ) ?? joinPath(slug);
  return {
    kind: 'post',
    slug: words || slug,
    addresses: [address],
    isDraft: folder === 'drafts',
    categories: before.split('/').filter((part) => part !== ''),
  };
}

function readPostPattern(config: SiteConfig): string {
  const permalink = readSetting(config, 'permalink') || 'date';
  return STYLES[permalink] ?? permalink;
}

/** Reads the categories, which are a list or a text of names with spaces between them. */
export function readCategories(values: FrontMatterValues): readonly string[] {
  const written = findValue(values, 'categories') ?? findValue(values, 'category');
  if (typeof written !== 'string') return listTextValues(written);
  const isOne = findValue(values, 'categories') === undefined;
  return isOne
    ? listTextValues(written)
    : written.split(written.includes(',') ? ',' : /\s+/).flatMap(listTextValues);
}

type PermalinkNames = {
  readonly slug: string;
  readonly name: string;
  readonly categories: readonly string[];
};

/** Returns a function that finds the parts of an address by Jekyll's names for them. */
function createJekyllParts(file: SourceTextFile, { slug, name, categories }: PermalinkNames) {
  const date = readDateParts(file.date);
  const values: Readonly<Record<string, string | undefined>> = {
    title: slug,
    slug: slug.toLowerCase(),
    name,
    basename: name,
    output_ext: '.html',
    path: name,
    collection: '',
    year: date?.year,
    month: date?.month,
    day: date?.day,
    i_month: date && String(Number(date.month)),
    i_day: date && String(Number(date.day)),
    short_year: date?.year.slice(2),
    y_day: date && countDayOfYear(date),
    long_month: date && nameMonth(date.month),
    short_month: date && nameMonth(date.month).slice(0, 3),
    ...readTimeParts(file.date),
    categories: categories
      .map((category) => category.toLowerCase().replace(/\s+/g, '%20'))
      .join('/'),
    slugified_categories: categories.map(slugifyForJekyll).join('/'),
  };
  return (key: string): string | undefined => values[key];
}

function readTimeParts(date: string | undefined) {
  const [, hour, minute, second] = /T(\d\d):(\d\d):(\d\d)/.exec(date ?? '') ?? [];
  return { hour, minute, second };
}

function slugifyForJekyll(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

type JekyllCollection = {
  readonly name: string;
  readonly rest: string;
  readonly values: FrontMatterValues;
};

/** Finds the page of a text in a collection. Texts of collections without pages are data. */
function findCollectionPage(
  file: SourceTextFile,
  { name, rest, values }: JekyllCollection,
): OldPage | undefined {
  if (values.output !== true) return undefined;
  const path = rest.replace(/\.\w+$/, '');
  const last = path.split('/').at(-1) ?? '';
  const pattern =
    findFirstText(file.values, 'permalink') ||
    formatTextValue(values.permalink) ||
    '/:collection/:path.html';
  const names = {
    slug: findFirstText(file.values, 'slug') || last,
    name: last,
    categories: readCategories(file.values),
  };
  const filled = pattern.replace(/:collection/g, name).replace(/:path/g, path);
  const address =
    fillPermalink(filled, COLON_PARTS, createJekyllParts(file, names)) ?? joinPath(name, path);
  return { kind: file.date === undefined ? 'page' : 'post', slug: last, addresses: [address] };
}

function findStandalonePage(
  file: SourceTextFile,
  below: string,
  config: SiteConfig,
): OldPage | undefined {
  if (/(?:^|\/)_(?!pages\/)/.test(below)) return undefined;
  const path = below.replace(/^_pages\//, '').replace(/\.\w+$/, '');
  const isIndex = /(?:^|\/)index$/.test(path);
  const isPretty = /\/$/.test(readPostPattern(config));
  const plain = isIndex ? path.replace(/index$/, '') : `${path}${isPretty ? '/' : '.html'}`;
  const permalink = findFirstText(file.values, 'permalink');
  const last = path.split('/').at(-1) ?? '';
  const slug = isIndex ? (path.split('/').at(-2) ?? 'home') : last;
  const names = { slug: last, name: last, categories: [] };
  const address =
    permalink === ''
      ? undefined
      : fillPermalink(permalink, COLON_PARTS, createJekyllParts(file, names));
  return { kind: 'page', slug, addresses: [address ?? joinPath(plain)] };
}

function listPatternArchives(
  config: SiteConfig,
  { categories, tags }: TermNames,
): readonly SourceArchive[] {
  const archives = readSection(config, 'jekyll-archives');
  const permalinks = readRecord(archives.permalinks);
  const patterns = [
    ...['category/:name/', 'categories/:name/', formatTextValue(permalinks.category)].map(
      (pattern) => ({ kind: 'category', pattern, names: categories }) as const,
    ),
    ...['tag/:name/', 'tags/:name/', formatTextValue(permalinks.tag)].map(
      (pattern) => ({ kind: 'tag', pattern, names: tags }) as const,
    ),
  ];
  return [
    ...listArchives('feed', ['/feed.xml', '/atom.xml', '/rss.xml']),
    ...listArchives('home', ['categories/', 'tags/', 'archive/']),
    ...patterns.flatMap(({ kind, pattern, names }) =>
      names.flatMap((of) =>
        pattern === ''
          ? []
          : listArchives(kind, [pattern.replaceAll(':name', slugifyForJekyll(of))], of),
      ),
    ),
  ];
}
