import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (HtmlElement | string)[];
};

/** Parses a document as a browser without scripts does. Throws where its tokens are not valid. */
export function parseHtml(html: string): HtmlElement {
  const document = parse(html, {
    scriptingEnabled: false,
    onParseError: ({ code, startOffset }) => {
      if (code !== 'missing-doctype')
        throw new Error(`${code}: ${html.slice(startOffset, startOffset + 80)}`);
    },
  });
  return { tag: '', attributes: {}, children: document.childNodes.flatMap(convertNode) };
}

function convertNode(node: DefaultTreeAdapterTypes.ChildNode): readonly (HtmlElement | string)[] {
  if ('value' in node) return [node.value];
  if (!('attrs' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes, children: node.childNodes.flatMap(convertNode) }];
}
