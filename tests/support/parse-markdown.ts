import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/**
 * GFM without the transform that makes links of texts after parsing, which no escape can prevent.
 */
const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(function keepTexts() {
    const data = this.data();
    const withoutTransforms = (extension: object): object =>
      Array.isArray(extension)
        ? extension.map(withoutTransforms)
        : { ...extension, transforms: [] };
    data.fromMarkdownExtensions = data.fromMarkdownExtensions?.map(withoutTransforms);
  })
  .freeze();

export function parseMarkdown(markdown: string): Root {
  return parser.parse(markdown);
}

/** Returns the types of nodes and the texts, joined where they are divided: `heading(A b)`. */
export function outlineMarkdown(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return `${node.type}(${'children' in node ? node.children.map(outlineMarkdown).join('') : ''})`;
}
