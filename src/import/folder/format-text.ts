import type { z } from 'zod';
import { joinFrontMatter } from '../../content/texts/front-matter.ts';
import type { FRONT_MATTER } from '../../content/texts/text-keys.ts';
import { TEXT_LIMITS } from '../../content/value-limits.ts';
import type { ImportedOutline } from '../source.ts';
import { cleanLine, cutText } from './clean-text.ts';
import type { ImportedDownload } from './convert-text.ts';
import { escapeText } from './placeholders.ts';

/** What the front matter needs besides the outline. */
type TextDetails = {
  readonly authors: readonly string[];
  readonly aliases: readonly string[];
  readonly tags: { readonly kept: readonly string[]; readonly lost: readonly string[] };
  readonly cover?: { readonly src: string; readonly alt: string } | undefined;
  readonly downloads: readonly ImportedDownload[];
  readonly isDraft: boolean;
  readonly hasWords: boolean;
  /** Of the old site. */
  readonly origins: readonly string[];
  /** Gets what does not fit. */
  readonly notes: string[];
};

const LONG_AGO = '1970-01-01T00:00:00Z';

/** The Markdown file of a text. */
export function formatImportedText(outline: ImportedOutline, body: string, details: TextDetails): string {
  const { notes, hasWords } = details;
  const title = cleanLine(outline.title);
  if (title === '') notes.push('has no title');
  const keys = {
    title: cut(title || 'Without a title', TEXT_LIMITS.title, 'title', notes),
    ...(outline.kind === 'post' ? listPostKeys(outline, details) : listPageKeys(outline, details)),
  };
  if (!hasWords) notes.push('has no words; its title stands in their place');
  const words = hasWords ? '' : `${body === '' ? '' : '\n'}${escapeText(keys.title)}\n`;
  return joinFrontMatter(keys, `${body}${words}`);
}

/** Without the title. */
type WrittenKeys<Kind extends 'article' | 'page'> = Partial<z.input<(typeof FRONT_MATTER)[Kind]>>;

function listPostKeys(outline: ImportedOutline, details: TextDetails): WrittenKeys<'article'> {
  const { authors, cover, tags, isDraft, aliases, notes, downloads } = details;
  const publishedAt = readDate(outline.publishedAt);
  if (publishedAt === undefined && !isDraft) notes.push('has no date; it got one of long ago');
  if (tags.lost.length > 0) notes.push(`tags left out: ${tags.lost.join(', ')}`);
  if (outline.status === 'private') notes.push(PRIVATE);
  return {
    excerpt: cut(cleanLine(outline.excerpt), TEXT_LIMITS.description, 'excerpt', notes),
    ...listSearchKeys(outline, notes),
    author: authors.length === 1 ? authors[0] : [...authors],
    publishedAt: publishedAt ?? LONG_AGO,
    updatedAt: findUpdate(outline, publishedAt),
    cover,
    tags: [...tags.kept],
    downloads: downloads.map(formatDownload),
    canonical: findCanonical(outline, details),
    noindex: outline.noindex,
    featured: outline.featured,
    draft: isDraft || undefined,
    aliases: [...aliases],
  };
}

const PRIVATE = 'was private or had a password, so it is a draft';

function listPageKeys(outline: ImportedOutline, details: TextDetails): WrittenKeys<'page'> {
  const { isDraft, downloads, notes } = details;
  if (outline.status === 'private') notes.push(PRIVATE);
  if (outline.status === 'scheduled') notes.push('was scheduled, which pages can’t be, so it is a draft');
  const publishedAt = readDate(outline.publishedAt);
  return {
    ...listSearchKeys(outline, notes),
    publishedAt,
    updatedAt: findUpdate(outline, publishedAt),
    downloads: downloads.map(formatDownload),
    canonical: findCanonical(outline, details),
    noindex: outline.noindex,
    draft: isDraft || undefined,
  };
}

function listSearchKeys(outline: ImportedOutline, notes: string[]) {
  return {
    metaDescription: cut(cleanLine(outline.metaDescription), TEXT_LIMITS.description, 'description', notes),
    seoTitle: cut(cleanLine(outline.seoTitle), TEXT_LIMITS.seoTitle, 'SEO title', notes),
  };
}

function formatDownload({ file, title }: ImportedDownload) {
  return { file, title: cutText(cleanLine(title) || file, TEXT_LIMITS.downloadTitle) };
}

function readDate(date: string | undefined): string | undefined {
  return date === undefined || Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** A change before the publication, such as one of a scheduled text, is none. */
function findUpdate({ updatedAt }: ImportedOutline, publishedAt: string | undefined): string | undefined {
  const date = readDate(updatedAt);
  if (date === undefined || publishedAt === undefined) return date;
  return Date.parse(date) > Date.parse(publishedAt) ? date : undefined;
}

/** The site itself names the address of a text as its canonical one. */
function findCanonical(
  { canonical, addresses }: ImportedOutline,
  { origins, notes }: TextDetails,
): string | undefined {
  if (canonical === undefined || canonical.trim() === '') return undefined;
  const url = URL.parse(canonical.trim(), origins[0]);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    notes.push(`canonical ${canonical} left out: it is no web address`);
    return undefined;
  }
  const isOwn = origins.some((origin) => URL.parse(origin)?.host === url.host);
  if (isOwn && addresses.includes(url.pathname + url.search)) return undefined;
  return url.href.replace(/^http:/, 'https:');
}

function cut(text: string, max: number, what: string, notes: string[]): string {
  const short = cutText(text, max);
  if (short !== text) notes.push(`${what} cut at ${max} characters; it was: ${text}`);
  return short;
}
