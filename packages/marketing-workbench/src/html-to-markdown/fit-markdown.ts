import type { Code, List, ListItem, Nodes, Paragraph, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { classifyLanguage, UNCONVERTED } from '../content/markdown/code-blocks.ts';

/** Changes valid Markdown that the check of this site refuses. */
export function fitMarkdown(tree: Root, note: (what: string) => void): void {
  unwrapPictureLists(tree);
  matchNotes(tree, note);
  visit(tree, (node) => {
    if (node.type === 'code') fitLanguage(node, note);
    if (node.type === 'list') loosenPictures(node);
    if (node.type === 'paragraph') quoteCallout(node);
  });
}

/**
 * Writes `text made-up` for a language that this site doesn't know: no advice is given, and the name
 * is kept.
 */
function fitLanguage(code: Code, note: (what: string) => void): void {
  const { lang } = code;
  if (!lang || lang === UNCONVERTED) return;
  const kind = classifyLanguage(lang);
  if (kind === 'known') return;
  if (kind === 'drawing')
    note(`the ${lang} drawing was kept as it was; save it as a picture and show that`);
  code.meta = lang;
  code.lang = kind === 'drawing' ? UNCONVERTED : 'text';
}

const isPictureParagraph = (node: Nodes | undefined): boolean =>
  node?.type === 'paragraph' && node.children.length === 1 && node.children[0]?.type === 'image';

const isPictureItem = (item: ListItem): boolean =>
  item.children.length === 1 && isPictureParagraph(item.children[0]);

/** Replaces each list of pictures, which is how galleries are written, by the pictures. */
function unwrapPictureLists(parent: Nodes): void {
  if (!('children' in parent)) return;
  const children: Nodes[] = parent.children;
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (
      child?.type === 'list' &&
      child.children.every((item) => item.children.every(isPictureParagraph))
    )
      children.splice(index, 1, ...child.children.flatMap((item) => item.children));
    else if (child !== undefined) unwrapPictureLists(child);
  }
}

/**
 * Puts empty lines between the items of a list with pictures, since a picture is a block only
 * there.
 */
function loosenPictures(list: List): void {
  if (list.children.some(isPictureItem)) list.spread = true;
}

/** Writes a mark such as `[!x]` as code where this site would read it as the mark of a callout. */
function quoteCallout({ children }: Paragraph): void {
  const [first] = children;
  const [, mark = '', rest = ''] =
    first?.type === 'text' ? (/^\s*(\[![^\]\s]+\])([\s\S]*)$/.exec(first.value) ?? []) : [];
  if (mark === '') return;
  children.splice(0, 1, { type: 'inlineCode', value: mark }, { type: 'text', value: rest });
}

/**
 * Turns a footnote that no mark refers to into a paragraph, and a mark without a footnote into
 * text.
 */
function matchNotes(tree: Root, note: (what: string) => void): void {
  if (!hasNotes(tree)) return;
  const used = new Set<string>();
  const defined = new Set<string>();
  visit(tree, 'footnoteReference', ({ identifier }) => void used.add(identifier));
  visit(tree, 'footnoteDefinition', (definition, index, parent) => {
    if (parent === undefined || index === undefined) return undefined;
    const { identifier, children } = definition;
    if (used.has(identifier) && !defined.has(identifier)) {
      defined.add(identifier);
      return undefined;
    }
    note(`no mark refers to footnote ${identifier}, so it became a paragraph`);
    parent.children.splice(index, 1, ...children);
    return index + children.length;
  });
  visit(tree, 'footnoteReference', ({ identifier }, index, parent) => {
    if (parent === undefined || index === undefined || defined.has(identifier)) return;
    note(`footnote ${identifier} has no text, so its mark became plain text`);
    parent.children.splice(index, 1, { type: 'text', value: `[${identifier}]` });
  });
}

function hasNotes(node: Nodes): boolean {
  if (node.type === 'footnoteReference' || node.type === 'footnoteDefinition') return true;
  return 'children' in node && node.children.some(hasNotes);
}
