import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createSlug } from '../site/create-slug.ts';
import { escapeXml, formatCdata } from '../site/escape-xml.ts';
import type { Losses } from './losses.ts';
import { formatPortableHtml } from './portable-html.ts';
import type { ExportedText, SiteContent } from './site-content.ts';
import type { WrittenTotals } from './write-files.ts';

type WxrAttachment = {
  readonly id: number;
  readonly address: string;
  readonly alt: string;
  /** Id of the first item that shows it. */
  readonly parent: number;
};

/** Writes WordPress eXtended RSS 1.2, one item at a time. Titles and excerpts are HTML there. */
export async function writeWxr(
  site: SiteContent,
  place: string,
  losses: Losses,
): Promise<WrittenTotals> {
  let [items, bytes] = [0, 0];
  function* format() {
    yield formatChannelHead(site);
    const attachments = new Map<string, WxrAttachment>();
    let id = 0;
    for (const text of site.texts()) {
      id += 1;
      const own = id;
      const attach = (path: string, alt: string): number => {
        const known = attachments.get(path);
        const attachment = known ?? {
          id: FIRST_ATTACHMENT + attachments.size,
          address: path,
          alt,
          parent: own,
        };
        attachments.set(path, attachment);
        return attachment.id;
      };
      yield formatTextItem(text, { id, site, losses, attach });
    }
    for (const attachment of attachments.values()) yield formatAttachmentItem(attachment, site);
    items = id + attachments.size;
    yield '</channel>\n</rss>\n';
  }
  if (site.settings.navigation.length > 0) losses.add('menu of the site', 'site.yaml');
  for (const { name, about, links = [] } of site.authors)
    if (about !== undefined || links.length > 0)
      losses.add('description and links of an author', name);
  for (const { from } of site.redirects)
    losses.add('redirect; WordPress needs a plugin for it', from);
  const counted = Readable.from(format()).on('data', (chunk) => {
    bytes += Buffer.byteLength(String(chunk));
  });
  await pipeline(counted, createWriteStream(place, { flags: 'wx' }));
  return { files: items, bytes };
}

/** Ids of attachments begin above those of texts. */
const FIRST_ATTACHMENT = 1_000_000;

const NAMESPACES = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:wfw="http://wellformedweb.org/CommentAPI/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
].join(' ');

const AUTHOR_OF_SITE = 'editor';

