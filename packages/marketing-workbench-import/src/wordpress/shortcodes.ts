import { escapeHtml, escapeHtmlOnce, formatKeptHtml, HTML } from '../vocabulary/html-blocks.ts';
import { listMeanings, type Meaning } from '../vocabulary/meanings.ts';
import { type SourceTag, writeByMeaning } from '../vocabulary/write-meaning.ts';
import { LAYOUT, writeLayout } from './builder-shortcodes.ts';
import { type NamedAttributes, readShortcodeAttributes } from './shortcode-attributes.ts';

type Shortcode = {
  readonly attributes: NamedAttributes;
  /** Values without names, such as the address in `[youtube https://…]`. */
  readonly values: readonly string[];
  /** The enclosed text; undefined if there is none. */
  readonly content: string | undefined;
};

export type Attachments = {
  readonly findAttachment: (id: string) => string | undefined;
  /** Lists the addresses of all files that were uploaded for the text. */
  readonly listAttachments: () => readonly string[];
};

type WriteShortcode = (shortcode: Shortcode, attachments: Attachments) => string;

/** The shortcodes that show files of the site. */
const WRITERS: ReadonlyMap<string, WriteShortcode> = new Map<string, WriteShortcode>([
  ['caption', writeCaption],
  ['wp_caption', writeCaption],
  ['gallery', writeGallery],
  ['playlist', writePlaylist],
]);

