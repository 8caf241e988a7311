import { nameToEmoji } from 'gemoji';
import { classifyLanguage, UNCONVERTED } from 'marketing-workbench/content/markdown/code-blocks';
import { listForeignMarks } from 'marketing-workbench/content/markdown/unsupported-markdown';
import type { Blockquote, Code, FootnoteDefinition, Heading, Paragraph, Root, Table } from 'mdast';
import {
  type Edits,
  findBlockPrefix,
  readShownText,
  type SourceSpan,
  spanOf,
  visitMarkdown,
} from './markdown-edits.ts';

type DialectEditing = { readonly edits: Edits; readonly note: (what: string) => void };

/**
 * Puts a backslash before the marks of other Markdown dialects, and replaces names of emoji by the
 * emoji.
 */
export function editMarks(
  { start, end }: SourceSpan,
  isInLink: boolean,
  { edits, note }: DialectEditing,
): void {
  let written = edits.source.slice(start, end);
  // A mark may begin within another one, and is only found once that one is escaped.
  for (let marks = listForeignMarks(written); marks.length > 0; marks = listForeignMarks(written)) {
    for (const { found, index } of marks) {
      const at = index + (found.startsWith('![') ? 1 : 0);
      if (written[at] === '\\') continue;
      written = `${written.slice(0, at)}\\${written.slice(at + 1)}`;
      escapeMark(found, start + at, { edits, note });
    }
  }
  if (isInLink) escapeOtherBrackets(start, written, edits);
  else escapeLooseEnd(start, edits.source.slice(start, end), edits);
}

/**
 * Escapes the rest of the brackets in the words of a link, if some are escaped: the words of a link
 * end at a bracket without its pair. `written` has a backslash in place of each escaped bracket.
 */
function escapeOtherBrackets(start: number, written: string, edits: Edits): void {
  const source = edits.source.slice(start, start + written.length);
  const isEscaped = (index: number) => source[index] === '[' && written[index] === '\\';
  if (![...source].some((_, index) => isEscaped(index))) return;
  for (const { index } of written.matchAll(/[[\]]/g))
    if (source[index - 1] !== '\\') edits.insert(start + index, '\\');
}

/**
 * Escapes a `](` whose bracket opens before this text, since both could become a link when a link
 * between them becomes words.
 */
function escapeLooseEnd(start: number, written: string, edits: Edits): void {
  let open = 0;
  for (const { 0: bracket, index } of written.matchAll(/[[\]]/g)) {
    if (bracket === '[') open += 1;
    else if (open > 0) open -= 1;
    else if (written[index + 1] === '(' && written[index - 1] !== '\\')
      edits.insert(start + index, '\\');
  }
}

function escapeMark(found: string, at: number, { edits, note }: DialectEditing): void {
  const emoji = nameToEmoji[found.slice(1, -1)];
  if (found.startsWith(':') && emoji !== undefined) {
    edits.replace(at, at + found.length, emoji);
    return;
  }
  if (!found.startsWith(':'))
    note(`${found.slice(0, 200)} is not supported here, so it is shown as plain text`);
  edits.insert(at, '\\');
}

/**
 * Writes `text made-up` for a language that this site doesn't know: no advice is given, and the name
 * is kept.
 */
