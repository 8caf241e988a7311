import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { ZipFile } from 'yazl';
import { files, pages } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import type { Losses } from './losses.ts';
import { formatPortableHtml } from './portable-html.ts';
import type { ExportedText, SiteContent } from './site-content.ts';
import type { WrittenTotals } from './write-files.ts';

type GhostExportContext = {
  readonly site: SiteContent;
  readonly losses: Losses;
  /** Returns the address of a picture or download in Ghost. */
  readonly locateFile: (path: string) => string;
};

/** Writes an export whose pictures keep their addresses on the present site. */
export async function writeGhostJson(
  site: SiteContent,
  place: string,
  losses: Losses,
): Promise<WrittenTotals> {
  for (const { from } of listRedirectsToGhost(site))
    losses.add('redirect; export to a .zip, which has redirects.yaml', from);
  addAuthorLosses(site, losses);
  const context = { site, losses, locateFile: (file: string) => `${site.origin}${file}` };
  const bytes = { count: 0 };
  await pipeline(
    streamCounted(formatGhostExport(context), bytes),
    createWriteStream(place, { flags: 'wx' }),
  );
  return { files: 1, bytes: bytes.count };
}

/**
 * Writes a .zip with the export, the pictures and downloads in their folders, and a redirects.yaml
 * to upload in Ghost's settings.
 */
export async function writeGhostZip(
  site: SiteContent,
  place: string,
  losses: Losses,
): Promise<WrittenTotals> {
  for (const { from, to, isPrefix } of site.redirects) {
    if (to === undefined) losses.add('address that is gone (410)', from);
    else if (isPrefix)
      losses.add(
        'redirect of a path and all addresses below it; only the path itself redirects',
        from,
      );
  }
  addAuthorLosses(site, losses);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(place, { flags: 'wx' }));
  const bytes = { count: 0 };
  const context = {
    site,
    losses,
    locateFile: (file: string) => `__GHOST_URL__/${locateInZip(file)}`,
  };
  zip.addReadStream(
    streamCounted(formatGhostExport(context), bytes),
    'ghost-export.json',
    ZIP_TIME,
  );
  let count = 2;
  for (const [address, media] of site.media) {
    const content = media.bytes.read();
    zip.addBuffer(Buffer.from(content), locateInZip(address), { ...ZIP_TIME, compress: false });
    bytes.count += content.length;
    count += 1;
  }
  zip.addBuffer(Buffer.from(formatGhostRedirects(site)), 'redirects.yaml', ZIP_TIME);
  zip.end();
  await written;
  return { files: count, bytes: bytes.count };
}

function addAuthorLosses({ authors }: SiteContent, losses: Losses): void {
  for (const { name, about = '', links = [] } of authors) {
    losses.add('email address of an author; Ghost requires one, so replace the placeholder', name);
    if (about.length > BIO_MAX)
      losses.add(`end of the description of an author, over ${BIO_MAX} characters`, name);
    if (links.length > 1) losses.add('further link of an author', name);
  }
}

/** A fixed time, so that the same site gives the same bytes. */
const ZIP_TIME = { mtime: new Date('2020-01-01T00:00:00Z') };

function locateInZip(address: string): string {
  const name = path.posix.basename(address);
  return `content/${isDownloadName(name) ? 'files' : 'images'}/${name}`;
}

function isDownloadName(name: string): boolean {
  return !/\.(?:svg|png|jpe?g|webp|avif|gif|ico)$/.test(name);
}

function streamCounted(lines: Iterable<string>, bytes: { count: number }): Readable {
  return Readable.from(lines, { objectMode: false }).on('data', (chunk) => {
    bytes.count += Buffer.byteLength(chunk);
  });
}

/** Returns an id in the form of Ghost: 24 hexadecimal digits. */
function createGhostId(kind: string, name: string): string {
  return hash('sha256', `${kind} ${name}`).slice(0, 24);
}

const OWNER = { slug: 'editor', name: 'Editor' };

/**
 * Returns the JSON of the export, one post a line; the lists that join posts, tags and authors
 * follow.
 */
