import { SaxesParser } from 'saxes';

export type XmlElement = {
  /** Name with its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text without that of its children. */
  readonly text: string;
};

type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string };

/**
 * Returns the root element. Throws unless the text is well-formed XML with every prefix declared.
 */
export function parseXml(xml: string): XmlElement {
  if (!xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n'))
    throw new Error('The XML declaration is missing.');
  const open: OpenElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(xml).close();
  const [root] = open[0]?.children ?? [];
  if (root === undefined) throw new Error('There is no root element.');
  return root;
}

export function listChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the text of the only child with that name; throws unless there is exactly one. */
export function readChild(element: XmlElement, name: string): string {
  const [child, ...others] = listChildren(element, name);
  if (child === undefined || others.length > 0)
    throw new Error(`There is not one <${name}> in <${element.name}>.`);
  return child.text;
}
