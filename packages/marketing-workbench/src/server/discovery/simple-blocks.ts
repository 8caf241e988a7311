/**
 * Most of a text is paragraphs, headings, plain lists and tables without any character that
 * Markdown could take for markup. Writing these directly gives the same Markdown as the library
 * does, in a tenth of the time. Whatever is not plain is left to the library: each function here
 * returns undefined for it.
 */

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>/g;
const VOID = /^(?:br|hr|img|input|source|wbr)$/;

/**
 * Returns the outermost elements of a text, one after another. Undefined unless all are closed and
 * only white space is between them.
 */
export function splitOutermost(html: string): string[] | undefined {
  if (html.includes('<!')) return undefined;
  const elements: string[] = [];
  const open: string[] = [];
  let start = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (open.length === 0) {
      if (html.slice(start, index).trim() !== '') return undefined;
      start = index;
    }
    if (!nest(open, name, slash === '')) return undefined;
    if (open.length > 0) continue;
    elements.push(html.slice(start, index + tag.length));
    start = index + tag.length;
  }
  return open.length > 0 || html.slice(start).trim() !== '' ? undefined : elements;
}

/** Adds or removes the element of a tag; false if another one is open. */
function nest(open: string[], name: string, isStart: boolean): boolean {
  if (!isStart) return open.pop() === name;
  if (!VOID.test(name)) open.push(name);
  return true;
}

export function isListElement(html: string): boolean {
  return /^<[ou]l\b/.test(html);
}

/** Returns undefined for a block that is not simple. A list must have no other list beside it. */
export function convertSimpleBlock(html: string): string | undefined {
  if (html.startsWith('<p>')) return convertLine(html.slice('<p>'.length, -'</p>'.length));
  if (/^<h[2-6]\b/.test(html)) return convertHeading(html);
  if (isListElement(html)) return convertList(html);
  if (html.startsWith('<figure><a ')) return convertFigure(html);
  return html.startsWith('<div class="table-scroll"') ? convertTable(html) : undefined;
}

/** The lines of a block begin differently from any markup of a block. */
const BLOCK_MARKUP = /^(?:[-+=#>:]|\d+[.)])/;

function convertLine(html: string): string | undefined {
  const line = convertInline(html);
  return line === undefined || line === '' || BLOCK_MARKUP.test(line) ? undefined : line;
}

function convertHeading(html: string): string | undefined {
  const [, level, content = ''] = /^<h([2-6])(?: id="[^"]*")?>(.*)<\/h\1>$/s.exec(html) ?? [];
  // At its end they would close it.
  const line = content.includes('#') ? undefined : convertLine(content);
  return line && `${'#'.repeat(Number(level))} ${line}`;
}

function convertList(html: string): string | undefined {
  const [, kind, content = ''] = /^<([ou]l)>\n(.*)<\/\1>$/s.exec(html) ?? [];
  const items = readAll(content, /<li>(.*?)<\/li>\n/gsy);
  const lines = items?.map(convertLine);
  if (lines === undefined || lines.includes(undefined)) return undefined;
  return lines.map((line, place) => `${kind === 'ol' ? `${place + 1}.` : '-'} ${line}`).join('\n');
}

const FIGURE =
  /^<figure><a [^>]*>(?:<picture><source [^>]*>)?<img src="([\w\-./:?=%#+,;]+)" alt="([^"]+)"(?: (?:width|height|loading|decoding)="\w*")*>(?:<\/picture>)?<\/a><figcaption>(.*)<\/figcaption><\/figure>$/s;

function convertFigure(html: string): string | undefined {
  const [, source, description = '', caption = ''] = FIGURE.exec(html) ?? [];
  const line = convertLine(caption);
  const isPlain =
    source !== undefined && !RISKY.test(description) && !OUTER_SPACE.test(description);
  return line === undefined || !isPlain ? undefined : `![${description}](${source})\n\n${line}`;
}

const TABLE =
  /^<div [^>]*><table>\n<thead>\n<tr>\n(.*)<\/tr>\n<\/thead>\n<tbody>\n(.*)<\/tbody>\n<\/table><\/div>$/s;

