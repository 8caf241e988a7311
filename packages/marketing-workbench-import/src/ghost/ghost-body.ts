import { visitElements } from 'marketing-workbench/content/markdown/elements';
import {
  formatHtmlFragment,
  parseHtmlFragment,
} from 'marketing-workbench/content/markdown/html-fragment';
import { formatKeptHtml } from '../vocabulary/html-blocks.ts';
import { MAIL_CARDS, renderGhostMarkdown, writeCard } from './card-html.ts';
import { type GhostRow, isGhostRow, readGhostText } from './ghost-data.ts';
import { rewriteGhostFootnotes } from './ghost-footnotes.ts';
import { writeLexical } from './lexical-html.ts';
import { writeMobiledoc } from './mobiledoc-html.ts';
import { writePlainCards } from './plain-cards.ts';

/**
 * Returns the HTML of a text without the classes of Ghost. The HTML that Ghost has rendered lacks
 * only the parts for emails; if an export has none, it is rendered from the document of the editor.
 */
export function renderGhostBody(post: GhostRow, notes: string[]): string {
  const rendered = readGhostText(post, 'html');
  if (rendered === '') return writePlainHtml(renderDocument(post, notes), new Map(), notes);
  const cards = listCards(post);
  for (const { name, card } of cards) if (MAIL_CARDS.has(name)) writeCard(name, card, notes);
  return writePlainHtml(rendered, mapAltTexts(cards), notes);
}

function writePlainHtml(html: string, alts: ReadonlyMap<string, string>, notes: string[]): string {
  try {
    const root = parseHtmlFragment(html);
    visitElements(root, ({ tagName, properties }) => {
      if (tagName === 'img') properties.alt ||= alts.get(String(properties.src));
      return undefined;
    });
    rewriteGhostFootnotes(root);
    writePlainCards(root, notes);
    return formatHtmlFragment(root.children);
  } catch (error) {
    // Elements are nested more deeply than the call stack; the conversion keeps such a text whole.
    if (!(error instanceof RangeError)) throw error;
    return html;
  }
}

function renderDocument(post: GhostRow, notes: string[]): string {
  const written = DOCUMENTS.map(([key, write]) => renderJsonDocument(post, key, write, notes)).find(
    (html) => html !== '',
  );
  const markdown = readGhostText(post, 'markdown');
  return written || (markdown === '' ? '' : renderGhostMarkdown(markdown));
}

type WriteDocument = (document: GhostRow, notes: string[]) => string;

const DOCUMENTS: readonly (readonly [string, WriteDocument])[] = [
  ['lexical', writeLexical],
  ['mobiledoc', writeMobiledoc],
];

function renderJsonDocument(
  post: GhostRow,
  key: string,
  write: WriteDocument,
  notes: string[],
): string {
  const json = readGhostText(post, key);
  if (json === '') return '';
  const document = parseDocument(json);
  if (document === undefined) {
    notes.push(`${key} is not readable and was kept as it was`);
    return formatKeptHtml(json);
  }
  try {
    return write(document, notes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    notes.push('the text is nested too deeply; it was kept as it was');
    return formatKeptHtml(json);
  }
}

function parseDocument(json: string): GhostRow | undefined {
  try {
    const document: unknown = JSON.parse(json);
    return isGhostRow(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

type GhostCard = { readonly name: string; readonly card: GhostRow };

/** Lists the cards of the document from which Ghost rendered the HTML. */
function listCards(post: GhostRow): readonly GhostCard[] {
  const root = parseDocument(readGhostText(post, 'lexical'))?.root;
  const nodes: unknown = isGhostRow(root) ? root.children : [];
  const cards = parseDocument(readGhostText(post, 'mobiledoc'))?.cards;
  return [
    ...(Array.isArray(nodes) ? nodes.filter(isGhostRow) : []).map((card) => ({
      name: readGhostText(card, 'type'),
      card,
    })),
    ...(Array.isArray(cards) ? cards : []).flatMap((card: unknown) =>
      Array.isArray(card) && isGhostRow(card[1]) ? [{ name: String(card[0]), card: card[1] }] : [],
    ),
  ];
}

/** Maps addresses of gallery pictures to their alt texts, which Ghost's HTML lacks. */
function mapAltTexts(cards: readonly GhostCard[]): ReadonlyMap<string, string> {
  const galleries = cards.flatMap(({ card }) =>
    Array.isArray(card.images) ? card.images.filter(isGhostRow) : [],
  );
  return new Map(
    galleries.map((image) => [readGhostText(image, 'src'), readGhostText(image, 'alt')]),
  );
}
