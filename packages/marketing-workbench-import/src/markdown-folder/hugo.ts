import path from 'node:path';
import { listArchives, listWithFeeds } from '../archives.ts';
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
  isRecord,
  listTextValues,
  readRecord,
} from './read-values.ts';
import { readSection, readSetting, type SiteConfig } from './site-config.ts';

type Languages = {
  readonly own: string;
  readonly names: ReadonlySet<string>;
  readonly hasFolder: boolean;
};

export function createHugo(config: SiteConfig): Program {
  const languages = readLanguages(config);
  const folders = listContentFolders(config);
  return {
    findPage: (file) => {
      const folder = folders.find((one) => file.path.startsWith(`${one.folder}/`));
      if (folder === undefined || !/\.(?:mdx?|markdown|html)$/i.test(file.path)) return undefined;
      return findHugoPage(file, file.path.slice(folder.folder.length + 1), {
        config,
        languages,
        language: folder.language,
      });
    },
    staticFolders: [
      ...listTextValues(findValue(config.values, 'staticDir')),
      'static',
      'assets',
      'content',
    ],
    listArchives: (terms) => listTaxonomyArchives(config, terms),
  };
}

function readLanguages(config: SiteConfig): Languages {
  const languages = readSection(config, 'languages');
  const own = readSetting(config, 'defaultContentLanguage') || 'en';
  return {
    own,
    names: new Set(Object.keys(languages)),
    hasFolder: findValue(config.values, 'defaultContentLanguageInSubdir') === true,
  };
}

/** Lists the folders of texts. Those of languages come before the one that contains them. */
function listContentFolders(config: SiteConfig) {
  const languages = readSection(config, 'languages');
  const folders: { folder: string; language: string | undefined }[] = [];
  for (const [language, value] of Object.entries(languages)) {
    const folder = findFirstText(readRecord(value), 'contentDir');
    if (folder !== '') folders.push({ folder: trimSlashes(folder), language });
    folders.push({
      folder: `${trimSlashes(readSetting(config, 'contentDir') || 'content')}/${language}`,
      language,
    });
  }
  const main = {
    folder: trimSlashes(readSetting(config, 'contentDir') || 'content'),
    language: undefined,
  };
  return [...folders, main].toSorted((one, other) => other.folder.length - one.folder.length);
}

function trimSlashes(text: string): string {
  return text.replace(/^\.?\/+|\/+$/g, '');
}

type HugoLanguageContext = {
  readonly config: SiteConfig;
  readonly languages: Languages;
  readonly language: string | undefined;
};

const BLOG = /^(?:posts?|blogs?|articles?|news|notes?|journal|writing|stories)$/i;

function findHugoPage(
  file: SourceTextFile,
  below: string,
  context: HugoLanguageContext,
): OldPage | undefined {
  const { values } = file;
  if (isHeadless(values)) return undefined;
  const parts = below.split('/');
  const { name, language } = splitLanguage(parts.pop() ?? '', context);
  const isBundle = name === 'index';
  const isSection = name === '_index';
  const fileName = isBundle || isSection ? (parts.pop() ?? '') : name;
  const section = parts[0] ?? (isSection ? fileName : '');
  const prefix = language === context.languages.own && !context.languages.hasFolder ? '' : language;
  const address = formatHugoAddress(
    file,
    { parts, fileName, isSection, isUgly: hasUglyUrl(context.config, section) },
    context.config,
  );
  const isPost = !isSection && section !== '' && (BLOG.test(section) || file.date !== undefined);
  return {
    kind: isPost ? 'post' : 'page',
    slug: findFirstText(values, 'slug') || readFileName(fileName).words || 'home',
    addresses: [joinPath(prefix, address), ...listHugoAliases(file, joinPath(prefix, address))],
    categories: isPost ? parts.slice(1, 2).filter((part) => !/^\d+$/.test(part)) : [],
    language: language === context.languages.own ? undefined : language,
  };
}

/** Returns true for a bundle without a page, which only provides files to other texts. */
function isHeadless(values: FrontMatterValues): boolean {
  const builds = [values.build, values._build].map((build) =>
    String(readRecord(build).render ?? ''),
  );
  return values.headless === true || builds.some((render) => /^(?:never|false)$/.test(render));
}

/** Splits the language off a file name: `index.de.md` is the German text of `index.md`. */
function splitLanguage(fileName: string, { languages, language }: HugoLanguageContext) {
  const name = fileName.replace(/\.\w+$/, '');
  const [, rest = name, suffix = ''] = /^(.+)\.([\w-]+)$/.exec(name) ?? [];
  const isLanguage =
    languages.names.has(suffix) ||
    (languages.names.size === 0 && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(suffix));
  return isLanguage
    ? { name: rest, language: suffix }
    : { name, language: language ?? languages.own };
}

