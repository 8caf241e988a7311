/** A paragraph, list item or the like of a text, as readers see it. */
export type ContentBlock = {
  readonly text: string;
  /** The heading that it stands under, or is. */
  readonly section?: Section;
};

export type Section = { readonly anchor: string; readonly title: string };

/** Elements that stand within a sentence; any other parts the words before from those after. */
const INLINE = /^(?:a|abbr|b|code|del|em|i|input|label|mark|small|span|strong|sub|sup)$/;
const MARKUP = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...[
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
    ['nbsp', ' '],
  ].map(([name = '', character = '']): [string, string] => [name, character]),
]);

/** The blocks of sanitised HTML in its order, without the empty ones. */
export function splitContent(html: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let section: Section | undefined;
  let anchor: string | undefined;
  let text = '';
  const finish = () => {
    const line = decodeEntities(text).replace(/\s+/g, ' ').trim();
    text = '';
    if (anchor !== undefined && line !== '') section = { anchor, title: line };
    if (line !== '') blocks.push({ text: line, ...(section && { section }) });
  };
  for (const [, slash, tag = '', attributes = '', characters] of html.matchAll(MARKUP)) {
    if (characters !== undefined) {
      text += characters;
    } else if (!INLINE.test(tag)) {
      finish();
      const isHeading = /^h[1-6]$/.test(tag) && slash === '';
      anchor = isHeading ? /\bid="([^"]*)"/.exec(attributes)?.[1] : undefined;
    }
  }
  finish();
  return blocks;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? entity : String.fromCodePoint(code);
  });
}
