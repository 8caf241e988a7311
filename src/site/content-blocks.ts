/** A paragraph, list item, table cell or heading. */
export type ContentBlock = {
  readonly text: string;
  /** The heading above the block, or the block itself. */
  readonly section?: Heading;
  readonly isHeading?: true;
};

export type Heading = { readonly anchor: string; readonly title: string };

/** Elements within a sentence; any other element separates words. */
const INLINE = /^(?:a|abbr|b|code|del|em|i|input|label|mark|small|span|strong|sub|sup)$/;
const MARKUP = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
);

export function splitContent(html: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let section: Heading | undefined;
  let anchor: string | undefined;
  let isHeading = false;
  let text = '';
  const finish = () => {
    const line = decodeEntities(text).replace(/\s+/g, ' ').trim();
    text = '';
    if (anchor !== undefined && line !== '') section = { anchor, title: line };
    if (line !== '')
      blocks.push({ text: line, ...(section && { section }), ...(isHeading && { isHeading }) });
  };
  for (const [, slash, tag = '', attributes = '', characters] of html.matchAll(MARKUP)) {
    if (characters !== undefined) {
      text += characters;
    } else if (!INLINE.test(tag)) {
      finish();
      isHeading = /^h[1-6]$/.test(tag) && slash === '';
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
