/** A strict HTML parser: every element must be closed in order, every attribute value quoted. */
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
};

type HtmlNode = HtmlElement | string;
type OpenElement = HtmlElement & { readonly children: HtmlNode[] };

const TOKEN =
  /<!--.*?-->|<!doctype html>|<\/(?<closed>[a-z][a-z0-9]*)>|<(?<opened>[a-z][a-z0-9]*)(?<attributes>(?:\s+[a-zA-Z][\w:-]*(?:="[^"]*")?)*)\s*\/?>|[^<]+/suy;
const ATTRIBUTE = /([a-zA-Z][\w:-]*)(?:="([^"]*)")?/g;
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const SELF_CONTAINED = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse', 'use']);
const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Parses a document or a fragment. Throws where a browser would recover from an error. */
export function parseHtml(html: string): HtmlElement {
  const root: OpenElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  let position = 0;
  while (position < html.length) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(html);
    if (token === null) throw new Error(`This is no HTML: ${html.slice(position, position + 80)}`);
    position = takeToken(open, token, html);
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.tag}> is never closed.`);
  return root;
}

/** Adds the token to the tree; returns the offset of the next one. */
function takeToken(open: OpenElement[], token: RegExpExecArray, html: string): number {
  const parent = open.at(-1);
  const next = token.index + token[0].length;
  const { opened, closed, attributes = '' } = token.groups ?? {};
  if (closed !== undefined) {
    if (parent?.tag !== closed) throw new Error(`</${closed}> closes <${parent?.tag}>.`);
    open.pop();
  } else if (opened !== undefined) {
    const element: OpenElement = { tag: opened, attributes: parseAttributes(attributes), children: [] };
    parent?.children.push(element);
    if (opened === 'script' || opened === 'style') return takeRawText(element, html, next);
    if (!VOID.has(opened)) open.push(element);
    if (SELF_CONTAINED.has(opened) && token[0].endsWith('/>')) open.pop();
  } else if (!token[0].startsWith('<!')) {
    parent?.children.push(decode(token[0]));
  }
  return next;
}

function takeRawText(element: OpenElement, html: string, start: number): number {
  const end = html.indexOf(`</${element.tag}>`, start);
  if (end === -1) throw new Error(`<${element.tag}> is never closed.`);
  if (end > start) element.children.push(html.slice(start, end));
  return end + element.tag.length + 3;
}

function parseAttributes(text: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (name in attributes) throw new Error(`An element has two values of ${name}:${text}`);
    attributes[name] = decode(value);
  }
  return attributes;
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi, (reference, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    const character = REFERENCES[name];
    if (character === undefined) throw new Error(`${reference} stands for no character.`);
    return character;
  });
}
