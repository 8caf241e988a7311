import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Data, unified } from 'unified';

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(function keepPositions() {
    omitTransforms(this.data());
  })
  .freeze();

/** The transform that finds e-mail addresses leaves the words beside them without positions. */
function omitTransforms(data: Data): void {
  data.fromMarkdownExtensions = data.fromMarkdownExtensions?.map((extensions) =>
    [extensions].flat().map((extension) => ({ ...extension, transforms: [] })),
  );
}

export function parseImportedMarkdown(text: string): Root {
  return parser.parse(text);
}

type SourceSpan = { readonly start: number; readonly end: number };

/** Where a node is in its source; the parser gives every node a position. */
export function spanOf({ position }: Nodes): SourceSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** Parents first; below a node for which `visit` returns `skip`, nothing is visited. */
export function visitMarkdown(
  node: Nodes,
  visit: (node: Nodes, parent: Nodes | undefined) => 'skip' | undefined,
  parent?: Nodes,
): void {
  if (visit(node, parent) === 'skip' || !('children' in node)) return;
  for (const child of node.children) visitMarkdown(child, visit, node);
}

const LINE_END_MAX = 1000;

/** Collects changes of a text. Everything between them stays as it is. */
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
    /** Replaces blocks in a list, quote or note: each new line begins with the marks of what contains it. */
    replaceBlock: ({ start, end }: SourceSpan, text: string) => {
      const prefix = findBlockPrefix(source, start);
      const lines = text.split('\n').map((line, index) => (index === 0 ? line : (prefix + line).trimEnd()));
      edits.push({ start, end, text: lines.join(lineEnd) });
    },
    /** Removes a block; if nothing else is on its last line, that line and one of the empty lines around it, too. */
    remove: ({ start, end }: SourceSpan) => {
      const before = source.slice(Math.max(0, start - 3), start);
      const isApart = start === 0 || /\n\r?\n$/.test(before);
      const pattern = isApart ? /^[ \t]*(?:\r?\n){1,2}/ : /^[ \t]*\r?\n/;
      const rest = pattern.exec(source.slice(end, end + LINE_END_MAX))?.[0] ?? '';
      edits.push({ start, end: isApart || before.endsWith('\n') ? end + rest.length : end, text: '' });
    },
    /** Whether the text has other parts than before. */
    isReshaped: (): boolean => edits.some(({ isAddress }) => isAddress !== true),
    /** The changed text. Of two changes of the same words, the one that begins first is made. */
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

/** The marks before a block on its first line, as they are before its other lines: `> - a` becomes `>   `. */
export function findBlockPrefix(source: string, start: number): string {
  const line = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  return line
    .replace(/\[[ xX]\][ \t]+$/, '')
    .replace(/\[\^[^\]]*\]:[ \t]*/, '    ')
    .replace(/[^>\t]/g, ' ');
}
