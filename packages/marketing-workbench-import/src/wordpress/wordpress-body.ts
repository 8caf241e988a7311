import { escapeHtml, formatKeptHtml } from '../vocabulary/html-blocks.ts';
import { addParagraphs } from './paragraphs.ts';
import { replaceWordPressShortcodes } from './shortcodes.ts';

export type WordPressBody = {
  readonly content: string;
  /** The JSON of the block editor's footnotes. */
  readonly footnotes: string;
  /** Finds the address of an attachment by its id. */
  readonly findAttachment: (id: string) => string | undefined;
  /** Lists the addresses of all attachments of the text. */
  readonly listAttachments: () => readonly string[];
  /** Finds the content of a reusable block by its id. */
  readonly findBlock: (id: string) => string | undefined;
};

/** Returns the HTML that WordPress would show for a post, without its theme and plugins. */
export function renderWordPressBody(body: WordPressBody, notes: string[]): string {
  const hasBlocks = body.content.includes('<!-- wp:');
  const content = insertFootnotes(expandBlocks(body.content, body, notes), body.footnotes);
  const text = replaceWordPressShortcodes(
    content.replace(/<!--\s*(?:more|nextpage)\b[^>]*-->/g, ''),
    body,
    notes,
  );
  return hasBlocks ? text : addParagraphs(text);
}

/** Blocks without HTML of their own that a reader would not miss. */
const DROPPED =
  /^(?:spacer|separator|more|nextpage|latest-[\w-]+|archives|categories|tag-cloud|calendar|rss|avatar|read-more|home-link|breadcrumbs|table-of-contents|term-description|(?:yoast|rank-math|aioseo)[\w/-]*|post-[\w-]+|site-[\w-]+|navigation[\w-]*|page-list|social-link|search|loginout|comments[\w-]*|template-part|query[\w-]*)$/;
const REUSE_DEPTH_MAX = 5;

/** Replaces each block that has no HTML in the export. */
function expandBlocks(content: string, body: WordPressBody, notes: string[], depth = 0): string {
  return replaceMatches(
    content,
    /<!--\s+wp:([\w/-]+)\s((?:(?!-->|<!--)[\s\S])*?)\/-->/g,
    ([whole, given = '', attributes = '']) => {
      const name = given.replace(/^core\//, '');
      if (name === 'footnotes') return FOOTNOTES_PLACE;
      const id = /"ref":\s*(\d+)/.exec(attributes)?.[1] ?? '';
      const reused = name === 'block' && depth < REUSE_DEPTH_MAX ? body.findBlock(id) : undefined;
      if (reused !== undefined) return expandBlocks(reused, body, notes, depth + 1);
      const profile =
        name === 'social-link' ? /"url":\s*"([^"\\]+)"/.exec(attributes)?.[1] : undefined;
      if (profile !== undefined)
        return `<li><a href="${escapeHtml(profile)}">${escapeHtml(profile)}</a></li>`;
      if (DROPPED.test(name)) {
        notes.push(`block ${name} left out`);
        return '';
      }
      notes.push(`block ${name} was kept as it was; write what it showed, or remove it`);
      return formatKeptHtml(whole);
    },
  );
}

const FOOTNOTES_PLACE = '<!-- footnotes -->';

type Footnote = { readonly id: string; readonly content: string };

/** Writes footnotes of the block editor as the HTML that GitHub has for footnotes. */
function insertFootnotes(content: string, footnotes: string): string {
  const notes = parseFootnotes(footnotes);
  if (notes.length === 0) return content.replace(FOOTNOTES_PLACE, '');
  const numbers = new Map(notes.map(({ id }, index) => [id, index + 1]));
  const text = replaceMarks(content, (id) => numbers.get(id) ?? 0);
  const items = notes
    .map((note, index) => `<li id="fn-${index + 1}">${note.content}</li>`)
    .join('');
  const section = `<section data-footnotes><ol>${items}</ol></section>`;
  return text.includes(FOOTNOTES_PLACE) ? text.replace(FOOTNOTES_PLACE, section) : text + section;
}

const MARK = /<sup\b[^<>]{0,500}?\bdata-fn="([^"<>]{0,200})"[^<>]{0,500}>/g;
const MARK_END = '</sup>';

/** Replaces the marks of footnotes. An opening tag without a closing tag is no mark. */
function replaceMarks(content: string, findNumber: (id: string) => number): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: opening, 1: id = '', index } of content.matchAll(MARK)) {
    if (index < end) continue;
    const closing = content.indexOf(MARK_END, index + opening.length);
    if (closing === -1) break;
    const mark = `<sup><a data-footnote-ref href="#fn-${findNumber(id)}">1</a></sup>`;
    parts.push(content.slice(end, index), mark);
    end = closing + MARK_END.length;
  }
  return parts.join('') + content.slice(end);
}

function parseFootnotes(json: string): readonly Footnote[] {
  try {
    const notes: unknown = JSON.parse(json);
    return Array.isArray(notes)
      ? notes.filter((note) => typeof note?.id === 'string' && typeof note?.content === 'string')
      : [];
  } catch {
    return [];
  }
}

/** Replaces all matches of a pattern, which must have the flag `g`. */
function replaceMatches(
  text: string,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), write(match));
    end = match.index + match[0].length;
  }
  return parts.join('') + text.slice(end);
}