function convertTable(html: string): string | undefined {
  const [, head = '', body = ''] = TABLE.exec(html) ?? [];
  const titles = readAll(head, /<th scope="col">(.*?)<\/th>\n/gsy);
  const rows = readAll(body, /<tr>\n(.*?)<\/tr>\n/gsy)?.map((row) =>
    readAll(row, /<td>(.*?)<\/td>\n/gsy),
  );
  if (titles === undefined || rows === undefined) return undefined;
  const table: string[][] = [];
  for (const row of [titles, ...rows]) {
    const cells = row?.flatMap((cell) => convertInline(cell) ?? []);
    if (cells === undefined || cells.length !== row?.length || cells.length !== titles.length)
      return undefined;
    table.push(cells);
  }
  return formatMarkdownTable(table);
}

function formatMarkdownTable(table: readonly (readonly string[])[]): string {
  const [titles = [], ...rows] = table;
  const widths = titles.map((_, column) =>
    Math.max(1, ...table.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  const formatRow = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [titles, rule, ...rows].map(formatRow).join('\n');
}

/**
 * Returns the group of each match of a sticky pattern; undefined unless there are some and they are
 * the whole text.
 */
function readAll(html: string, pattern: RegExp): string[] | undefined {
  const found: string[] = [];
  let end = 0;
  for (const [whole, group = ''] of html.matchAll(pattern)) {
    found.push(group);
    end += whole.length;
  }
  return end === html.length && end > 0 ? found : undefined;
}

const INLINE =
  /<(strong|em)>([^<]+)<\/\1>|<code>([^<]+)<\/code>|<a href="([\w\-./:?=%#+,;]+)"(?: rel="[^"]*")?>([^<]+)<\/a>|([^<]+)/gy;
/**
 * What Markdown, its tables or its links without brackets could take for markup, white space that
 * is not one space, and entities.
 */
const RISKY = /[\\`*_{}[\]<>|~@\p{Cc}]|&(?! )| {2}|[Ww]\.[-.\w]|[ps]:\//u;
const RISKY_CODE = /[`|&\p{Cc}]| {2}/u;
const OUTER_SPACE = /^ | $/;

/** Text, links, code and emphasis that contain only text. */
function convertInline(source: string): string | undefined {
  const html = source.replaceAll('&amp; ', '& ');
  if (OUTER_SPACE.test(html)) return undefined;
  let markdown = '';
  let end = 0;
  const emphases: Emphasis[] = [];
  for (const [whole, ...groups] of html.matchAll(INLINE)) {
    end += whole.length;
    const piece = convertPiece(groups);
    // An exclamation mark before a link would make it an image.
    if (piece === undefined || (piece.startsWith('[') && markdown.endsWith('!'))) return undefined;
    const start = markdown.length;
    markdown += piece;
    if (piece.startsWith('*')) emphases.push({ start, end: markdown.length });
  }
  const isWhole = end === html.length;
  return isWhole && emphases.every((emphasis) => isClear(markdown, emphasis))
    ? markdown
    : undefined;
}

/** Converts a match of `INLINE`, given as its groups. */
function convertPiece(groups: readonly (string | undefined)[]): string | undefined {
  const [emphasis, emphasized, code, href, label, text] = groups;
  if (text !== undefined) return RISKY.test(text) ? undefined : text;
  const content = emphasized ?? code ?? label ?? '';
  const risk = code === undefined ? RISKY : RISKY_CODE;
  if (risk.test(content) || OUTER_SPACE.test(content)) return undefined;
  if (code !== undefined) return `\`${code}\``;
  if (href !== undefined) return `[${content}](${href})`;
  const mark = emphasis === 'em' ? '*' : '**';
  return mark + content + mark;
}

/** These are the places of its first mark and behind its last one. */
type Emphasis = { readonly start: number; readonly end: number };

const WORD = /^[\p{L}\p{N}]$/u;
const SPACE = /^\s?$/;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/** Returns whether its marks can only begin and only end emphasis (CommonMark, section 6.2). */
function isClear(markdown: string, { start, end }: Emphasis): boolean {
  const [, content = ''] = /^\*+(.*?)\*+$/s.exec(markdown.slice(start, end)) ?? [];
  return (
    isClearSide(markdown.charAt(start - 1), content.charAt(0)) &&
    isClearSide(markdown.charAt(end), content.charAt(content.length - 1))
  );
}

function isClearSide(outside: string, inside: string): boolean {
  if (outside === '*') return false;
  if (SPACE.test(outside)) return WORD.test(inside) || PUNCTUATION.test(inside);
  return PUNCTUATION.test(outside) && WORD.test(inside);
}
