import { listHeadingIds } from 'marketing-workbench/content/markdown/heading-ids';
import type { Anchors } from 'marketing-workbench/html-to-markdown/anchors';
import type { Root } from 'mdast';
import { visitMarkdown } from './markdown-edits.ts';

const ID = /\s(?:id|name)=["']?([^"'\s<>]{1,300})|<(h[1-6])\b/gi;

/**
 * Maps the ids in the HTML of a text to the headings that they are in or below. Headings of
 * Markdown keep the ids that their words give.
 */
export function listMarkdownAnchors(before: Root, after: Root): Anchors {
  const slugs = listHeadingIds(after);
  const places = new Map<string, number>();
  let headings = 0;
  visitMarkdown(before, (node) => {
    if (node.type === 'heading') headings += 1;
    if (node.type !== 'html') return undefined;
    for (const [, id, heading] of node.value.matchAll(ID)) {
      if (heading !== undefined) headings += 1;
      else if (id !== undefined) places.set(id, headings);
    }
    return undefined;
  });
  const anchors = new Map(slugs.map((slug) => [slug, slug]));
  for (const [id, place] of places)
    anchors.set(id, slugs.length === headings ? (slugs[place - 1] ?? '') : '');
  return anchors;
}