function* formatGhostExport(context: GhostExportContext): Generator<string> {
  const { site } = context;
  const tags = new Map<string, string>();
  const joins: { readonly tags: string[]; readonly authors: string[]; readonly meta: string[] } = {
    tags: [],
    authors: [],
    meta: [],
  };
  yield `{"db":[{"meta":{"exported_on":0,"version":"5.100.0"},"data":{"posts":[`;
  let isFirst = true;
  for (const text of site.texts()) {
    const post = formatGhostPost(text, context);
    yield `${isFirst ? '' : ','}\n${JSON.stringify(post)}`;
    isFirst = false;
    joins.meta.push(JSON.stringify(formatGhostMeta(text, post.id, context)));
    for (const [index, { slug, name }] of listGhostTags(text, site).entries()) {
      tags.set(slug, name);
      joins.tags.push(JSON.stringify({ ...joinToPost(post.id, 'tag', slug), sort_order: index }));
    }
    for (const [index, slug] of (text.authors ?? [OWNER.slug]).entries())
      joins.authors.push(
        JSON.stringify({ ...joinToPost(post.id, 'author', slug), sort_order: index }),
      );
  }
  yield `\n],"posts_meta":[${joins.meta.join(',\n')}],"posts_tags":[${joins.tags.join(',\n')}],`;
  yield `"posts_authors":[${joins.authors.join(',\n')}],"tags":${JSON.stringify(formatGhostTags(tags, site))},`;
  yield `"users":${JSON.stringify(formatGhostUsers(site))},"settings":${JSON.stringify(formatGhostSettings(site))}}}]}\n`;
}

function joinToPost(post: string, kind: 'tag' | 'author', slug: string) {
  return {
    id: createGhostId(`${post} ${kind}`, slug),
    post_id: post,
    [`${kind}_id`]: createGhostId(kind, slug),
  };
}

function formatGhostPost(text: ExportedText, { site, losses, locateFile }: GhostExportContext) {
  const html = formatPortableHtml(text.content, {
    locate: (address) => formatGhostAddress(address, site, locateFile),
    onLoss: (what) => losses.add(what, text.address),
  });
  const time = new Date(text.publishedAt ?? text.updatedAt ?? 0).toISOString();
  const card = { type: 'html', version: 1, html };
  const lexical = {
    root: { children: [card], direction: null, format: '', indent: 0, type: 'root', version: 1 },
  };
  return {
    id: createGhostId('post', text.address),
    title: truncateWithLoss(text.title, TITLE_MAX, { text, losses, what: 'end of a title' }),
    slug: text.slug,
    html,
    lexical: JSON.stringify(lexical),
    type: text.kind === 'page' ? 'page' : 'post',
    status: text.status,
    visibility: 'public',
    featured: text.featured ? 1 : 0,
    feature_image: text.cover === undefined ? null : locateFile(text.cover.src),
    custom_excerpt:
      truncateWithLoss(text.excerpt ?? '', EXCERPT_MAX, {
        text,
        losses,
        what: 'end of an excerpt',
      }) || null,
    // Ghost has no field for it.
    codeinjection_head: text.noindex ? '<meta name="robots" content="noindex">' : null,
    canonical_url: text.canonical ?? null,
    created_at: time,
    published_at: text.status === 'draft' ? null : time,
    updated_at: new Date(text.updatedAt ?? text.publishedAt ?? 0).toISOString(),
  };
}

/** Lengths of Ghost's columns, in characters. */
const [TITLE_MAX, EXCERPT_MAX, META_MAX, ALT_MAX, BIO_MAX] = [255, 300, 500, 191, 200];

type Truncation = { readonly text: ExportedText; readonly losses: Losses; readonly what: string };

function truncateWithLoss(words: string, max: number, { text, losses, what }: Truncation): string {
  if (words.length <= max) return words;
  losses.add(`${what}, over ${max} characters`, text.address);
  return words.slice(0, max);
}

function formatGhostMeta(text: ExportedText, post: string, { losses }: GhostExportContext) {
  return {
    id: createGhostId('meta', post),
    post_id: post,
    meta_title: text.seoTitle ?? null,
    meta_description:
      truncateWithLoss(text.metaDescription, META_MAX, {
        text,
        losses,
        what: 'end of a description',
      }) || null,
    feature_image_alt:
      text.cover === undefined
        ? null
        : truncateWithLoss(text.cover.alt, ALT_MAX, {
            text,
            losses,
            what: 'end of an alt text of a cover',
          }),
  };
}

