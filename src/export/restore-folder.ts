import path from 'node:path';
import { stringify } from 'yaml';
import type { TextRecord } from '../content/texts/text-document.ts';
import { convertHtmlBody } from '../import/body/html-to-markdown.ts';
import type { SiteFile } from '../import/content-folder/site-files.ts';
import { files } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import type { ContentRecord, MediaRecord } from '../site/records.ts';
import type { SiteSettings } from '../site/site.ts';
import type { Losses } from './losses.ts';
import { formatPortableHtml, restoreCallouts } from './portable-html.ts';

type Context = {
  readonly media: ReadonlyMap<string, MediaRecord>;
  readonly losses: Losses;
  /** By path. */
  readonly pictures: Map<string, MediaRecord>;
};

/** A content folder that publishes the records of PostgreSQL, as far as Markdown can say what they hold. */
export function restoreFolder(records: readonly ContentRecord[], losses: Losses): readonly SiteFile[] {
  const found = records.filter((record) => record.kind === 'media');
  const media = new Map(found.map((record) => [files.media(record.name), record]));
  const context: Context = { media, losses, pictures: new Map() };
  losses.add('colours, logo, drawings and standard.yaml, which PostgreSQL does not hold', 'site.yaml');
  losses.add('originals of pictures; PostgreSQL holds them as readers see them', 'media');
  if (!records.some(({ kind }) => kind === 'draft' || kind === 'pageDraft'))
    losses.add('drafts, unless they were published with PREVIEW_SECRET', 'texts');
  const texts = records.flatMap((record) => (isText(record) ? [restoreText(record, context)] : []));
  const settings = restoreSettings(records, context).map(
    ([name, value]): SiteFile => createFile(name, stringify(value, { lineWidth: 0 })),
  );
  const pictures = Array.from(
    context.pictures,
    ([name, { bytes }]): SiteFile => ({ path: name, read: async () => bytes.read() }),
  );
  return [...settings, ...texts, ...pictures, ...restorePublicFiles(findSettings(records), media)];
}

function restorePublicFiles(
  { publicFiles = {} }: SiteSettings,
  media: Context['media'],
): readonly SiteFile[] {
  return Object.entries(publicFiles).flatMap(([address, name]) => {
    const record = media.get(files.media(name));
    return record === undefined ? [] : [{ path: `public${address}`, read: async () => record.bytes.read() }];
  });
}

function createFile(name: string, text: string): SiteFile {
  return { path: name, read: async () => Buffer.from(text) };
}

const TEXTS: ReadonlySet<string> = new Set(['post', 'draft', 'page', 'pageDraft', 'legacy']);

function isText(record: ContentRecord): record is TextRecord {
  return TEXTS.has(record.kind);
}

function restoreText(record: TextRecord, context: Context): SiteFile {
  const file = placeText(record);
  const { keys, content } = readFields(record, file, context);
  const { html, downloads } = takeDownloads(content, file, context);
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
    if (alt.length > ALT_MAX) context.losses.add(`end of an alt text, over ${ALT_MAX} characters`, file);
  for (const note of converted.notes) context.losses.add(note, file);
  const all = { ...keys, ...(downloads.length > 0 && { downloads }) };
  const written = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== ''),
  );
  return createFile(
    file,
    `---\n${stringify(written, { lineWidth: 0 })}---\n\n${restoreCallouts(converted.markdown)}`,
  );
}

/** As `convertHtmlBody` cuts it. */
const ALT_MAX = 300;

function placeText(record: TextRecord): string {
  switch (record.kind) {
    case 'legacy':
      return `legacy/${record.slug}.md`;
    case 'page':
    case 'pageDraft':
      return `${record.form}s/${record.slug}.md`;
    case 'post':
    case 'draft':
      return path.posix.join('articles', record.category, record.subcategory ?? '', `${record.slug}.md`);
  }
}

function readFields(record: TextRecord, file: string, context: Context) {
  const { title, metaDescription, content } = record;
  const updatedAt = formatTime(record.updatedAt);
  if (record.kind === 'legacy') {
    const { legacyUrl, redirectTo } = record;
    return { content, keys: { title, legacyUrl, redirectTo, metaDescription, updatedAt } };
  }
  const { publishedAt, checkedAt, seoTitle, noindex, canonical, authors, answers } = record;
  const shared = {
    title,
    metaDescription,
    seoTitle,
    canonical,
    noindex: noindex || undefined,
    publishedAt: formatTime(publishedAt),
    updatedAt,
    checkedAt: formatTime(checkedAt),
    answers,
    draft: record.kind === 'draft' || record.kind === 'pageDraft' || undefined,
  };
  if (record.kind === 'page' || record.kind === 'pageDraft') {
    const { form, contents, inFooter, inSitemap, inSearch, inFeeds } = record;
    const own = form === 'guide' ? { author: authors } : { contents, inFooter, inSitemap };
    return { content, keys: { ...shared, ...own, inSearch, inFeeds } };
  }
  const { excerpt, featured, tags, cover } = record;
  const src = cover && keepFile(cover.src, file, context);
  return {
    content,
    keys: {
      ...shared,
      excerpt,
      author: authors,
      featured: featured || undefined,
      tags,
      ...(src !== undefined && { cover: { src, alt: cover?.alt } }),
    },
  };
}

function formatTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Saves a picture or download beside a text; undefined if PostgreSQL does not hold it. */
function keepFile(address: string, text: string, { media, losses, pictures }: Context): string | undefined {
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
const ITEM = /<li><a href="(\/media\/[^"]+)">(.*?) \([A-Z]+, [\d.]+ [kM]B\)<\/a>(?:<br>(.*?))?<\/li>/gs;

/** The section of downloads, which the front matter makes. */
function takeDownloads(content: string, file: string, context: Context) {
  const [section = '', list = ''] = SECTION.exec(content) ?? [];
  const downloads = [...list.matchAll(ITEM)].flatMap(([, address = '', title = '', about]) => {
    const name = keepFile(address, file, context);
    return name === undefined
      ? []
      : [{ file: name, title: decode(title), ...(about && { about: decode(about) }) }];
  });
  return { html: downloads.length === 0 ? content : content.replace(section, ''), downloads };
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function restoreSettings(
  records: readonly ContentRecord[],
  context: Context,
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
      picture === undefined ? undefined : keepFile(files.media(picture), 'authors/authors.yaml', context);
    return { ...author, ...(name !== undefined && { picture: name }) };
  });
  return [
    ['site.yaml', restoreSite(settings, records)],
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

function restoreSite(settings: SiteSettings, records: readonly ContentRecord[]) {
  const { name, domain, description, language, hero, profiles, news, verification, navigation } = settings;
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
      icon: category.icon,
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
    ...(menu.every(({ to }) => !categories.some(({ slug }) => to === `/${slug}`)) && { navigation: menu }),
    ...(verification && { verification }),
    ...(settings.analytics && { analytics: settings.analytics }),
    ...(settings.counting && { counting: settings.counting }),
  };
}
