import { readPlainText } from '../plain-text.ts';
import { readDate } from '../read-dates.ts';
import { readChildText, readChildValue } from '../read-xml.ts';
import type { SourceXmlElement } from '../xml-builder.ts';

/** A text of a feed of any kind. */
export type ImportedFeedEntry = {
  readonly id: string;
  /**
   * `comment` is a comment on a text of the feed; `other` stands for settings and templates of
   * Blogger.
   */
  readonly kind: 'post' | 'page' | 'comment' | 'other';
  readonly isDraft: boolean;
  readonly title: string;
  /** An address or its path. */
  readonly link: string;
  readonly publishedAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly authors: readonly string[];
  readonly labels: readonly string[];
  /** The whole text as HTML; `summary` is HTML, too. */
  readonly content: string;
  readonly summary: string;
  /** The address of the whole text, if the feed does not contain it. */
  readonly contentAddress: string;
  /** The base of relative addresses in the text, if the feed names one. */
  readonly base: string | undefined;
  readonly media: readonly FeedMedia[];
};

export type FeedMedia = { readonly address: string; readonly type: string; readonly alt: string };

/** Reads an item of RSS or RDF, or an entry of Atom. */
export function readFeedEntry(element: SourceXmlElement): ImportedFeedEntry {
  return element.name === 'entry' ? readAtomEntry(element) : readRssItem(element);
}

function readRssItem(item: SourceXmlElement): ImportedFeedEntry {
  const first = (...names: readonly string[]) =>
    names.map((name) => readChildValue(item, name)).find((value) => value !== '') ?? '';
  const firstBody = (...names: readonly string[]) =>
    names.map((name) => readChildText(item, name)).find((value) => value !== '') ?? '';
  const guid = item.children.find(({ name }) => name === 'guid');
  const isPermalink =
    guid?.attributes.isPermaLink !== 'false' && /^https?:/.test(guid?.text.trim() ?? '');
  const link = first('feedburner:origLink', 'link') || (isPermalink ? first('guid') : '');
  const authors = listChildTexts(item, 'dc:creator').concat(
    listChildTexts(item, 'author').map(readAuthorName),
  );
  return {
    id: first('guid') || link || item.attributes['rdf:about'] || first('title'),
    kind: 'post',
    isDraft: false,
    title: readPlainText(first('title')),
    link,
    publishedAt: readDate(first('pubDate', 'dc:date', 'dcterms:created')),
    updatedAt: readDate(first('atom:updated', 'dcterms:modified')),
    authors: [...new Set(authors.length > 0 ? authors : listChildTexts(item, 'itunes:author'))],
    labels: [...listChildTexts(item, 'category'), ...listChildTexts(item, 'dc:subject')].map(
      readPlainText,
    ),
    content: firstBody('content:encoded', 'xhtml:body', 'atom:content'),
    summary: firstBody('description', 'media:description', 'itunes:summary'),
    contentAddress: '',
    base: item.attributes['xml:base'],
    media: listEntryMedia(item),
  };
}

/** Reads the name in `ann@hill.example (Ann Hill)`. */
function readAuthorName(author: string): string {
  return /^\S+@\S+ \((.+)\)$/.exec(author)?.[1] ?? author.replace(/^\S+@\S+$/, '');
}

function readAtomEntry(entry: SourceXmlElement): ImportedFeedEntry {
  const { children } = entry;
  const content = children.find(({ name }) => name === 'content');
  const summary = children.find(({ name }) => name === 'summary');
  const title = children.find(({ name }) => name === 'title');
  const links = children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
  const link = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? '';
  const authors = children
    .filter(({ name }) => name === 'author')
    .map((author) => readChildValue(author, 'name'));
  return {
    id: readChildValue(entry, 'id') || link,
    kind: findEntryKind(entry),
    isDraft: isDraftEntry(entry),
    title:
      title?.attributes.type === undefined || title.attributes.type === 'text'
        ? readChildValue(entry, 'title')
        : readPlainText(readChildValue(entry, 'title')),
    link:
      readChildValue(entry, 'feedburner:origLink') ||
      link ||
      readChildValue(entry, 'blogger:filename'),
    publishedAt: readDate(readChildValue(entry, 'published') || readChildValue(entry, 'issued')),
    updatedAt: readDate(readChildValue(entry, 'updated') || readChildValue(entry, 'modified')),
    authors: [...new Set(authors)].filter((name) => name !== ''),
    labels: children
      .filter(({ name, attributes }) => name === 'category' && attributes.scheme !== BLOGGER_KIND)
      .map(({ attributes }) => (attributes.label || attributes.term || '').trim()),
    content: readAtomHtml(content),
    summary: readAtomHtml(summary) || readMediaDescription(entry),
    contentAddress: content?.attributes.src ?? '',
    base: content?.attributes['xml:base'] ?? entry.attributes['xml:base'],
    media: [
      ...links.filter(({ rel }) => rel === 'enclosure').map(readEnclosure),
      ...listEntryMedia(entry),
    ],
  };
}