/** The beginning of a shortcode. The limits keep the time for hostile text linear. */
const OPENING =
  /\[(\[?)([a-zA-Z][\w-]*)(?![\w-])((?:[^[\]/"']|"[^"]{0,1000}"|'[^']{0,1000}'|\/(?!\])){0,1000})(\/?)\]/g;
const CLOSING = /\[\/([a-zA-Z][\w-]*)\]/g;
const PASSES_MAX = 20;

/**
 * Replaces shortcodes with HTML: common ones with what they show, layouts with what they enclose.
 * Unknown ones are kept in a fence.
 */
export function replaceWordPressShortcodes(
  text: string,
  attachments: Attachments,
  notes: string[],
): string {
  let result = text;
  // Each pass replaces the innermost ones.
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const next = replaceInnermost(result, (found) => writeShortcode(found, attachments, notes));
    if (next === result) break;
    result = next;
  }
  return result.replace(/\[\[([^[\]]*)\]\]/g, '[$1]').replaceAll(HIDDEN, '[');
}

type FoundShortcode = {
  readonly whole: string;
  readonly name: string;
  readonly given: string;
  readonly content: string | undefined;
};

/**
 * Replaces shortcodes that enclose none of the same name. Those in two brackets stay, because
 * WordPress shows them as text.
 */
function replaceInnermost(text: string, write: (found: FoundShortcode) => string): string {
  const lastClosings = new Map(
    Array.from(text.matchAll(CLOSING), ({ 1: name, index }) => [name, index]),
  );
  const parts: string[] = [];
  let end = 0;
  for (const {
    0: opening,
    1: bracket = '',
    2: name = '',
    3: given = '',
    4: slash,
    index,
  } of text.matchAll(OPENING)) {
    if (index < end) continue;
    const after = index + opening.length;
    const closing = `[/${name}]`;
    const isSingle = slash === '/' || (lastClosings.get(name) ?? -1) < after;
    const closesAt = isSingle ? -1 : text.indexOf(closing, after);
    const content = closesAt === -1 ? undefined : text.slice(after, closesAt);
    const next = closesAt === -1 ? after : closesAt + closing.length;
    const isText = bracket !== '' && text[next] === ']';
    if (isText || content?.includes(`[${name}]`) || content?.includes(`[${name} `)) continue;
    const start = index + bracket.length;
    parts.push(
      text.slice(end, start),
      write({ whole: text.slice(start, next), name, given, content }),
    );
    end = next;
  }
  return parts.join('') + text.slice(end);
}

function writeShortcode(
  { whole, name, given, content }: FoundShortcode,
  attachments: Attachments,
  notes: string[],
): string {
  const shortcode = readShortcode(given, content);
  const write = WRITERS.get(name.toLowerCase());
  if (write !== undefined) return write(shortcode, attachments);
  const known = writeKnownShortcode(name, shortcode, attachments, notes);
  if (known !== undefined) return known;
  if (!isShortcode(name, shortcode)) return whole;
  notes.push(`shortcode [${name}] was kept as it was; write what it showed, or remove it`);
  const kept = content === undefined ? whole : `[${name}${given}]`;
  return `${formatKeptHtml(hideBrackets(kept))}${content ?? ''}`;
}

function writeKnownShortcode(
  name: string,
  { attributes, values, content = '' }: Shortcode,
  { findAttachment }: Attachments,
  notes: string[],
): string | undefined {
  const named: Record<string, string> = {};
  for (const [key, value = ''] of Object.entries(attributes)) named[key] = escapeHtmlOnce(value);
  const [meaning] = listMeanings(name, 'wordpress');
  if (meaning === undefined)
    return LAYOUT.test(name) ? writeLayout(named, content, findAttachment) : undefined;
  const tag = createShortcodeTag(name, meaning, {
    named,
    values: values.map(escapeHtmlOnce),
    inner: content,
  });
  const note = (what: string) => void notes.push(what);
  const text = writeByMeaning(tag, 'wordpress', { format: HTML, note })?.text;
  if (meaning === 'code') return hideBrackets(text ?? '');
  return text ?? (content.trim() || named.text || named.title || '');
}

/**
 * Creates the tag of a shortcode. Values without a name are dropped as options of the program, such
 * as `open`, except the addresses of players.
 */
function createShortcodeTag(
  name: string,
  meaning: Meaning,
  { named, values, inner }: Omit<SourceTag, 'name'>,
): SourceTag {
  const tag = { name, named, values: [], inner };
  if (meaning === 'media' || meaning === 'youtube' || meaning === 'vimeo')
    return { ...tag, values };
  if (meaning === 'button') return { ...tag, inner: inner?.replace(/\s+/g, ' ') };
  const isLanguage = meaning === 'code' && !/^(?:code|sourcecode|cc)$/i.test(name);
  return isLanguage ? { ...tag, named: { lang: name, ...named } } : tag;
}

/** This character stands for a `[` that the next pass must not read as a shortcode. */
const HIDDEN = '\uE000';

function hideBrackets(text: string): string {
  return text.replaceAll('[', HIDDEN);
}

function readShortcode(attributes: string, content: string | undefined): Shortcode {
  const { named, values } = readShortcodeAttributes(attributes);
  return { attributes: named, values, content };
}

/** Returns false for words in brackets, such as [sic] or [the editor], which are text. */
function isShortcode(name: string, { attributes, content }: Shortcode): boolean {
  return content !== undefined || Object.keys(attributes).length > 0 || /[_-]/.test(name);
}

/** Writes a picture with its caption, which is the attribute or the text after the picture. */
function writeCaption({ attributes, content = '' }: Shortcode): string {
  const [, picture = content, rest = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(content) ?? [];
  const caption = attributes.caption ?? rest.trim();
  return `\n\n<figure>${picture}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>\n\n`;
}

/**
 * Writes the pictures of a gallery. A gallery without ids shows all pictures that were uploaded for
 * the text.
 */
function writeGallery({ attributes }: Shortcode, attachments: Attachments): string {
  const images = listAttachedFiles(attributes, attachments)
    .filter((address) => /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|heic)$/i.test(address))
    .map((address) => `<figure><img src="${escapeHtml(address)}"></figure>`);
  return `\n\n${images.join('\n\n')}\n\n`;
}

function writePlaylist({ attributes }: Shortcode, attachments: Attachments): string {
  const isMedia =
    attributes.type === 'video' ? /\.(?:mp4|m4v|webm|ogv|mov)$/i : /\.(?:mp3|m4a|ogg|wav|flac)$/i;
  const items = listAttachedFiles(attributes, attachments)
    .filter((address) => isMedia.test(address))
    .map((address) => {
      const name = address.split('/').at(-1) ?? address;
      return `<li><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></li>`;
    });
  return `\n\n<ul>${items.join('')}</ul>\n\n`;
}

function listAttachedFiles(
  attributes: NamedAttributes,
  attachments: Attachments,
): readonly string[] {
  const listNamed = (names: string) =>
    names.split(',').flatMap((id) => attachments.findAttachment(id.trim()) ?? []);
  const named = attributes.ids ?? attributes.include;
  if (named !== undefined) return listNamed(named);
  const excluded = new Set(listNamed(attributes.exclude ?? ''));
  return attachments.listAttachments().filter((address) => !excluded.has(address));
}
