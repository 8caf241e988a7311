import { SaxesParser } from 'saxes';

export type SvgAttribute = {
  /**
   * Name without a prefix of the file's choice: `href`, `xlink:href`, `xml:space`; in unknown
   * namespaces as it is written.
   */
  readonly name: string;
  readonly space: string;
  readonly value: string;
};

export type SvgElement = {
  readonly name: string;
  readonly space: string;
  readonly attributes: readonly SvgAttribute[];
  readonly children: readonly (SvgElement | string)[];
};

export type ParsedSvg = {
  readonly root: SvgElement;
  /** Instructions to programs and the like, which are not in the tree. */
  readonly outside: readonly ('doctype' | 'entities' | 'stylesheet' | 'instruction')[];
};

export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** Matches a picture that is embedded in an SVG or a style sheet. */
export const EMBEDDED_PICTURE =
  /^\s*data:image\/(?:png|jpe?g|webp|gif);base64,([A-Za-z0-9+/=\s]*)$/;
export const SVG_SPACE = 'http://www.w3.org/2000/svg';
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/1999/xlink', 'xlink:'],
  ['http://www.w3.org/XML/1998/namespace', 'xml:'],
]);
/** Limit for the number of elements; a large map has some thousands. */
const ELEMENTS_MAX = 20_000;
/** Depth limit, the same as for the HTML of texts. */
const DEPTH_MAX = 100;

type OpenSvgElement = {
  name: string;
  space: string;
  attributes: SvgAttribute[];
  children: (SvgElement | string)[];
};

/**
 * Reads an SVG as a browser would: by namespaces, without entities of its own. Throws an `SvgError`
 * if it can't be read.
 */
export function parseSvg(source: string): ParsedSvg {
  const parser = new SaxesParser({ xmlns: true });
  const outside: ParsedSvg['outside'][number][] = [];
  const stack: OpenSvgElement[] = [];
  let root: OpenSvgElement | undefined;
  let count = 0;
  parser.on('error', ({ message }) => {
    throw new SvgError(`is not well-formed XML (${message}); save it again as plain SVG`);
  });
  parser.on('doctype', (doctype) => outside.push(doctype.includes('[') ? 'entities' : 'doctype'));
  parser.on('processinginstruction', ({ target }) =>
    outside.push(target.toLowerCase() === 'xml-stylesheet' ? 'stylesheet' : 'instruction'),
  );
  parser.on('opentag', ({ local, uri, attributes }) => {
    const element = {
      name: local,
      space: uri,
      attributes: readSvgAttributes(attributes),
      children: [],
    };
    count += 1;
    if (count > ELEMENTS_MAX)
      throw new SvgError(`has more than ${ELEMENTS_MAX} elements; simplify it`);
    if (stack.length >= DEPTH_MAX)
      throw new SvgError(`is nested more than ${DEPTH_MAX} levels deep; ungroup it`);
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => stack.pop());
  const addText = (text: string) => stack.at(-1)?.children.push(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(source).close();
  if (root === undefined) throw new SvgError('is empty; save it again as SVG');
  return { root, outside };
}

type TagAttributes = Readonly<
  Record<string, { local: string; prefix: string; uri: string; value: string; name: string }>
>;

function readSvgAttributes(attributes: TagAttributes): SvgAttribute[] {
  return Object.values(attributes).map(({ local, uri, value, name }) => {
    const prefix = uri === '' ? '' : PREFIXES.get(uri);
    return { name: prefix === undefined ? name : prefix + local, space: uri, value };
  });
}
