import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';

/** Raw HTML, comments included, would be dropped without a word: it is a problem instead. */
export function reportRawHtml(tree: Root, file: VFile): void {
  reportBelow(tree, file);
}

function reportBelow(node: Nodes, file: VFile): void {
  if (node.type === 'html') {
    const start = node.value.split('\n', 1)[0]?.slice(0, 40);
    file.message(`raw HTML ${start} is not allowed; write it in Markdown, or as \`code\``, {
      place: node.position,
    });
  }
  if (!('children' in node)) return;
  for (const child of node.children) reportBelow(child, file);
}
