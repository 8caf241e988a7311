import { escapeXml } from '../site/escape-xml.ts';

/** The policy of XML opened in a browser, which shows it with inline styles. */
export const XML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** `children` are XML already; undefined attributes are left out. */
export function formatXmlElement(
  name: string,
  attributes: XmlAttributes,
  ...children: readonly string[]
): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const start = `<${name}${pairs.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

export function textElement(name: string, text: string, attributes: XmlAttributes = {}): string {
  return formatXmlElement(name, attributes, escapeXml(text));
}

export function formatXmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
