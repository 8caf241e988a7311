import { joinFrontMatter } from 'marketing-workbench/content/texts/front-matter';
import { type FRONT_MATTER, listTextKeys } from 'marketing-workbench/content/texts/text-keys';
import { TEXT_LIMITS } from 'marketing-workbench/content/value-limits';
import type { z } from 'zod';
import type { ImportedOutline } from '../source.ts';
import { cleanLine, truncateText } from './clean-text.ts';
import type { ImportedDownload } from './convert-text.ts';
import { escapeMarkdownMarks } from './placeholders.ts';

/** Data for the front matter that is not in the outline. */
type TextDetails = {
  readonly authors: readonly string[];
  readonly aliases: readonly string[];
  readonly tags: { readonly kept: readonly string[]; readonly lost: readonly string[] };
  readonly cover?: { readonly src: string; readonly alt: string } | undefined;
  readonly downloads: readonly ImportedDownload[];
  readonly isDraft: boolean;
  readonly hasWords: boolean;
  /** Origins of the old site. */
  readonly origins: readonly string[];
  /** Notes for the owner, to which everything is added that does not fit. */
  readonly notes: string[];
};

const LONG_AGO = '1970-01-01T00:00:00Z';

/** Returns the content of the Markdown file of a text. */
export function formatImportedText(
  outline: ImportedOutline,
  body: string,
  details: TextDetails,
): string {
  const { notes, hasWords } = details;
  const title = cleanLine(outline.title);
  if (title === '') notes.push('has no title');
  const shown = truncateWithNote(title || 'Without a title', TEXT_LIMITS.title, 'title', notes);
  const known: ReadonlySet<string> = new Set(
    listTextKeys(outline.kind === 'post' ? 'article' : 'page'),
  );
  const keys = Object.entries({ title: shown, ...createFrontMatter(outline, details) });
  if (!hasWords) notes.push('has no words; its title stands in their place');
  const words = hasWords ? '' : `${body === '' ? '' : '\n'}${escapeMarkdownMarks(shown)}\n`;
  return joinFrontMatter(
    Object.fromEntries(keys.filter(([key]) => known.has(key))),
    `${body}${words}`,
  );
}

/** Returns all keys but the title. The caller removes those that a page does not have. */
function createFrontMatter(
  outline: ImportedOutline,
  details: TextDetails,
): Partial<z.input<typeof FRONT_MATTER.article>> {
  const { authors, cover, tags, isDraft, aliases, notes, downloads } = details;
  const isPost = outline.kind === 'post';
  const publishedAt = keepDate(outline.publishedAt);
  if (isPost && publishedAt === undefined && !isDraft)
    notes.push(
      `has no date, so it got ${LONG_AGO.slice(0, 10)}; write the right one in publishedAt`,
    );
  if (isPost && tags.lost.length > 0)
    notes.push(`tags were left out, since this site can't have them: ${tags.lost.join(', ')}`);
  if (outline.status === 'private') notes.push('was private or had a password, so it is a draft');
  if (!isPost && outline.status === 'scheduled')
    notes.push('was scheduled, which pages can’t be, so it is a draft');
  const { description, seoTitle } = TEXT_LIMITS;
  return {
    excerpt: isPost
      ? truncateWithNote(cleanLine(outline.excerpt), description, 'excerpt', notes)
      : undefined,
    metaDescription: truncateWithNote(
      cleanLine(outline.metaDescription),
      description,
      'description',
      notes,
    ),
    seoTitle: truncateWithNote(cleanLine(outline.seoTitle), seoTitle, 'SEO title', notes),
    author: authors.length === 1 ? authors[0] : [...authors],
    publishedAt: publishedAt ?? (isPost ? LONG_AGO : undefined),
    updatedAt: findUpdate(outline, publishedAt),
    cover,
    tags: [...tags.kept],
    downloads: downloads.map(formatDownload),
    canonical: findForeignCanonical(outline, details),
    noindex: outline.noindex,
    featured: outline.featured,
    draft: isDraft || undefined,
    aliases: [...aliases],
  };
}

function formatDownload({ file, title }: ImportedDownload) {
  return { file, title: truncateText(cleanLine(title) || file, TEXT_LIMITS.downloadTitle) };
}

function keepDate(date: string | undefined): string | undefined {
  return date === undefined || Number.isNaN(Date.parse(date)) ? undefined : date;
}

/**
 * Returns the date of the last change; undefined if it was before the publication, as for a
 * scheduled text.
 */
function findUpdate(
  { updatedAt }: ImportedOutline,
  publishedAt: string | undefined,
): string | undefined {
  const date = keepDate(updatedAt);
  if (date === undefined || publishedAt === undefined) return date;
  return Date.parse(date) > Date.parse(publishedAt) ? date : undefined;
}

/**
 * Returns the canonical address if it is not the address of the text itself, which the site names
 * anyway.
 */
function findForeignCanonical(
  { canonical, addresses }: ImportedOutline,
  { origins, notes }: TextDetails,
): string | undefined {
  if (canonical === undefined || canonical.trim() === '') return undefined;
  const url = URL.parse(canonical.trim(), origins[0]);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    notes.push(`canonical ${canonical} was left out: it is not a web address`);
    return undefined;
  }
  const isOwn = origins.some((origin) => URL.parse(origin)?.host === url.host);
  if (isOwn && addresses.includes(url.pathname + url.search)) return undefined;
  return url.href.replace(/^http:/, 'https:');
}

function truncateWithNote(text: string, max: number, what: string, notes: string[]): string {
  const short = truncateText(text, max);
  if (short !== text) notes.push(`the ${what} was cut at ${max} characters; it was: ${text}`);
  return short;
}
