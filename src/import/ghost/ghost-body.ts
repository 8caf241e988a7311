import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { createKept } from '../wordpress/kept-html.ts';
import { MAIL_CARDS, writeCard, writeMarkdown } from './card-html.ts';
import { writeFootnotes } from './footnotes.ts';
import { isRow, type Row, readText } from './ghost-data.ts';
import { writeLexical } from './lexical-html.ts';
import { writeMobiledoc } from './mobiledoc-html.ts';
import { writePlainCards } from './plain-cards.ts';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/**
 * The HTML of a text, without the classes of Ghost. The HTML that Ghost has rendered is complete but for the parts of mails;
 * where an export has none, it is written from the document of the editor.
 */
export function renderGhostBody(post: Row, notes: string[]): string {
  const rendered = readText(post, 'html');
  if (rendered !== '') noteMailCards(post, notes);
  return writePlainHtml(rendered || renderDocument(post, notes), notes);
}

function writePlainHtml(html: string, notes: string[]): string {
  try {
    const root = parser.parse(html);
    writeFootnotes(root);
    writePlainCards(root, notes);
    return writer.stringify(root);
  } catch (error) {
    // Elements are nested more deeply than the call stack; the conversion keeps such a text whole.
    if (!(error instanceof RangeError)) throw error;
    return html;
  }
}

function renderDocument(post: Row, notes: string[]): string {
  const written = DOCUMENTS.map(([key, write]) => renderJson(post, key, write, notes)).find(
    (html) => html !== '',
  );
  const markdown = readText(post, 'markdown');
  return written || (markdown === '' ? '' : writeMarkdown(markdown));
}

type Write = (document: Row, notes: string[]) => string;

const DOCUMENTS: readonly (readonly [string, Write])[] = [
  ['lexical', writeLexical],
  ['mobiledoc', writeMobiledoc],
];

function renderJson(post: Row, key: string, write: Write, notes: string[]): string {
  const json = readText(post, key);
  if (json === '') return '';
  const document = parseDocument(json);
  if (document === undefined) {
    notes.push(`${key} is not readable and kept as it was`);
    return createKept(json);
  }
  try {
    return write(document, notes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    notes.push('the text is nested too deeply; it was kept as it was');
    return createKept(json);
  }
}

function parseDocument(json: string): Row | undefined {
  try {
    const document: unknown = JSON.parse(json);
    return isRow(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Cards that Ghost leaves out of its HTML, since only mails have them. */
function noteMailCards(post: Row, notes: string[]): void {
  const lexical = parseDocument(readText(post, 'lexical'));
  const root = isRow(lexical?.root) ? lexical.root.children : [];
  const nodes = Array.isArray(root) ? root.filter(isRow) : [];
  const cards = parseDocument(readText(post, 'mobiledoc'))?.cards;
  const found = [
    ...nodes.map((node): [string, Row] => [readText(node, 'type'), node]),
    ...(Array.isArray(cards) ? cards : []).flatMap((card): [string, Row][] =>
      Array.isArray(card) && isRow(card[1]) ? [[String(card[0]), card[1]]] : [],
    ),
  ];
  for (const [name, card] of found) if (MAIL_CARDS.has(name)) writeCard(name, card, notes);
}
