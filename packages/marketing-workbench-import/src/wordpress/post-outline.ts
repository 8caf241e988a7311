import { readPlainText } from '../plain-text.ts';
import { readDate } from '../read-dates.ts';
import { readChildText, readChildValue } from '../read-xml.ts';
import type { ImportedOutline } from '../source.ts';
import type { SourceXmlElement } from '../xml-builder.ts';
import { readSeoFields } from './seo-fields.ts';

export type WordPressTerm = {
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
};

type TextKeys = Pick<ImportedOutline, 'id' | 'kind' | 'status'> & {
  readonly type: string;
  /** The paths of the site on its host: empty, or `/blog` for a site in a folder. */
  readonly bases: readonly string[];
};

/** The limit in characters; search engines show a tenth of it. */
const META_LENGTH_MAX = 2_000;

/** Reads a text without its body. `picture.src` is the id of an attachment. */
export function readPostOutline(
  item: SourceXmlElement,
  { id, type, kind, status, bases }: TextKeys,
): ImportedOutline {
  const title = readPlainText(readChildValue(item, 'title'));
  const terms = listPostTerms(item);
  const publishedAt = readPostDate(item, 'wp:post_date');
  const updatedAt = readPostDate(item, 'wp:post_modified');
  const thumbnail = readPostMeta(item, '_thumbnail_id');
  const categories = terms.filter(({ domain }) => domain === 'category').map(({ slug }) => slug);
  const isCustom = type !== kind;
  return {
    id,
    kind,
    title,
    slug: readChildValue(item, 'wp:post_name'),
    status: readChildValue(item, 'wp:post_password') === '' ? status : 'private',
    publishedAt,
    updatedAt: updatedAt === publishedAt ? undefined : updatedAt,
    addresses: [
      ...new Set([
        ...listPostAddresses(item),
        ...bases.map((base) => `${base}/?${kind === 'page' ? 'page_id' : 'p'}=${id}`),
      ]),
    ],
    authors: listPostAuthors(item, terms),
    categories: isCustom ? [type, ...categories] : categories,
    tags: terms.filter(({ domain }) => isTagDomain(domain)).map(({ name }) => name),
    excerpt: readPlainText(readChildValue(item, 'excerpt:encoded')) || undefined,
    ...readSeoFields((key) => readPostMeta(item, key).slice(0, META_LENGTH_MAX), title),
    featured: readChildValue(item, 'wp:is_sticky') === '1' || undefined,
    picture: thumbnail === '' ? undefined : { src: thumbnail },
    comments: item.children.filter((child) => isComment(child) && !isPing(child)).length,
  };
}

export function listPostTerms({ children }: SourceXmlElement): readonly WordPressTerm[] {
  return children
    .filter(({ name }) => name === 'category')
    .map(({ attributes: { domain = '', nicename = '' }, text }) => ({
      domain,
      slug: nicename,
      name: readPlainText(text.slice(0, META_LENGTH_MAX)) || nicename,
    }));
}

/**
 * Returns true for a taxonomy whose terms become tags: all but those of WordPress for other
 * purposes, and those that only programs use.
 */
function isTagDomain(domain: string): boolean {
  return !/^(?:category|author|post_format|nav_menu|language|post_translations|wp_theme|wp_pattern_category|product_(?:type|visibility|shipping_class)|ef_.*|elementor_.*|.*_visibility)?$/.test(
    domain,
  );
}

export function isComment(child: SourceXmlElement): boolean {
  return child.name === 'wp:comment' && readChildValue(child, 'wp:comment_approved') === '1';
}

/** Returns true for a comment that another site sent automatically when it linked to the text. */
export function isPing(comment: SourceXmlElement): boolean {
  return /^(?:pingback|trackback)$/.test(readChildValue(comment, 'wp:comment_type'));
}

/** Lists the authors: those of the plugin Co-Authors, or else the author of the post. */
function listPostAuthors(
  item: SourceXmlElement,
  terms: readonly WordPressTerm[],
): readonly string[] {
  const several = terms
    .filter(({ domain }) => domain === 'author')
    .map(({ slug }) => readLogin(slug));
  const creator = readChildValue(item, 'dc:creator');
  return several.length > 0 ? several : [creator].filter((login) => login !== '');
}

export function readLogin(slug: string): string {
  return slug.replace(/^cap-/, '');
}

/** Lists the permalink, and those with earlier slugs. */
function listPostAddresses(item: SourceXmlElement): readonly string[] {
  const links = [readChildValue(item, 'link'), readChildValue(item, 'guid')].flatMap(
    (link) => readUrlPath(link) ?? [],
  );
  const [permalink = '/'] = links;
  const slug = readChildValue(item, 'wp:post_name');
  const old = listPostMeta(item, '_wp_old_slug').filter((one) => one !== '' && one !== slug);
  const renamed =
    permalink.includes(`/${slug}`) && slug !== ''
      ? old.map((one) =>
          permalink.replace(new RegExp(`/${RegExp.escape(slug)}(?=[/.]|$)`), `/${one}`),
        )
      : [];
  return [...links, ...renamed];
}

export function readUrlPath(link: string): string | undefined {
  const url = URL.parse(link.trim());
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.pathname + url.search;
}

/** Reads a time in UTC. Exports of drafts have zeros for UTC; then the local time is read. */
function readPostDate(item: SourceXmlElement, name: string): string | undefined {
  return readDate(readChildValue(item, `${name}_gmt`)) ?? readDate(readChildValue(item, name));
}

export function readPostMeta(item: SourceXmlElement, key: string): string {
  return listPostMeta(item, key)[0] ?? '';
}

function listPostMeta({ children }: SourceXmlElement, key: string): readonly string[] {
  return children
    .filter((child) => child.name === 'wp:postmeta' && readChildValue(child, 'wp:meta_key') === key)
    .map((child) => readChildText(child, 'wp:meta_value'));
}
