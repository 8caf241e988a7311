import path from 'node:path';
import { stringify } from 'yaml';
import type { SiteFile } from '../content/site-files/site-files.ts';
import { joinFrontMatter } from '../content/texts/front-matter.ts';
import { findTextKind, listKeyValues } from '../content/texts/text-fields.ts';
import { TEXT_LIMITS } from '../content/value-limits.ts';
import { convertHtmlBody } from '../html-to-markdown/html-to-markdown.ts';
import { files } from '../site/addresses.ts';
import type { Brand } from '../site/brand/brand.ts';
import { findSettings } from '../site/default-site.ts';
import type {
  CategoryRecord,
  ContentRecord,
  MediaRecord,
  PostRecord,
  TextRecord,
} from '../site/records.ts';
import type { SiteSettings } from '../site/settings.ts';
import type { Losses } from './losses.ts';
import { formatPortableHtml, restoreCallouts } from './portable-html.ts';

type RestoreContext = {
  readonly media: ReadonlyMap<string, MediaRecord>;
  readonly losses: Losses;
  /** Pictures and downloads of the folder by their path. */
  readonly pictures: Map<string, MediaRecord>;
};

/**
 * Returns the files of a content folder from which these records of PostgreSQL would be published,
 * as far as Markdown can express them.
 */
export function restoreFolder(
  records: readonly ContentRecord[],
  losses: Losses,
): readonly SiteFile[] {
  const found = records.filter((record) => record.kind === 'media');
  const media = new Map(found.map((record) => [files.media(record.name), record]));
  const context: RestoreContext = { media, losses, pictures: new Map() };
  losses.add(
    'colours, logo, drawings, standard.yaml, facts.yaml and comments, which PostgreSQL does not hold',
    'site.yaml',
  );
  losses.add('originals of pictures; PostgreSQL holds only the versions that readers see', 'media');
  if (!records.some(({ kind }) => kind === 'draft' || kind === 'pageDraft'))
    losses.add('drafts, unless they were published with PREVIEW_SECRET', 'texts');
  const texts = records.flatMap((record) =>
    isRestoredText(record) ? [restoreText(record, context)] : [],
  );
  const settings = restoreSettings(records, context).map(
    ([name, value]): SiteFile => createTextFile(name, stringify(value, { lineWidth: 0 })),
  );
  const styles = restoreStyle(findBrand(records), context);
  const pictures = Array.from(
    context.pictures,
    ([name, { bytes }]): SiteFile => ({ path: name, read: async () => bytes.read() }),
  );
  return [
    ...settings,
    ...texts,
    ...pictures,
    ...styles,
    ...restorePublicFiles(findSettings(records), media),
  ];
}

function restorePublicFiles(
  { publicFiles = {} }: SiteSettings,
  media: RestoreContext['media'],
): readonly SiteFile[] {
  return Object.entries(publicFiles).flatMap(([address, name]) => {
    const record = media.get(files.media(name));
    return record === undefined
      ? []
      : [{ path: `public${address}`, read: async () => record.bytes.read() }];
  });
}

/** Restores the owner's own style sheet, and saves the typefaces that it names in `fonts`. */
function restoreStyle({ style }: Partial<Brand>, context: RestoreContext): readonly SiteFile[] {
  if (style === undefined) return [];
  const css = style.css.replace(PUBLISHED_FONT, (url, address: string) => {
    const name = keepFile(address, 'fonts/theme.css', context);
    return name === undefined ? url : `url("fonts/${name}")`;
  });
  return [createTextFile('theme.css', css)];
}

const PUBLISHED_FONT = /url\("(\/media\/[\w.-]+\.woff2)"\)/g;

function createTextFile(name: string, text: string): SiteFile {
  return { path: name, read: async () => Buffer.from(text) };
}

const TEXTS: ReadonlySet<string> = new Set(['post', 'draft', 'page', 'pageDraft', 'legacy']);

function isRestoredText(record: ContentRecord): record is TextRecord {
  return TEXTS.has(record.kind);
}

function restoreText(record: TextRecord, context: RestoreContext): SiteFile {
  const file = formatTextPath(record);
  const { html, downloads } = takeDownloads(record.content, file, context);
  const portable = formatPortableHtml(html, {
    locate: (address) => address,
    onLoss: (what) => context.losses.add(what, file),
    isForMarkdown: true,
  });
  const converted = convertHtmlBody(portable, {
    findLink: (href) => href,
    formatAddress: (href) => href,
    findPicture: (src) => {
      const name = keepFile(src, file, context);
      return name === undefined ? undefined : { name };
    },
  });
  for (const [, alt = ''] of portable.matchAll(/ alt="([^"]*)"/g))
    if (alt.length > TEXT_LIMITS.alt)
      context.losses.add(`end of an alt text, over ${TEXT_LIMITS.alt} characters`, file);
  for (const note of converted.notes) context.losses.add(note, file);
  const keys = Object.fromEntries(listKeyValues(record));
  const cover = 'cover' in record ? restoreCover(record.cover, file, context) : undefined;
  return createTextFile(
    file,
    joinFrontMatter({ ...keys, cover, downloads }, restoreCallouts(converted.markdown)),
  );
}

const TEXT_FOLDERS = {
  article: 'articles',
  guide: 'guides',
  page: 'pages',
  legacy: 'legacy',
} as const;

function formatTextPath(record: TextRecord): string {
  const place = 'category' in record ? [record.category, record.subcategory ?? ''] : [];
  return path.posix.join(TEXT_FOLDERS[findTextKind(record)], ...place, `${record.slug}.md`);
}

function restoreCover(cover: PostRecord['cover'], file: string, context: RestoreContext) {
  const src = cover && keepFile(cover.src, file, context);
  return src === undefined ? undefined : { src, alt: cover?.alt };
}

