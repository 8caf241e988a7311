import { stringify } from 'yaml';
import { createSlug } from '../../site/create-slug.ts';
import type { PlacedText } from './place-texts.ts';

/** What the front matter needs besides the outline. */
export type TextDetails = {
  readonly authors: readonly string[];
  readonly cover?: { readonly src: string; readonly alt: string } | undefined;
  /** Whether a part of the body could not be converted. */
  readonly isUnfinished: boolean;
};

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 1000;
const SEO_TITLE_MAX = 70;
const TAG_MAX = 40;
const TAGS_MAX = 8;

/** The Markdown file of a text. Adds a note for everything that does not fit in the front matter. */
export function formatText(
  { outline, aliases }: PlacedText,
  body: string,
  details: TextDetails,
  notes: string[],
): string {
  const isDraft = outline.status === 'draft' || outline.status === 'private' || details.isUnfinished;
  if (outline.status === 'private') notes.push('was private or had a password, so it is a draft');
  const isPost = outline.kind === 'post';
  if (!isPost && outline.publishedAt !== undefined) notes.push('the date of a page is its last change');
  const keys = {
    title: cut(outline.title || 'Without a title', TITLE_MAX, 'title', notes),
    ...(isPost && { excerpt: cut(toLine(outline.excerpt), DESCRIPTION_MAX, 'excerpt', notes) }),
    metaDescription: cut(toLine(outline.metaDescription), DESCRIPTION_MAX, 'description', notes),
    seoTitle: cut(toLine(outline.seoTitle), SEO_TITLE_MAX, 'SEO title', notes),
    ...(isPost && {
      author: details.authors.length === 1 ? details.authors[0] : details.authors,
      publishedAt: outline.publishedAt ?? '1970-01-01T00:00:00Z',
    }),
    updatedAt: isPost ? outline.updatedAt : (outline.updatedAt ?? outline.publishedAt),
    ...(isPost && { cover: details.cover, tags: listTags(outline.tags, notes) }),
    canonical: outline.canonical,
    ...{ noindex: outline.noindex, featured: isPost ? outline.featured : undefined },
    draft: isDraft || undefined,
    aliases: isPost ? aliases : [],
  };
  const written = Object.fromEntries(
    Object.entries(keys).filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  );
  return `---\n${stringify(written, { lineWidth: 0 })}---\n\n${body}`;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toLine(text: string | undefined): string | undefined {
  const line = text
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line || undefined;
}

function cut(text: string | undefined, max: number, what: string, notes: string[]): string | undefined {
  if (text === undefined || text.length <= max) return text;
  notes.push(`${what} cut at ${max} characters; it was: ${text}`);
  return `${text.slice(0, max - 1).trimEnd()}…`;
}

function listTags(tags: readonly string[], notes: string[]): readonly string[] {
  const bySlug = new Map(tags.map((tag) => [createSlug(tag), tag]));
  const good = [...bySlug]
    .filter(([slug, tag]) => slug !== '' && tag.length <= TAG_MAX)
    .map(([, tag]) => tag);
  const kept = good.slice(0, TAGS_MAX);
  const lost = tags.filter((tag) => !kept.includes(tag));
  if (lost.length > 0) notes.push(`tags left out: ${lost.join(', ')}`);
  return kept;
}