function formatChannelHead({
  settings,
  origin,
  authors,
  categories,
  subcategories,
}: SiteContent): string {
  const people = authors.map(({ slug, name }) => ({ slug, name }));
  const writers = [{ slug: AUTHOR_OF_SITE, name: settings.name }, ...people];
  const terms = [
    ...categories.map((category) => ({ ...category, parent: '' })),
    ...subcategories.map((subcategory) => ({ ...subcategory, parent: subcategory.category })),
  ];
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${NAMESPACES}>\n<channel>`,
    `<title>${escapeXml(settings.name)}</title><link>${origin}</link>`,
    `<description>${escapeXml(settings.description)}</description><language>${settings.language}</language>`,
    '<wp:wxr_version>1.2</wp:wxr_version>',
    `<wp:base_site_url>${origin}</wp:base_site_url><wp:base_blog_url>${origin}</wp:base_blog_url>`,
    ...writers.map(
      ({ slug, name }, index) =>
        `<wp:author>${formatWpElement('author_id', String(index + 1))}${formatWpElement('author_login', slug)}${formatWpElement('author_email', '')}${formatWpElement('author_display_name', name)}${formatWpElement('author_first_name', '')}${formatWpElement('author_last_name', '')}</wp:author>`,
    ),
    ...terms.map(
      ({ slug, name, parent, description }, index) =>
        `<wp:category>${formatWpElement('term_id', String(index + 1))}${formatWpElement('category_nicename', slug)}${formatWpElement('category_parent', parent)}${formatWpElement('cat_name', name)}${formatWpElement('category_description', description)}</wp:category>`,
    ),
    '',
  ].join('\n');
}

type WxrContext = {
  readonly id: number;
  readonly site: SiteContent;
  readonly losses: Losses;
  /** Returns the id of the attachment. */
  readonly attach: (path: string, alt: string) => number;
};

function formatTextItem(text: ExportedText, { id, site, losses, attach }: WxrContext): string {
  const html = formatPortableHtml(text.content, {
    locate: (path) => `${site.origin}${path}`,
    onLoss: (what) => losses.add(what, text.address),
  });
  for (const [, path = '', alt = ''] of html.matchAll(PICTURE))
    attachFile(path.slice(site.origin.length), alt);
  for (const [, path = ''] of html.matchAll(DOWNLOAD))
    attachFile(path.slice(site.origin.length), '');
  function attachFile(path: string, alt: string): number | undefined {
    return site.media.has(path) ? attach(path, alt) : undefined;
  }
  const thumbnail = text.cover && attachFile(text.cover.src, text.cover.alt);
  const { authors = [], excerpt = '', featured = false } = text;
  if (authors.length > 1) losses.add('further author of a text', text.address);
  if (text.kind === 'legacy') losses.add('address of a post of the old site', text.address);
  const meta = [
    ['_thumbnail_id', thumbnail === undefined ? '' : String(thumbnail)],
    ['_yoast_wpseo_title', text.seoTitle ?? ''],
    ['_yoast_wpseo_metadesc', text.metaDescription],
    ['_yoast_wpseo_canonical', text.canonical ?? ''],
    ['_yoast_wpseo_meta-robots-noindex', text.noindex ? '1' : ''],
  ] as const;
  return formatWxrItem({
    id,
    title: text.title,
    link: `${site.origin}${text.address}`,
    html,
    excerpt,
    creator: authors[0] ?? AUTHOR_OF_SITE,
    name: text.slug,
    parent: 0,
    isSticky: featured,
    status: STATUS[text.status],
    type: text.kind === 'page' ? 'page' : 'post',
    publishedAt: text.publishedAt ?? text.updatedAt ?? 0,
    updatedAt: text.updatedAt,
    more: [
      ...formatTextTerms(text, site),
      ...meta.flatMap(([key, value]) => (value === '' ? [] : formatPostMeta(key, value))),
    ],
  });
}

const PICTURE = /<img src="([^"]+)"(?: alt="([^"]*)")?/g;
const DOWNLOAD = /<a href="([^"]+\/media\/[^"]+)"/g;
const STATUS = { published: 'publish', scheduled: 'future', draft: 'draft' } as const;

function formatTextTerms(
  { category, subcategory, tags = [] }: ExportedText,
  site: SiteContent,
): readonly string[] {
  const find = (
    places: readonly { readonly slug: string; readonly name: string }[],
    slug: string | undefined,
  ) => places.filter((place) => place.slug === slug).map((place) => formatTerm('category', place));
  return [
    ...find(site.categories, category),
    ...find(site.subcategories, subcategory),
    ...tags.map((name) =>
      formatTerm('post_tag', { slug: createSlug(name, site.settings.language), name }),
    ),
  ];
}

function formatTerm(
  domain: string,
  { slug, name }: { readonly slug: string; readonly name: string },
): string {
  return `<category domain="${domain}" nicename="${slug}">${formatCdata(name)}</category>`;
}

function formatPostMeta(key: string, value: string): string {
  return `<wp:postmeta>${formatWpElement('meta_key', key)}${formatWpElement('meta_value', value)}</wp:postmeta>`;
}

function formatAttachmentItem(
  { id, address, alt, parent }: WxrAttachment,
  { origin, settings }: SiteContent,
): string {
  const url = `${origin}${address}`;
  const file = address.slice(address.lastIndexOf('/') + 1);
  return formatWxrItem({
    id,
    title: file,
    link: url,
    html: '',
    excerpt: '',
    creator: AUTHOR_OF_SITE,
    name: createSlug(file, settings.language),
    parent,
    isSticky: false,
    status: 'inherit',
    type: 'attachment',
    publishedAt: 0,
    updatedAt: undefined,
    more: [
      formatWpElement('attachment_url', url),
      formatPostMeta('_wp_attached_file', file),
      ...(alt === '' ? [] : [formatPostMeta('_wp_attachment_image_alt', decodeAttribute(alt))]),
    ],
  });
}

/** Decodes what `rehype-stringify` escapes in attributes. */
function decodeAttribute(text: string): string {
  return text
    .replaceAll('&#x22;', '"')
    .replaceAll('&#x26;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

type WxrItem = {
  readonly id: number;
  readonly title: string;
  readonly link: string;
  readonly html: string;
  readonly excerpt: string;
  readonly creator: string;
  readonly name: string;
  readonly parent: number;
  readonly isSticky: boolean;
  readonly status: string;
  readonly type: string;
  readonly publishedAt: number;
  readonly updatedAt: number | undefined;
  readonly more: readonly string[];
};

function formatWxrItem(item: WxrItem): string {
  const [date, changed] = [item.publishedAt, item.updatedAt ?? item.publishedAt].map(formatWxrTime);
  return [
    `<item><title>${formatCdata(escapeAngleBrackets(item.title))}</title><link>${escapeXml(item.link)}</link>`,
    `<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate><dc:creator>${formatCdata(item.creator)}</dc:creator>`,
    `<guid isPermaLink="false">${escapeXml(item.link)}</guid><description></description>`,
    `<content:encoded>${formatCdata(item.html)}</content:encoded>`,
    `<excerpt:encoded>${formatCdata(escapeAngleBrackets(item.excerpt))}</excerpt:encoded>`,
    formatWpElement('post_id', String(item.id)) +
      formatWpElement('post_date', date ?? '') +
      formatWpElement('post_date_gmt', date ?? ''),
    formatWpElement('post_modified', changed ?? '') +
      formatWpElement('post_modified_gmt', changed ?? ''),
    formatWpElement('comment_status', 'closed') +
      formatWpElement('ping_status', 'closed') +
      formatWpElement('post_name', item.name),
    formatWpElement('status', item.status) +
      formatWpElement('post_parent', String(item.parent)) +
      formatWpElement('menu_order', '0'),
    formatWpElement('post_type', item.type) +
      formatWpElement('post_password', '') +
      formatWpElement('is_sticky', item.isSticky ? '1' : '0'),
    ...item.more,
    '</item>\n',
  ].join('\n');
}

/** Escapes tags, but not `&`, as WordPress itself does. */
function escapeAngleBrackets(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns a time in UTC, which is the time zone of the site. */
function formatWxrTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

function formatWpElement(name: string, text: string): string {
  return `<wp:${name}>${formatCdata(text)}</wp:${name}>`;
}
