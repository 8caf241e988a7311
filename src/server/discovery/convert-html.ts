import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(() => unwrapForMarkdown)
  .use(rehypeRemark, {
    handlers: {
      // A callout is a quote, as it was when it was written.
      aside: (state, element) => ({ type: 'blockquote', children: state.toFlow(state.all(element)) }),
    },
  })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-', resourceLink: true })
  .freeze();

/** The Markdown, in GitHub's flavour, that sanitised HTML comes from. */
export function convertHtml(html: string): string {
  return String(processor.processSync(html));
}

/** The box of a checklist's item stands right in the item, as Markdown has it, and a figure is a picture, no link. */
function unwrapForMarkdown(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (parent === undefined || index === undefined) return undefined;
    const isFigureLink = element.tagName === 'a' && parent.type === 'element' && parent.tagName === 'figure';
    if (element.tagName !== 'label' && !isFigureLink) return undefined;
    parent.children.splice(index, 1, ...element.children);
    return [SKIP, index];
  });
}
