import type { Element, Root, RootContent } from 'hast';
import type { Nodes as MarkdownNode, Root as MarkdownRoot } from 'mdast';
import { visit } from 'unist-util-visit';
import { listHeadingIds } from '../content/markdown/heading-ids.ts';

/**
 * Maps each old id of a body to the id of the heading that a link to it leads to; empty for the
 * beginning of the text.
 */
export type Anchors = ReadonlyMap<string, string>;

declare module 'mdast' {
  interface HeadingData {
    /** Old ids that lead to this heading. */
    anchors?: readonly string[];
  }
}

const HEADING = /^h[1-6]$/;

type HeadingMarker = { waiting: string[]; heading: Element | undefined; readonly ids: string[] };

/**
 * Sets `dataAnchors` of each heading to the ids that lead to it: its own, those between the text
 * before and the heading, and those of the blocks below it. Returns all ids.
 */
export function markHeadings(root: Root): readonly string[] {
  const marker: HeadingMarker = { waiting: [], heading: undefined, ids: [] };
  for (const child of root.children) markNode(child, marker);
  assignWaitingIds(marker);
  return marker.ids;
}

function markNode(node: RootContent, marker: HeadingMarker): void {
  if (node.type === 'text' && node.value.trim() !== '') assignWaitingIds(marker);
  if (node.type !== 'element') return;
  if (HEADING.test(node.tagName)) marker.heading = node;
  for (const id of listElementIds(node)) {
    marker.ids.push(id);
    marker.waiting.push(id);
  }
  if (HEADING.test(node.tagName)) assignWaitingIds(marker);
  // Headings in a table become plain text, so no id can lead to them.
  if (node.tagName !== 'table') for (const child of node.children) markNode(child, marker);
}

/** Returns the `id` of an element and the `name` of a link, which old pages use as an id. */
export function listElementIds({ tagName, properties: { id, name } }: Element): readonly string[] {
  const names = tagName === 'a' ? [id, name] : [id];
  return names.filter((value): value is string => typeof value === 'string' && value !== '');
}

function assignWaitingIds(marker: HeadingMarker): void {
  const { heading, waiting } = marker;
  if (heading !== undefined) {
    const known = heading.properties.dataAnchors;
    heading.properties.dataAnchors = [...(Array.isArray(known) ? known : []), ...waiting];
  }
  marker.waiting = [];
}

/**
 * Maps the old ids of a body to its headings; ids above the first heading lead to the beginning.
 * The ids of the new headings are included, since themes of old sites gave the same ones.
 */
export function listAnchors(ids: readonly string[], text: MarkdownRoot): Anchors {
  const anchors = new Map(ids.map((id) => [id, '']));
  if (!text.children.some(hasHeading)) return anchors;
  const slugs = listHeadingIds(text);
  for (const slug of slugs) if (!anchors.has(slug)) anchors.set(slug, slug);
  const waiting = slugs.values();
  visit(text, 'heading', ({ data }) => {
    const slug = waiting.next().value ?? '';
    for (const id of data?.anchors ?? []) anchors.set(id, slug);
  });
  return anchors;
}

function hasHeading(node: MarkdownNode): boolean {
  return node.type === 'heading' || ('children' in node && node.children.some(hasHeading));
}

/** Returns the id that a link to an old id leads to; undefined if the text never had it. */
export function findAnchor(anchors: Anchors, id: string): string | undefined {
  return anchors.get(id) ?? anchors.get(id.toLowerCase().replace(/[_\s]+/g, '-'));
}
