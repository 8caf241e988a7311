import { takeTransforms } from 'marketing-workbench/content/markdown/autolinks';
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(function keepPositions() {
    takeTransforms(this.data());
  })
  .freeze();

export function parseImportedMarkdown(text: string): Root {
  return parser.parse(text);
}

export type SourceSpan = { readonly start: number; readonly end: number };

/** Returns where a node is in its source, in characters; the parser gives every node a position. */
export function spanOf({ position }: Nodes): SourceSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/**
 * Visits parents before their children. Nothing is visited below a node for which `visit` returns
 * `skip`.
 */
export function visitMarkdown(
  node: Nodes,
  visit: (node: Nodes, parent: Nodes | undefined) => 'skip' | undefined,
  parent?: Nodes,
): void {
  if (visit(node, parent) === 'skip' || !('children' in node)) return;
  for (const child of node.children) visitMarkdown(child, visit, node);
}

/** Returns the words of a node, with the alt texts of its pictures. */
export function readShownText(node: Nodes): string {
  if ('children' in node) return node.children.map(readShownText).join('');
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return 'value' in node ? node.value : '';
}

const LINE_END_MAX = 1000;

/** Collects edits of a text. Everything between them stays as it is. */
export function createEdits(source: string) {
  const edits: (SourceSpan & { readonly text: string; readonly isAddress?: boolean })[] = [];
  const lineEnd = /\r?\n/.exec(source)?.[0] ?? '\n';
  return {
    source,
    replace: (start: number, end: number, text: string) => void edits.push({ start, end, text }),
    /** Replaces the address of a link or picture, and nothing around it. */
    replaceAddress: (start: number, end: number, text: string) =>
      void edits.push({ start, end, text, isAddress: true }),
    insert: (at: number, text: string) => void edits.push({ start: at, end: at, text }),
    /**
     * Replaces blocks, also in a list, quote or footnote: each new line begins with the marks of
     * the containing blocks.
     */
    replaceBlock: ({ start, end }: SourceSpan, text: string) => {
      const prefix = findBlockPrefix(source, start);
      const lines = text
        .split('\n')
        .map((line, index) => (index === 0 ? line : (prefix + line).trimEnd()));
      edits.push({ start: findEditStart(source, start, lines), end, text: lines.join(lineEnd) });
    },
    /**
     * Removes a block. If nothing else is on its last line, it also removes that line and one of
     * the empty lines around it.
     */
    remove: ({ start, end }: SourceSpan) => {
      const before = source.slice(Math.max(0, start - 3), start);
      const isApart = start === 0 || /\n\r?\n$/.test(before);
      const pattern = isApart ? /^[ \t]*(?:\r?\n){1,2}/ : /^[ \t]*\r?\n/;
      const rest = pattern.exec(source.slice(end, end + LINE_END_MAX))?.[0] ?? '';
      edits.push({
        start,
        end: isApart || before.endsWith('\n') ? end + rest.length : end,
        text: '',
      });
    },
    /**
     * Returns true if an edit has changed more than an address, so that the parts of the text must
     * be counted again.
     */
    isReshaped: (): boolean => edits.some(({ isAddress }) => isAddress !== true),
    /** Returns the edited text. Of two overlapping edits, the one that begins first is made. */
    apply: (): string => {
      const parts: string[] = [];
      let done = 0;
      for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
        if (start < done) continue;
        parts.push(source.slice(done, start), text);
        done = end;
      }
      return parts.join('') + source.slice(done);
    },
  };
}

export type Edits = ReturnType<typeof createEdits>;

/** Before an empty first line, the spaces after the marks of the containing blocks are replaced too. */
function findEditStart(source: string, start: number, [first]: readonly string[]): number {
  if (first !== '') return start;
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  return lineStart + source.slice(lineStart, start).trimEnd().length;
}

/**
 * Returns the prefix of the further lines of a block, which follows from the marks on its first
 * line: `> - a` gives `> `.
 */
export function findBlockPrefix(source: string, start: number): string {
  const line = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  return line
    .replace(/\[[ xX]\][ \t]+$/, '')
    .replace(/\[\^[^\]]*\]:[ \t]*/, '    ')
    .replace(/[^>\t]/g, ' ');
}