function hasUglyUrl(config: SiteConfig, section: string): boolean {
  const setting = findValue(config.values, 'uglyURLs');
  return setting === true || readRecord(setting)[section] === true;
}

type HugoPath = {
  readonly parts: readonly string[];
  readonly fileName: string;
  readonly isSection: boolean;
  readonly isUgly: boolean;
};

function formatHugoAddress(file: SourceTextFile, place: HugoPath, config: SiteConfig): string {
  const { parts, fileName, isSection } = place;
  const url = findFirstText(file.values, 'url');
  const findPart = createHugoParts(file, place);
  const filled = url === '' ? undefined : fillPermalink(url, COLON_PARTS, findPart);
  if (filled !== undefined) return filled;
  const last = isSection ? fileName : findFirstText(file.values, 'slug') || fileName;
  const plain = joinPath(...parts.map(slugifyForHugo), slugifyForHugo(last));
  const pattern = isSection ? '' : findSectionPattern(config, parts[0] ?? '');
  const address =
    (pattern === '' ? undefined : fillPermalink(pattern, COLON_PARTS, findPart)) ?? plain;
  if (place.isUgly) return `${address.replace(/\/$/, '') || '/index'}.html`;
  return /\.html?$/.test(address) ? address : joinPath(address, '/');
}

function findSectionPattern(config: SiteConfig, section: string): string {
  const permalinks = readSection(config, 'permalinks');
  const rows = isRecord(permalinks.page) ? { ...permalinks, ...permalinks.page } : permalinks;
  return formatTextValue(rows[section]) || formatTextValue(rows['/']);
}

/** Returns a function that finds the parts of an address by Hugo's names for them. */
function createHugoParts(file: SourceTextFile, { parts, fileName }: HugoPath) {
  const slug = findFirstText(file.values, 'slug');
  const date = readDateParts(file.date);
  const words = readFileName(fileName).words;
  const named: Readonly<Record<string, string | undefined>> = {
    year: date?.year,
    month: date?.month,
    day: date?.day,
    monthname: date && nameMonth(date.month).toLowerCase(),
    yearday: date && String(Number(countDayOfYear(date))),
    section: parts[0] ?? '',
    sections: parts.join('/'),
    title: file.title,
    slug: slug || file.title,
    filename: fileName,
    contentbasename: fileName,
    slugorfilename: slug || words,
    slugorcontentbasename: slug || fileName,
  };
  const slices: Readonly<Record<string, readonly string[]>> = {
    'sections[1:]': parts.slice(1),
    'sections[:last]': parts.slice(0, -1),
    'sections[last]': parts.slice(-1),
  };
  return (name: string): string | undefined => {
    const value = slices[name]?.join('/') ?? named[name];
    return value?.split('/').map(slugifyForHugo).join('/');
  };
}

/** Formats a name as Hugo does in an address. */
function slugifyForHugo(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._+~-]/gu, '')
    .replace(/-{2,}/g, '-');
}

/** Lists the aliases. A relative alias is resolved against the address of the text. */
function listHugoAliases({ values }: SourceTextFile, address: string): readonly string[] {
  return listTextValues(findValue(values, 'aliases')).map((alias) =>
    alias.startsWith('/')
      ? alias
      : path.posix.resolve(path.posix.dirname(address.replace(/\/$/, '')), alias),
  );
}

function listTaxonomyArchives(
  config: SiteConfig,
  { categories, tags }: TermNames,
): readonly SourceArchive[] {
  const taxonomies = readSection(config, 'taxonomies');
  const folderOf = (name: string, usual: string) => formatTextValue(taxonomies[name]) || usual;
  const [categoryFolder, tagFolder] = [folderOf('category', 'categories'), folderOf('tag', 'tags')];
  const rows = [
    ...categories.map((of) => ({ kind: 'category', folder: categoryFolder, of }) as const),
    ...tags.map((of) => ({ kind: 'tag', folder: tagFolder, of }) as const),
  ];
  return [
    ...listArchives('feed', ['/index.xml']),
    ...listArchives(
      'home',
      [categoryFolder, tagFolder].map((folder) => joinPath(folder, '/')),
    ),
    ...rows.flatMap(({ kind, folder, of }) =>
      listWithFeeds(joinPath(folder, slugifyForHugo(of), '/'), { kind, of }, ['index.xml']),
    ),
  ];
}
