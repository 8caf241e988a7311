import { RELATED_EXCERPT_LENGTH } from './limits.ts';

/** Returns "1 view", "999 views", "1.0k views"; undefined for a post never viewed. */
export function formatViews(views: number | undefined): string | undefined {
  if (views === undefined || views < 1) return undefined;
  if (views > 1000) return `${(views / 1000).toFixed(1)}k views`;
  return `${views} ${views === 1 ? 'view' : 'views'}`;
}

export function formatArticleCount(count: number): string {
  return `${count} ${count === 1 ? 'article' : 'articles'}`;
}

/** Cuts the excerpt at its limit, but never within a character. */
export function cutExcerpt(excerpt: string): string {
  const characters = Array.from(excerpt);
  if (characters.length <= RELATED_EXCERPT_LENGTH) return excerpt;
  return `${characters.slice(0, RELATED_EXCERPT_LENGTH).join('')}…`;
}

/**
 * Returns the offset at which to end a text that may have `max` UTF-16 units from `start` on: its
 * end if it fits, else the last space, or the end of a character if there is no space, as in
 * Japanese.
 */
export function findCut(text: string, max: number, start = 0): number {
  if (text.length <= start + max) return text.length;
  const space = text.lastIndexOf(' ', start + max);
  return space > start ? space : findCharacterStart(text, start + max);
}

/**
 * Returns the offset itself, or the one before it if it lies between the two UTF-16 units of a
 * character.
 */
export function findCharacterStart(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}

/** Adds the name of the site, unless that is the title. */
export function formatPageTitle(title: string, siteName: string, page = 1): string {
  return formatPageLabel(title, page) + (title === siteName ? '' : `, ${siteName}`);
}

/** Labels the text of a page of a list, such as its title or its description. */
export function formatPageLabel(text: string, page = 1): string {
  return page > 1 ? `${text} (page ${page})` : text;
}

/** A tag, or a word: a run without spaces that begins with a letter or a digit. */
const TAG_OR_WORD = /<[^>]*>|[\p{L}\p{N}](?:[^\s<&]|&(?!nbsp;))*/gu;

/** Too slow for each request: texts are counted when published. */
export function countHtmlWords(html: string): number {
  let words = 0;
  for (const [first] of html.match(TAG_OR_WORD) ?? []) if (first !== '<') words += 1;
  return words;
}