export function editCode(code: Code, { edits, note }: DialectEditing): void {
  const { start, end } = spanOf(code);
  const { lang } = code;
  if (!lang || classifyLanguage(lang) === 'known') return;
  const fence = /^(?:`+|~+)[ \t]*/.exec(edits.source.slice(start, start + 1000))?.[0];
  if (fence === undefined) return;
  if (classifyLanguage(lang) === 'drawing') {
    note(`the ${lang} drawing was kept as it was; save it as a picture and show that`);
    edits.replaceBlock({ start, end }, formatKeptFence(code.value, lang));
    return;
  }
  const known = /^([\w+#-]+)[^\w+#-]/.exec(lang)?.[1];
  if (known !== undefined && classifyLanguage(known) === 'known')
    edits.insert(start + fence.length + known.length, ' ');
  else edits.insert(start + fence.length, 'text ');
}

/** Returns a fence with what Markdown can't express. */
export function formatKeptFence(source: string, info = ''): string {
  const longest = Math.max(2, ...Array.from(source.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${`${UNCONVERTED} ${info}`.trimEnd()}\n${source}\n${fence}`;
}

const CALLOUT_KINDS: Readonly<Record<string, string>> = {
  note: 'NOTE',
  info: 'NOTE',
  abstract: 'NOTE',
  summary: 'NOTE',
  tldr: 'NOTE',
  todo: 'NOTE',
  seealso: 'NOTE',
  question: 'NOTE',
  help: 'NOTE',
  faq: 'NOTE',
  quote: 'NOTE',
  cite: 'NOTE',
  secondary: 'NOTE',
  primary: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  check: 'TIP',
  done: 'TIP',
  idea: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  attention: 'WARNING',
  warn: 'WARNING',
  alert: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
  failure: 'CAUTION',
  fail: 'CAUTION',
  bug: 'CAUTION',
  missing: 'CAUTION',
  example: 'EXAMPLE',
};

/**
 * Returns the callout of this site with the same meaning as one of another program; undefined if
 * there is none.
 */
export function findCallout(name: string): string | undefined {
  const kind = name.toLowerCase();
  return Object.hasOwn(CALLOUT_KINDS, kind) ? CALLOUT_KINDS[kind] : undefined;
}

const CALLOUT_MARK = /^\[!([\w-]+)(?:\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)/;

/** Turns `> [!info] Title` into a note whose first paragraph is the title. */
export function editCallout(quote: Blockquote, { edits, note }: DialectEditing): void {
  const [first] = quote.children;
  if (first?.type !== 'paragraph') return;
  const { start } = spanOf(first);
  const match = CALLOUT_MARK.exec(
    edits.source.slice(start, Math.min(spanOf(first).end, start + 2000)),
  );
  if (match === null) return;
  const [mark, name = '', fold, title = ''] = match;
  const kind = findCallout(name);
  const words = title.trim();
  const isEmpty = spanOf(quote).end <= start + mark.length;
  if (kind === name && fold === '' && words === '' && !isEmpty) return;
  if (kind === undefined) note(`the callout “${name}” became a note`);
  const titleStart = start + mark.length - title.length;
  const prefix = `\n${findBlockPrefix(edits.source, start)}`;
  const top = `[!${kind ?? 'NOTE'}]`;
  const gap = isEmpty ? '' : prefix.trimEnd();
  if (words === '') {
    const isNamed = kind === undefined || isEmpty;
    edits.replace(
      start,
      titleStart + title.length,
      isNamed ? `${top}${prefix}**${name}**${gap}` : top,
    );
    return;
  }
  const bold = words.includes('**') ? '' : '**';
  edits.replace(start, titleStart, `${top}${prefix}${bold}`);
  edits.replace(titleStart + title.trimEnd().length, titleStart + title.length, `${bold}${gap}`);
}

/**
 * Escapes the mark of a callout outside of a quote, keeps formulas in a fence and repairs rows that
 * are not a table here.
 */
export function editParagraph(
  paragraph: Paragraph,
  isInQuote: boolean,
  { edits, note }: DialectEditing,
): void {
  const { start, end } = spanOf(paragraph);
  const written = edits.source.slice(start, end);
  if (!isInQuote && /^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|EXAMPLE)\]/.test(written))
    edits.insert(start, '\\');
  if (/^\$\$[^$]+\$\$$/.test(written)) {
    note('a formula was kept as it was; write it in words, or show it as a picture');
    const lines = written.split(/\r?\n/).map((line) => line.replace(/^[\s>]*/, ''));
    edits.replaceBlock({ start, end }, formatKeptFence(lines.join('\n')));
  }
  if (written.includes('|')) editRows(start, written, edits);
}

/** Matches a delimiter row without the quote marks and spaces around it. */
const DELIMITERS = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*){0,200}\|?$/;
const ROW_MAX = 2000;
const ROW = /^[\s>]*\|.*\|\s*$/;

function isDelimiter(line: string): boolean {
  return DELIMITERS.test(line.replace(/^[\s>]*/, '').trimEnd());
}

/**
 * Repairs rows that are not a table here, because they have no head or the delimiter row has
 * another number of cells.
 */
function editRows(start: number, written: string, edits: Edits): void {
  const lines = written.split('\n');
  const [head = ''] = lines;
  if (lines.every((line) => ROW.test(line)) && !lines.some(isDelimiter)) {
    const [cells, prefix] = [countRowCells(head), findBlockPrefix(edits.source, start)];
    const table = `|${'   |'.repeat(cells)}\n${prefix}|${' - |'.repeat(cells)}\n${prefix}`;
    edits.insert(start, lines.length === 1 ? '\\' : table);
    return;
  }
  let at = start;
  let before = '';
  for (const line of lines) {
    const indent = /^[\s>]*/.exec(line)?.[0] ?? '';
    if (before.includes('|') && line.includes('|') && line.length < ROW_MAX && isDelimiter(line))
      edits.replace(
        at + indent.length,
        at + line.trimEnd().length,
        `|${' - |'.repeat(countRowCells(before))}`,
      );
    at += line.length + 1;
    before = line;
  }
}

function countRowCells(row: string): number {
  const cells = row
    .trim()
    .replace(/^[\s>]*\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return cells.split(/(?<!\\)\|/).length;
}

/** Joins the cells for which the head has no column with the last one that has a column. */
export function editTable(
  { children: [head, ...rows] }: Table,
  { edits, note }: DialectEditing,
): void {
  const columns = head?.children.length ?? 0;
  for (const { children } of rows) {
    const extra = children.slice(columns);
    if (extra.length === 0) continue;
    note(
      `a table row has ${children.length} cells and its head ${columns}; the extra cells joined the last one`,
    );
    for (const cell of extra) edits.insert(spanOf(cell).start, '\\');
  }
}

export function editHeading(heading: Heading, { edits, note }: DialectEditing): void {
  if (/[\p{L}\p{N}]/u.test(readShownText(heading))) return;
  note('a heading without words was removed');
  edits.remove(spanOf(heading));
}

/** Turns footnotes that no mark refers to, and repeated footnotes of a name, into plain text. */
export function editNotes(root: Root, { edits, note }: DialectEditing): void {
  const used = new Set<string>();
  const notes: FootnoteDefinition[] = [];
  visitMarkdown(root, (node) => {
    if (node.type === 'footnoteReference') used.add(node.identifier);
    if (node.type === 'footnoteDefinition') notes.push(node);
    return undefined;
  });
  for (const definition of notes) {
    if (used.delete(definition.identifier)) continue;
    note(`no mark refers to footnote ${definition.identifier}, so it became a paragraph`);
    edits.insert(spanOf(definition).start, '\\');
  }
}
