/** Reads XML as a strict reader does: well-formed, every prefix declared, every reference known. */
export type XmlElement = {
  /** With its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of the element itself, without that of its children. */
  readonly text: string;
};

type OpenElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

const TOKEN =
  /<\/(?<closed>[\w:-]+)\s*>|<(?<opened>[\w:-]+)(?<attributes>(?:\s+[\w:-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/suy;

/** The root element. Throws where the text is no XML. */
export function parseXml(text: string): XmlElement {
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(start)) throw new Error('The XML declaration is missing.');
  const document: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  TOKEN.lastIndex = start.length;
  while (TOKEN.lastIndex < text.length) {
    const place = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.groups;
    if (token === undefined) throw new Error(`This is no XML: ${text.slice(place, place + 80)}`);
    takeToken(open, token);
  }
  const [root, ...others] = document.children;
  if (open.length > 1 || root === undefined || others.length > 0 || document.text.trim() !== '')
    throw new Error('There is not one root element.');
  checkPrefixes(root, new Set());
  return root;
}

export function listChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the one child of that name; throws where there is none, or another. */
export function readChild(element: XmlElement, name: string): string {
  const [child, ...others] = listChildren(element, name);
  if (child === undefined || others.length > 0)
    throw new Error(`There is not one <${name}> in <${element.name}>.`);
  return child.text;
}

function takeToken(open: OpenElement[], token: Record<string, string | undefined>): void {
  const parent = open.at(-1);
  if (token.text !== undefined) {
    if (parent !== undefined) parent.text += decode(token.text);
  } else if (token.closed !== undefined) {
    if (parent?.name !== token.closed) throw new Error(`</${token.closed}> closes <${parent?.name}>.`);
    open.pop();
  } else if (token.opened !== undefined) {
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of (token.attributes ?? '').matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (name in attributes) throw new Error(`<${token.opened}> has ${name} twice.`);
      attributes[name] = decode(value);
    }
    const element: OpenElement = { name: token.opened, attributes, children: [], text: '' };
    parent?.children.push(element);
    if (token.empty === '') open.push(element);
  }
}

function checkPrefixes(element: XmlElement, known: ReadonlySet<string>): void {
  const declared = Object.keys(element.attributes).flatMap((name) => name.match(/^xmlns:(.+)$/)?.[1] ?? []);
  const here = new Set([...known, ...declared, 'xml', 'xmlns']);
  for (const name of [element.name, ...Object.keys(element.attributes)]) {
    const prefix = /^(.+):/.exec(name)?.[1];
    if (prefix !== undefined && !here.has(prefix)) throw new Error(`The prefix of ${name} is not declared.`);
  }
  for (const child of element.children) checkPrefixes(child, here);
}

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 can't hold these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text))
    throw new Error('There is a forbidden character.');
  return text.replace(/&([^;]*;?)/g, (reference, name: string) => {
    const character = REFERENCES[name.replace(/;$/, '')];
    if (character === undefined || !name.endsWith(';'))
      throw new Error(`${reference} stands for no character.`);
    return character;
  });
}
