import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';
import { listMessages } from '../content-finding.ts';
import { COMMENT_NAMES } from './comparisons.ts';

/** A message and the number of lines below the node's first line. */
type MarkdownFinding = { readonly message: string; readonly below: number };
type SeenNames = {
  readonly used: ReadonlySet<string>;
  readonly defined: Set<string>;
  /** Names of elements of raw HTML that were opened. */
  readonly opened: Set<string>;
};

/**
 * Reports what the compiler would drop, or print as characters, although other programs show it.
 */
export function reportUnsupported(tree: Root, file: VFile): void {
  const source = String(file);
  const names = {
    used: listUsedReferences(tree),
    defined: new Set<string>(),
    opened: new Set<string>(),
  };
  visitNodes(tree, 1, (node, line) => {
    const written = source.slice(node.position?.start.offset, node.position?.end.offset);
    const before = source[(node.position?.start.offset ?? 0) - 1] ?? '\n';
    const isWithinLine = !/[\s>]/.test(before);
    for (const { message, below } of listNodeFindings(node, { written, isWithinLine }, names))
      file.message(message, { place: { line: line + below, column: 1 } });
  });
}

/** Visits the node and all nodes in it; `line` is that of the nearest node with a position. */
function visitNodes(node: Nodes, line: number, visit: (node: Nodes, line: number) => void): void {
  const start = node.position?.start.line ?? line;
  visit(node, start);
  if ('children' in node) for (const child of node.children) visitNodes(child, start, visit);
}

/** Lists the names of notes, with ^ before, and of addresses that the text refers to. */
function listUsedReferences(tree: Root): ReadonlySet<string> {
  const used = new Set<string>();
  visitNodes(tree, 1, (node) => {
    if (node.type === 'footnoteReference') used.add(`^${node.identifier}`);
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
  });
  return used;
}

/** The source of a node, and whether characters stand before it on its line. */
type WrittenNode = { readonly written: string; readonly isWithinLine: boolean };

function listNodeFindings(
  node: Nodes,
  { written, isWithinLine }: WrittenNode,
  names: SeenNames,
): readonly MarkdownFinding[] {
  switch (node.type) {
    case 'html':
      return listHtmlFindings(node.value, names);
    case 'text':
      return listMarkFindings(written, isWithinLine);
    case 'delete':
      return listFirstLineFindings([!written.startsWith('~~'), describeTilde(written)]);
    case 'paragraph':
      return listFirstLineFindings([/^\$\$[^$]+\$\$$/.test(written), FORMULA]);
    case 'footnoteDefinition':
      return listNameFindings('note', `^${node.identifier}`, names);
    case 'definition':
      // A text may have many comments, which no link uses.
      return COMMENT_NAMES.includes(node.identifier)
        ? []
        : listNameFindings('address', node.identifier, names);
    default:
      return [];
  }
}

const FORMULA = 'formula $$ is not supported; write it in words, or show it as an image';

function listFirstLineFindings(
  ...cases: readonly (readonly [isWrong: boolean, message: string])[]
): readonly MarkdownFinding[] {
  return listMessages(cases).map((message) => ({ message, below: 0 }));
}

const HTML_ADVICE: readonly (readonly [start: RegExp, advice: string])[] = [
  [/^<\/?(?:details|summary)\b/i, 'write a heading, and the text below it'],
  [/^<br\b/i, 'end the line with \\ instead'],
  [
    /^<(?:iframe|video|embed|object)\b/i,
    'write the address of the video alone, between two empty lines',
  ],
  [/^<img\b/i, 'write ![what it shows](name "Caption")'],
  [/^<a\b/i, 'write [words](address)'],
];

/** Reports raw HTML; the end of an element is reported with its start. */
function listHtmlFindings(value: string, { opened }: SeenNames): readonly MarkdownFinding[] {
  const { slash, name = '' } = /^<(?<slash>\/?)(?<name>[\w-]*)/.exec(value)?.groups ?? {};
  if (slash === '/' && opened.has(name)) return [];
  opened.add(name);
  return [{ message: describeHtml(value), below: 0 }];
}

function describeHtml(value: string): string {
  const start = value.split('\n', 1)[0]?.slice(0, 40);
  if (value.startsWith('<!--'))
    return `comment ${start} is not allowed; remove it, or write [//]: # (words)`;
  const [, advice = 'write it in Markdown, or as `code`'] =
    HTML_ADVICE.find(([pattern]) => pattern.test(value)) ?? [];
  return `raw HTML ${start} is not allowed; ${advice}`;
}

/**
 * Patterns of such marks, with the advice on each. A backslash before any of them keeps its
 * characters.
 */
const MARKS: readonly (readonly [mark: RegExp, format: (mark: string) => string])[] = [
  [
    /(?<![\\\w])!?\[[^[\]\n]*(?<!\\)\]\((?:[^()\n]*\)?)/g,
    (mark) => `${mark} is shown as words; write %20 for each space in the address, and ) after it`,
  ],
  [
    /(?<![\\\w])\[[^[\]\n]+\] \((?:\/|https?:)[^()\n]*\)/g,
    (mark) => `${mark} is shown as words; remove the space between ] and (`,
  ],
  [
    /(?<!\\)\[\[[^[\]\n]+\]\]/g,
    (mark) => `${mark} is shown as words; write [${mark.slice(2, -2)}](/its/address)`,
  ],
  [
    /(?<![^\n])#{1,6}(?=\p{L})[^\n]*/gu,
    (mark) => `${mark} is not a heading; write a space after the #`,
  ],
  [
    /(?<![\\\w:]):(?:[+-]1|[a-z][a-z0-9_+-]*):(?![\w:])/g,
    (mark) => `${mark} does not become an emoji; write the emoji itself, or \\${mark}`,
  ],
  [
    /(?<![\\=])==(?![\s=])[^=\n]+(?<!\s)==(?!=)/g,
    (mark) => `${mark} is not marked; write **${mark.slice(2, -2)}**`,
  ],
  [
    /(?<!\\)\[\^[^\]\s]+\]/g,
    (mark) => `note ${mark} has no text; add a paragraph ${mark}: with it`,
  ],
  [
    /(?<!\\)!?\[[^[\]\n]+\]\[[^[\]^\n][^[\]\n]*\]/g,
    (mark) => `${mark} has no address; add a line ${mark.slice(mark.lastIndexOf('['))}: with it`,
  ],
];

function listMarkFindings(written: string, isWithinLine: boolean): readonly MarkdownFinding[] {
  return listForeignMarks(written).flatMap(({ found, message, index }) =>
    // What begins within a line is no heading.
    isWithinLine && index === 0 && found.startsWith('#')
      ? []
      : [{ message, below: written.slice(0, index).split('\n').length - 1 }],
  );
}

/** Lists marks of other dialects within words. */
export function listForeignMarks(written: string) {
  return MARKS.flatMap(([mark, format]) =>
    Array.from(written.matchAll(mark), ({ 0: found, index }) => ({
      message: format(found),
      found,
      index,
    })),
  );
}

function describeTilde(written: string): string {
  return `${written} has single tildes; write ~${written}~ to strike it out, or \\~ for the character`;
}

function listNameFindings(
  what: string,
  name: string,
  { used, defined }: SeenNames,
): readonly MarkdownFinding[] {
  const isRepeated = defined.has(name);
  defined.add(name);
  return listFirstLineFindings(
    [isRepeated, `${what} [${name}] is written twice; give each a name of its own`],
    [!used.has(name), `${what} [${name}] is not used; write [${name}] in the text, or remove it`],
  );
}
