import type { Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { parseMarkdown } from '../content/markdown/parse-markdown.ts';
import { splitFrontMatter } from '../content/texts/front-matter.ts';
import type { TextRecord } from '../site/records.ts';
import { collapseWhitespace } from './read-page.ts';

/** A text of the content folder that readers can find. */
export type AuditedText = {
  readonly file: string;
  readonly address: string;
  readonly record: TextRecord;
  readonly keys: Readonly<Record<string, unknown>>;
  readonly lineOf: (key: string) => number;
  readonly headings: readonly LocatedPart<{ readonly level: number }>[];
  readonly links: readonly LocatedPart<{ readonly href: string }>[];
  readonly pictures: readonly LocatedPart<{ readonly source: string }>[];
  /**
   * Paragraphs, items and cells without the words of links and headings; each a run of plain words.
   */
  readonly unlinked: readonly LocatedPart<object>[];
  readonly paragraphs: readonly string[];
  /** All words that readers see. */
  readonly words: string;
};

/** A part with its text and line: `text` of a link is its words, and of a picture its alt text. */
export type LocatedPart<Part> = Part & { readonly text: string; readonly line: number };

export function readAuditedText(
  source: string,
  place: Pick<AuditedText, 'file' | 'address' | 'record'>,
): AuditedText {
  const { frontMatter, body } = splitFrontMatter(source);
  const tree = parseMarkdown(body);
  return {
    ...place,
    keys: z.record(z.string(), z.unknown()).safeParse(frontMatter.value).data ?? {},
    lineOf: (key) => frontMatter.lineOf(key),
    ...readBodyParts(tree),
    unlinked: listUnlinked(tree),
    words: collapseWhitespace(formatNodeWords(tree)),
  };
}

function readBodyParts(
  tree: Root,
): Pick<AuditedText, 'headings' | 'links' | 'pictures' | 'paragraphs'> {
  const headings: AuditedText['headings'][number][] = [];
  const links: AuditedText['links'][number][] = [];
  const pictures: AuditedText['pictures'][number][] = [];
  const paragraphs: string[] = [];
  const definitions = new Map<string, string>();
  visit(tree, 'definition', ({ identifier, url }) => void definitions.set(identifier, url));
  let line = 1;
  visit(tree, (node) => {
    // An address that became a link has no position of its own.
    line = node.position?.start.line ?? line;
    const placed = () => ({ line, text: collapseWhitespace(formatNodeWords(node)) });
    if (node.type === 'heading') headings.push({ ...placed(), level: node.depth });
    if (node.type === 'link') links.push({ ...placed(), href: node.url });
    if (node.type === 'linkReference')
      links.push({ ...placed(), href: definitions.get(node.identifier) ?? '' });
    if (node.type === 'image')
      pictures.push({ line, text: collapseWhitespace(node.alt ?? ''), source: node.url });
    if (node.type === 'paragraph') paragraphs.push(collapseWhitespace(formatNodeWords(node)));
  });
  return { headings, links, pictures, paragraphs };
}

function listUnlinked(tree: Root): AuditedText['unlinked'] {
  const found: AuditedText['unlinked'][number][] = [];
  visit(tree, (node) => {
    if (node.type === 'heading') return 'skip';
    if (node.type !== 'paragraph' && node.type !== 'tableCell') return undefined;
    const line = node.position?.start.line ?? 1;
    found.push({ line, text: formatNodeWords(node, ' ¦ ') });
    return 'skip';
  });
  return found;
}

/**
 * Returns the words of a node. `linked`, if given, is written in the place of links, pictures and
 * code.
 */
function formatNodeWords(node: Nodes, linked?: string): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return linked ?? node.value;
    case 'image':
      return linked ?? node.alt ?? '';
    case 'link':
    case 'linkReference':
      if (linked !== undefined) return linked;
      break;
    case 'break':
      return '\n';
    case 'code':
    case 'html':
    case 'yaml':
      return '';
  }
  if (!('children' in node)) return '';
  const isInline = [
    'paragraph',
    'heading',
    'link',
    'linkReference',
    'emphasis',
    'strong',
    'delete',
  ].includes(node.type);
  return node.children.map((child) => formatNodeWords(child, linked)).join(isInline ? '' : '\n');
}
