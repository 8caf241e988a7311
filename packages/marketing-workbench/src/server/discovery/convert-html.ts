import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { convertSimpleBlock, isListElement, splitOutermost } from './simple-blocks.ts';

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(() => unwrapForMarkdown)
  .use(rehypeRemark, {
    handlers: {
      // Callouts are written as quotes.
      aside: (state, element) => ({
        type: 'blockquote',
        children: state.toFlow(state.all(element)),
      }),
      sup: (state, element) => {
        const [link] = element.children;
        return link?.type === 'element' && link.properties.dataFootnoteRef !== undefined
          ? { type: 'footnoteReference', identifier: findFootnoteName(link.properties.href) }
          : state.all(element);
      },
      section: (state, element) =>
        element.properties.dataFootnotes === undefined
          ? state.all(element)
          : listFootnotes(element).map((note) => ({
              type: 'footnoteDefinition',
              identifier: findFootnoteName(`#${note.properties.id}`),
              children: state.toFlow(state.all(note)),
            })),
    },
  })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-', resourceLink: true })
  .freeze();

/**
 * Gives the same as `convertWithLibrary`. Blocks that are not simple go to the library, together
 * with those beside them.
 */
export function convertHtml(html: string): string {
  const parts = listHtmlParts(html).map(({ isMarkdown, text }) =>
    isMarkdown ? text : convertWithLibrary(text).replace(/\n$/, ''),
  );
  // An empty paragraph is only seen by what is around it.
  const isSafe = parts.length > 0 && parts.every((part) => part !== '' && part.trim() === part);
  return isSafe ? `${parts.join('\n\n')}\n` : convertWithLibrary(html);
}
/** A text as Markdown or still as HTML. */
type HtmlPart = { readonly isMarkdown: boolean; text: string };

/** There are none if the HTML can't be split. */
function listHtmlParts(html: string): readonly HtmlPart[] {
  const elements = splitOutermost(html) ?? [];
  const parts: HtmlPart[] = [];
  for (const [place, element] of elements.entries()) {
    const beside = [elements[place - 1], elements[place + 1]];
    // Lists beside one another need different bullets.
    const isAlone = !isListElement(element) || !beside.some((other = '') => isListElement(other));
    const simple = isAlone ? convertSimpleBlock(element) : undefined;
    const last = parts.at(-1);
    if (simple !== undefined) parts.push({ isMarkdown: true, text: simple });
    else if (last === undefined || last.isMarkdown)
      parts.push({ isMarkdown: false, text: element });
    else last.text += element;
  }
  return parts;
}

export function convertWithLibrary(html: string): string {
  return String(processor.processSync(html));
}

function findFootnoteName(address: unknown): string {
  return String(address).replace(/^.*#fn-/, '');
}

function listFootnotes(section: Element): readonly Element[] {
  const elements = section.children.filter((child) => child.type === 'element');
  return elements.flatMap((element) =>
    element.tagName === 'li' ? [element] : listFootnotes(element),
  );
}

/**
 * Removes what Markdown doesn't have: labels around boxes of checklists, links around figures and
 * back from notes.
 */
function unwrapForMarkdown(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (parent === undefined || index === undefined) return undefined;
    if (element.properties.dataFootnoteBackref !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    const isFigureLink =
      element.tagName === 'a' && parent.type === 'element' && parent.tagName === 'figure';
    if (element.tagName !== 'label' && !isFigureLink) return undefined;
    parent.children.splice(index, 1, ...element.children);
    return [SKIP, index];
  });
}
