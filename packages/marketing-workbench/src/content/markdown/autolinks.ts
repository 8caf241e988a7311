import type { Root, Text } from 'mdast';
import type { Data } from 'unified';
import { visit } from 'unist-util-visit';

type TreeTransform = (tree: Root) => unknown;

/**
 * Takes the transforms out of the parser that turn addresses in words into links. They leave the
 * words beside an address without a position, and read escaped characters as if they were not
 * escaped.
 */
export function takeTransforms(data: Data): readonly TreeTransform[] {
  const extensions = (data.fromMarkdownExtensions ?? []).flat();
  data.fromMarkdownExtensions = extensions.map((extension) => ({ ...extension, transforms: [] }));
  return extensions.flatMap(({ transforms }) => transforms ?? []);
}

/** Turns addresses into links, except in words with a backslash: it keeps what follows as it is. */
export function linkAddresses(
  tree: Root,
  source: string,
  transforms: readonly TreeTransform[],
): void {
  const escaped: (Text | { type: string })[] = [];
  visit(tree, 'text', (node) => {
    const { start, end } = node.position ?? {};
    if (source.slice(start?.offset, end?.offset).includes('\\')) escaped.push(node);
  });
  for (const node of escaped) node.type = 'escaped';
  for (const transform of transforms) transform(tree);
  for (const node of escaped) node.type = 'text';
}
