import type { LineProblem } from '../content-problem.ts';

/**
 * The only markup an SVG may be made of, in the order it is tried: XML declaration, comment, end tag, start tag,
 * text. A DOCTYPE, CDATA or other instruction is none of them, so that what is read here is what a browser reads.
 */
const PIECE =
  /(?<declaration><\?xml\s[^>]*\?>)|<!--[\s\S]*?-->|<\/(?<endTag>[\w:.-]+)\s*>|<(?<tag>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>|(?<text>[^<]+)/y;
const ATTRIBUTE = /(?<name>[\w:.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g;

/** Elements that run code or bring in foreign content. */
const REFUSED_ELEMENTS = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
]);
const REFERENCE_ATTRIBUTES = new Set(['href', 'src', 'base']);

/** What of an SVG could run code or load something from elsewhere, each with its line. */
export function listSvgDangers(source: string): readonly LineProblem[] {
  const dangers: LineProblem[] = [];
  let end = 0;
  let line = 1;
  let isStyle = false;
  while (end < source.length) {
    PIECE.lastIndex = end;
    const piece = PIECE.exec(source)?.groups;
    if (piece === undefined) {
      return [
        ...dangers,
        { line, message: 'holds markup that plain SVG does without, such as DOCTYPE or CDATA; remove it' },
      ];
    }
    if (localName(piece.tag ?? piece.endTag ?? '') === 'style') isStyle = piece.tag !== undefined;
    const found = isStyle && piece.text !== undefined ? listStyleDangers(piece.text) : listTagDangers(piece);
    for (const message of found) dangers.push({ line, message });
    line += source.slice(end, PIECE.lastIndex).split('\n').length - 1;
    end = PIECE.lastIndex;
  }
  return dangers;
}

function listTagDangers({
  declaration = '',
  tag,
  attributes = '',
}: Record<string, string | undefined>): readonly string[] {
  if (/encoding\s*=\s*["'](?!utf-8)/i.test(declaration))
    return ['declares another encoding than UTF-8; save it as UTF-8'];
  if (tag === undefined) return [];
  const element = REFUSED_ELEMENTS.has(localName(tag)) ? [`holds a <${tag}>; remove it`] : [];
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(({ groups = {} }) => groups);
  return [
    ...element,
    ...pairs.flatMap(({ name = '', double, single }) =>
      listAttributeDangers(localName(name), decodeReferences(double ?? single ?? '')),
    ),
  ];
}

function listAttributeDangers(name: string, value: string): readonly string[] {
  if (name.startsWith('on')) return [`holds the event handler ${name}; remove it`];
  if (REFERENCE_ATTRIBUTES.has(name) && !value.trim().startsWith('#')) return [describeReference(value)];
  if (name === 'attributename' && REFERENCE_ATTRIBUTES.has(localName(value.trim()))) {
    return ['animates a reference; remove the animation'];
  }
  return name === 'style' || value.toLowerCase().includes('url') ? listStyleDangers(value) : [];
}

function listStyleDangers(style: string): readonly string[] {
  const css = decodeReferences(style);
  if (css.includes('\\')) return ['hides characters in its style with \\; write them out'];
  if (/@import|image-set|src\s*\(/i.test(css)) return ['loads something in its style; remove it'];
  const urls = [...css.matchAll(/url\s*\(\s*["']?(?<target>[^"')]*)/gi)].map(
    ({ groups }) => groups?.target ?? '',
  );
  return urls.filter((url) => !url.startsWith('#')).map(describeReference);
}

function describeReference(target: string): string {
  return `refers to “${target.slice(0, 60)}” outside of itself; draw it in, or refer to an id with #`;
}

/** `svg:script` → `script`: what an element is does not hang on the prefix that a file chose. */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

function decodeReferences(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, digits: string) => formatCodePoint(Number.parseInt(digits, 16)))
    .replace(/&#([0-9]{1,7});/g, (_, digits: string) => formatCodePoint(Number(digits)))
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'");
}

function formatCodePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
