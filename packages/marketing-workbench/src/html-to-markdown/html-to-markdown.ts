import type { Element, Root } from 'hast';
import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import type { BlockContent, DefinitionContent } from 'mdast';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { UNCONVERTED } from '../content/markdown/code-blocks.ts';
import { visitElements } from '../content/markdown/elements.ts';
import { parseHtmlFragment } from '../content/markdown/html-fragment.ts';
import { type Anchors, listAnchors, markHeadings } from './anchors.ts';
import { createConversion, type References } from './conversion.ts';
import { fitMarkdown } from './fit-markdown.ts';
import { FOOTNOTE_HANDLERS } from './footnote-handlers.ts';
import { tidyFootnotes } from './footnotes.ts';
import { writeBlocks } from './html-blocks.ts';
import { linkOwnAddresses } from './own-addresses.ts';
import {
  countHtmlParts,
  countMarkdownParts,
  countPlainWords,
  createPartCounts,
  type PartCounts,
} from './part-counts.ts';
import { tidyHtml } from './tidy-html.ts';

export type ConvertedBody = {
  readonly markdown: string;
  readonly before: PartCounts;
  readonly after: PartCounts;
  readonly anchors: Anchors;
  /** Changes that the owner should know about. */
  readonly notes: readonly string[];
};

/** Writes a heading with the old ids that lead to it. */
const writeAnchoredHeading: Handle = (state, element) => {
  const heading = defaultHandlers.h2(state, element);
  const { dataAnchors } = element.properties;
  return {
    ...heading,
    data: { anchors: Array.isArray(dataAnchors) ? dataAnchors.map(String) : [] },
  };
};

const toMarkdown = unified()
  .use(rehypeRemark, {
    handlers: {
      h1: writeAnchoredHeading,
      h2: writeAnchoredHeading,
      h3: writeAnchoredHeading,
      h4: writeAnchoredHeading,
      h5: writeAnchoredHeading,
      h6: writeAnchoredHeading,
      blockquote: (state, element) => {
        const children = state.toFlow(state.all(element));
        const { dataCallout } = element.properties;
        if (typeof dataCallout !== 'string') return { type: 'blockquote', children };
        return { type: 'blockquote', children: markCallout(dataCallout, children) };
      },
      ...FOOTNOTE_HANDLERS,
    },
  })
  .freeze();
const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    emphasis: '*',
    fences: true,
    resourceLink: false,
    unsafe: [
      // Characters that the check reports as syntax of other Markdown dialects.
      { character: ':', after: '[a-z+-][a-z0-9_+-]*:', inConstruct: 'phrasing' },
      { character: '=', before: '=', inConstruct: 'phrasing' },
      { character: '$', after: '\\$', atBreak: true },
    ],
  })
  .freeze();

/** Converts HTML of another program to the Markdown of this site (`docs/writing.md`, “Text”). */
export function convertHtmlBody(html: string, references: References): ConvertedBody {
  try {
    return convertHtmlTree(html, references);
  } catch (error) {
    // Elements are nested more deeply than the call stack.
    if (!(error instanceof RangeError)) throw error;
    return keepHtml(html);
  }
}

function keepHtml(html: string): ConvertedBody {
  const parts = { ...createPartCounts(), words: countPlainWords(html.replace(/<[^>]*>/g, ' ')) };
  const fence = { type: 'code', lang: UNCONVERTED, value: html } as const;
  return {
    markdown: writer.stringify({ type: 'root', children: [fence] }),
    before: parts,
    after: { ...parts, codeBlocks: 1 },
    anchors: new Map(),
    notes: ['the text is nested too deeply; it was kept as it was'],
  };
}

function convertHtmlTree(html: string, references: References): ConvertedBody {
  const tree = parseHtmlFragment(html);
  const notes: string[] = [];
  tidyHtml(tree, (what) => void notes.push(what));
  tidyFootnotes(tree);
  const before = countHtmlParts(tree);
  const ids = markHeadings(tree);
  const conversion = createConversion(references, notes);
  const root: Root = { type: 'root', children: writeBlocks(tree.children, conversion) };
  shiftHeadings(root);
  const markdown = toMarkdown.runSync(root);
  fitMarkdown(markdown, conversion.note);
  linkOwnAddresses(markdown, conversion);
  const { all, bare } = conversion.embeds;
  const after = countMarkdownParts(markdown);
  return {
    markdown: writer.stringify(markdown),
    before: { ...before, embeds: before.embeds + bare },
    after: { ...after, embeds: all, links: after.links - all },
    anchors: listAnchors(ids, markdown),
    notes,
  };
}

/**
 * Lowers all headings by one level if one is `h1`, since the title of a text is its only heading of
 * the first level.
 */
function shiftHeadings(root: Root): void {
  const headings: Element[] = [];
  visitElements(
    root,
    (element) => void (/^h[1-6]$/.test(element.tagName) && headings.push(element)),
  );
  if (!headings.some(({ tagName }) => tagName === 'h1')) return;
  for (const heading of headings)
    heading.tagName = `h${Math.min(6, Number(heading.tagName[1]) + 1)}`;
}

/** Adds the mark of a callout, as HTML so that its brackets are not escaped. */
function markCallout(
  kind: string,
  children: readonly (BlockContent | DefinitionContent)[],
): (BlockContent | DefinitionContent)[] {
  const mark = { type: 'html', value: `[!${kind}]` } as const;
  const [first, ...others] = children;
  if (first?.type !== 'paragraph') return [{ type: 'paragraph', children: [mark] }, ...children];
  return [
    { ...first, children: [mark, { type: 'text', value: '\n' }, ...first.children] },
    ...others,
  ];
}