/**
 * Lists the tags of a text. Ghost's tags have no levels; the first is the primary one, here the
 * category of an article.
 */
function listGhostTags({ category, subcategory, tags = [] }: ExportedText, site: SiteContent) {
  const places = [
    ...site.categories.filter(({ slug }) => slug === category),
    ...site.subcategories.filter(({ slug }) => slug === subcategory),
  ].map(({ slug, name }) => ({ slug, name }));
  const own = tags.map((name) => ({ slug: createSlug(name, site.settings.language), name }));
  return [...places, ...own.filter(({ slug }) => !places.some((place) => place.slug === slug))];
}

function formatGhostTags(used: ReadonlyMap<string, string>, site: SiteContent) {
  const places = [...site.categories, ...site.subcategories];
  const described = new Map(
    places.map(({ slug, name, description }) => [slug, { name, description }]),
  );
  const all = new Map([...used].map(([slug, name]) => [slug, { name, description: '' }]));
  return Array.from(new Map([...all, ...described]), ([slug, { name, description }]) => ({
    id: createGhostId('tag', slug),
    slug,
    name,
    description: description === '' ? null : description,
  }));
}

function formatGhostUsers({ authors }: SiteContent) {
  return [{ ...OWNER, about: undefined, links: [] }, ...authors].map(
    ({ slug, name, about, links = [] }) => ({
      id: createGhostId('author', slug),
      slug,
      name,
      email: `${slug}@example.com`,
      bio: about?.slice(0, BIO_MAX) ?? null,
      website: links[0] ?? null,
      status: 'active',
    }),
  );
}

function formatGhostSettings({ settings }: SiteContent) {
  const navigation = settings.navigation.map(({ label, to }) => ({ label, url: to }));
  const rows = [
    ['title', settings.name],
    ['description', settings.description],
    ['locale', settings.language],
    ['navigation', JSON.stringify(navigation)],
  ];
  return rows.map(([key = '', value]) => ({ id: createGhostId('setting', key), key, value }));
}

/** Returns the address that Ghost gives by default. */
function formatGhostAddress(
  address: string,
  site: SiteContent,
  locateFile: (path: string) => string,
): string {
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
  if (site.media.has(pathname)) return locateFile(pathname);
  return `__GHOST_URL__${findGhostPath(pathname, site) ?? pathname}${rest}`;
}

const paths = new WeakMap<SiteContent, ReadonlyMap<string, string>>();

function findGhostPath(pathname: string, site: SiteContent): string | undefined {
  const known = paths.get(site) ?? listGhostPaths(site);
  paths.set(site, known);
  return known.get(pathname);
}

const GHOST_FEED = '/rss/';

function listGhostPaths(site: SiteContent): ReadonlyMap<string, string> {
  const { news } = site.settings;
  return new Map([
    [files.feed('rss'), GHOST_FEED],
    ...site.addresses.map(({ address, slug }) => [address, `/${slug}/`] as const),
    ...site.categories.map(({ slug }) => [pages.category(slug), `/tag/${slug}/`] as const),
    ...site.subcategories.map(
      (place) => [pages.subcategory(place, news), `/tag/${place.slug}/`] as const,
    ),
    ...site.authors.map(({ slug }) => [pages.author(slug), `/author/${slug}/`] as const),
  ]);
}

/**
 * Lists redirects from the present address of each text and list, and the rules of the site, with
 * addresses of Ghost as targets.
 */
function listRedirectsToGhost(
  site: SiteContent,
): readonly { readonly from: string; readonly to: string; readonly status: number }[] {
  const moved = Array.from(listGhostPaths(site), ([from, to]) => ({ from, to, status: 301 }));
  const rules = site.redirects.flatMap(({ from, to, status }) =>
    to === undefined ? [] : [{ from, to: findGhostPath(to, site) ?? to, status }],
  );
  return [...moved.filter(({ from, to }) => `${from}/` !== to), ...rules];
}

/** Returns redirects.yaml, in which Ghost reads the old addresses as regular expressions. */
function formatGhostRedirects(site: SiteContent): string {
  const of = (wanted: number) =>
    Object.fromEntries(
      listRedirectsToGhost(site)
        .filter(({ status }) => status === wanted)
        .map(({ from, to }) => [`^${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?$`, to]),
    );
  return stringify({ 301: of(301), 302: of(302) }, { lineWidth: 0 });
}