/** Saves a picture or download beside a text; undefined if PostgreSQL does not hold it. */
function keepFile(
  address: string,
  text: string,
  { media, losses, pictures }: RestoreContext,
): string | undefined {
  const record = media.get(address);
  if (record === undefined) {
    losses.add('picture or download that PostgreSQL does not hold', `${text}: ${address}`);
    return undefined;
  }
  const plain = record.name.replace(/^[0-9a-f]{16}-/, '');
  const folder = path.posix.dirname(text);
  const taken = pictures.get(path.posix.join(folder, plain));
  const name = taken === undefined || taken === record ? plain : record.name;
  pictures.set(path.posix.join(folder, name), record);
  return name;
}

const SECTION = /<h2 id="downloads[^"]*">Downloads<\/h2>\s*<ul>(.*?)<\/ul>/s;
const ITEM =
  /<li><a href="(\/media\/[^"]+)">(.*?) \([A-Z]+, [\d.]+ [kM]B\)<\/a>(?:<br>(.*?))?<\/li>/gs;

/**
 * Removes the section of downloads, and returns the downloads for the front matter that created it.
 */
function takeDownloads(content: string, file: string, context: RestoreContext) {
  const [section = '', list = ''] = SECTION.exec(content) ?? [];
  const downloads = [...list.matchAll(ITEM)].flatMap(([, address = '', title = '', about]) => {
    const name = keepFile(address, file, context);
    return name === undefined
      ? []
      : [
          {
            file: name,
            title: decodeMarkupCharacters(title),
            ...(about && { about: decodeMarkupCharacters(about) }),
          },
        ];
  });
  return { html: downloads.length === 0 ? content : content.replace(section, ''), downloads };
}

function decodeMarkupCharacters(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function findBrand(records: readonly ContentRecord[]): Partial<Brand> {
  return records.find((record) => record.kind === 'site')?.brand ?? {};
}

function restoreSettings(
  records: readonly ContentRecord[],
  context: RestoreContext,
): readonly (readonly [string, unknown])[] {
  const settings = findSettings(records);
  const paths = records.flatMap((record) =>
    record.kind === 'category' && record.learningPath !== undefined
      ? [[record.slug, record.learningPath] as const]
      : [],
  );
  const names = records.flatMap((record) => (record.kind === 'synonyms' ? record.names : []));
  const rules = records.flatMap((record) => (record.kind === 'redirects' ? record.redirects : []));
  const authors = records.filter((record) => record.kind === 'author');
  const rows = rules.map(({ from, to, status, isPrefix }) => ({
    from,
    to,
    status,
    ...(isPrefix && { match: 'prefix' }),
  }));
  const people = authors.map(({ kind, picture, ...author }) => {
    const name =
      picture === undefined
        ? undefined
        : keepFile(files.media(picture), 'authors/authors.yaml', context);
    return { ...author, ...(name !== undefined && { picture: name }) };
  });
  return [
    ['site.yaml', restoreSite(settings, records, context)],
    ...(paths.length > 0 ? [['learning-paths.yaml', Object.fromEntries(paths)] as const] : []),
    ...(names.length > 0
      ? [
          [
            'synonyms.yaml',
            { same: [], also: Object.fromEntries(names.map(({ typed, meant }) => [typed, meant])) },
          ] as const,
        ]
      : []),
    ...(rows.length > 0 ? [['redirects.yaml', rows] as const] : []),
    ...(people.length > 0 ? [['authors.yaml', people] as const] : []),
  ];
}

/** Returns the key of a category for its icon, or for the picture in the place of one. */
function restoreIcon(
  { icon }: Pick<CategoryRecord, 'icon'>,
  { pictures = {} }: Partial<Brand>,
  context: RestoreContext,
) {
  const published = pictures[icon];
  if (published === undefined) return { icon };
  const picture = keepFile(files.media(published), 'categories/site.yaml', context);
  return picture === undefined ? {} : { picture };
}

function restoreSite(
  settings: SiteSettings,
  records: readonly ContentRecord[],
  context: RestoreContext,
) {
  const brand = findBrand(records);
  const { name, domain, description, language, hero, profiles, news, verification, navigation } =
    settings;
  const subcategories = records.filter((record) => record.kind === 'subcategory');
  const inOrder = (one: { readonly position: number }, other: { readonly position: number }) =>
    one.position - other.position;
  const categories = records
    .filter((record) => record.kind === 'category')
    .toSorted(inOrder)
    .map((category) => ({
      slug: category.slug,
      name: category.name,
      description: category.description,
      ...restoreIcon(category, brand, context),
      motif: settings.categories.find(({ slug }) => slug === category.slug)?.motif ?? 'blocks',
      subcategories: subcategories
        .filter((place) => place.category === category.slug && place.slug !== news?.slug)
        .toSorted(inOrder)
        .map((place) => ({ slug: place.slug, name: place.name, description: place.description })),
    }));
  const menu = navigation.map(({ label, to }) => ({ label, to }));
  const described = subcategories.find(({ slug }) => slug === news?.slug)?.description;
  return {
    name,
    domain,
    language,
    ...(description !== '' && { description }),
    ...(hero.text !== '' && { hero }),
    profiles: profiles.map(({ icon, ...profile }) => profile),
    categories,
    ...(news && { news: { ...news, ...(described && { description: described }) } }),
    ...(menu.every(({ to }) => !categories.some(({ slug }) => to === `/${slug}`)) && {
      navigation: menu,
    }),
    ...(verification && { verification }),
    ...(settings.analytics && { analytics: settings.analytics }),
    ...(settings.timeZone !== undefined && { timeZone: settings.timeZone }),
    ...(settings.counting && { counting: settings.counting }),
  };
}