/**
 * Returns the HTML of an Atom text construct. It is plain text unless its type says otherwise, but
 * some feeds put HTML into it nevertheless.
 */
function readAtomHtml(element: SourceXmlElement | undefined): string {
  const text = element?.text.trim() ?? '';
  const isHtml =
    !['text', 'text/plain', undefined].includes(element?.attributes.type) ||
    /<\/?\w+[^<>]*>/.test(text);
  return isHtml || text === ''
    ? text
    : `<p>${text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replace(/\n{2,}/g, '</p><p>')}</p>`;
}

const BLOGGER_KIND = 'http://schemas.google.com/g/2005#kind';
const KINDS: ReadonlyMap<string | undefined, ImportedFeedEntry['kind']> = new Map([
  ['post', 'post'],
  ['page', 'page'],
  ['comment', 'comment'],
]);

/**
 * Finds the kind of an entry, because exports of Blogger also contain comments, pages, settings and
 * templates.
 */
function findEntryKind({ children }: SourceXmlElement): ImportedFeedEntry['kind'] {
  const kind = children.find(({ attributes }) => attributes.scheme === BLOGGER_KIND)?.attributes
    .term;
  const type = children.find(({ name }) => name === 'blogger:type')?.text.trim();
  const word = kind?.replace(/^.*#/, '') ?? type?.toLowerCase();
  return word === undefined ? 'post' : (KINDS.get(word) ?? 'other');
}

function isDraftEntry({ children }: SourceXmlElement): boolean {
  const control = children.find(({ name }) => name === 'app:control');
  const status = children.find(({ name }) => name === 'blogger:status')?.text.trim() ?? 'LIVE';
  return (
    status !== 'LIVE' || (control !== undefined && readChildValue(control, 'app:draft') === 'yes')
  );
}

/** The limit of a name or a category, in characters. */
const LABEL_LENGTH_MAX = 1_000;

function listChildTexts({ children }: SourceXmlElement, wanted: string): readonly string[] {
  const values = children
    .filter(({ name }) => name === wanted)
    .map(({ text }) => text.slice(0, LABEL_LENGTH_MAX).trim());
  return values.filter((value) => value !== '');
}

function listEntryMedia({ children }: SourceXmlElement): readonly FeedMedia[] {
  return children.flatMap((child) => {
    if (child.name === 'media:group') return listEntryMedia(child);
    if (!['enclosure', 'media:content', 'media:thumbnail'].includes(child.name)) return [];
    const isPicture = child.name === 'media:thumbnail' || child.attributes.medium === 'image';
    const media = readEnclosure(child.attributes);
    const alt = readChildValue(child, 'media:description') || readChildValue(child, 'media:title');
    return media.address === '' ? [] : [{ ...media, alt, ...(isPicture && { type: 'image/*' }) }];
  });
}

function readEnclosure(attributes: SourceXmlElement['attributes']): FeedMedia {
  const address = (attributes.url ?? attributes.href ?? '').trim();
  const isPicture = /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(address);
  return { address, type: attributes.type ?? (isPicture ? 'image/*' : ''), alt: '' };
}

function readMediaDescription(entry: SourceXmlElement): string {
  const group = entry.children.find(({ name }) => name === 'media:group') ?? entry;
  return readChildText(group, 'media:description');
}
