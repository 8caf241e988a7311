import type { Element, Root } from 'hast';
import type { ShownImage } from '../images/shown-images.ts';
import { findHeadingLevel } from './elements.ts';
import { listPassages, type Passage } from './passages.ts';
import { formatVisibleText } from './visible-text.ts';
import { visitElements } from './visit-elements.ts';

/** A compiled text and the facts that checks and records need of it. */
export type Body = {
  /** Sanitised. */
  readonly html: string;
  /** The headings' texts, in order. */
  readonly headings: readonly string[];
  /** Every id that a link to this text may name after `#`. */
  readonly anchors: ReadonlySet<string>;
  /** Links within the site, a path or an anchor of the same text, with their lines. */
  readonly links: readonly InternalLink[];
  readonly images: readonly ShownImage[];
  /** What readers see, without markup; empty where there is nothing. */
  readonly text: string;
  /** The same paragraph by paragraph, alt texts among them. */
  readonly passages: readonly Passage[];
};

export type InternalLink = { readonly href: string; readonly line: number };

export const EMPTY_BODY: Body = {
  html: '',
  headings: [],
  anchors: new Set(),
  links: [],
  images: [],
  text: '',
  passages: [],
};

/** Reads the facts off the finished tree, so that they are true of what is published. */
export function describeBody(tree: Root): Omit<Body, 'html' | 'images'> {
  const headings: string[] = [];
  const anchors = new Set<string>();
  const links: InternalLink[] = [];
  visitElements(tree, (element) => {
    if (findHeadingLevel(element) !== undefined) headings.push(formatVisibleText(element));
    if (typeof element.properties.id === 'string') anchors.add(element.properties.id);
    links.push(...listInternalLinks(element));
    return undefined;
  });
  return { headings, anchors, links, text: formatVisibleText(tree), passages: listPassages(tree) };
}

/** Those that the writer wrote: what the compiler adds, such as a figure's link to its picture, stood nowhere. */
function listInternalLinks({ tagName, properties: { href }, position }: Element): readonly InternalLink[] {
  if (tagName !== 'a' || typeof href !== 'string' || position === undefined) return [];
  return /^(?:\/(?!\/)|#)/.test(href) ? [{ href, line: position.start.line }] : [];
}
