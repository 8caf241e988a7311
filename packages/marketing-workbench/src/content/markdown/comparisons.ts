import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';

/** A comment such as `[//]: # (compare 91 with 98: chance)`, which readers don't see. */
export type ComparisonMark = {
  readonly line: number;
  /** The words between the brackets. */
  readonly text: string;
};

declare module 'vfile' {
  interface DataMap {
    comparisons: readonly ComparisonMark[];
  }
}

/** An address that no link uses is how Markdown writes a comment: `[//]: # (words)`. */
export const COMMENT_NAMES: readonly string[] = ['//', 'comment'];

export function collectComparisons(tree: Root, file: VFile): void {
  file.data.comparisons = listMarks(tree);
}

function listMarks(node: Nodes): readonly ComparisonMark[] {
  if (node.type === 'definition') {
    const { identifier, title, position } = node;
    const isMark = COMMENT_NAMES.includes(identifier) && /^compare\s+\d/.test(title ?? '');
    return isMark ? [{ line: position?.start.line ?? 1, text: title ?? '' }] : [];
  }
  return 'children' in node ? node.children.flatMap(listMarks) : [];
}
