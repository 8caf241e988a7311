import { decodeEntities } from './decode-entities.ts';

/** A paragraph, list item, table cell or heading. */
export type ContentBlock = {
  readonly text: string;
  /** The heading above the block, or the block itself. */
  readonly section?: Heading;
  readonly isHeading?: true;
  /** A table cell, a caption, code or the label of a callout, which says little alone. */
  readonly isFragment?: true;
  readonly isItem?: true;
};

export type Heading = { readonly anchor: string; readonly title: string };

/** Elements within a sentence; any other element separates words. */
const INLINE = /^(?:a|abbr|b|code|del|em|i|input|label|mark|small|span|strong|sub|sup)$/;
const LIST = /^(?:li|ul|ol)$/;
const FRAGMENT = /^(?:td|th|figcaption|pre)$/;
const MARKUP = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;

export function splitContent(html: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let section: Heading | undefined;
  let anchor: string | undefined;
  let isHeading = false;
  let isFragment = false;
  let isItem = false;
  let text = '';
  const finish = () => {
    const line = decodeEntities(text).replace(/\s+/g, ' ').trim();
    text = '';
    if (anchor !== undefined && line !== '') section = { anchor, title: line };
    if (line !== '')
      blocks.push({
        ...{ text: line, ...(section && { section }) },
        ...(isHeading && { isHeading }),
        ...(isFragment && { isFragment }),
        ...(isItem && { isItem }),
      });
  };
  for (const [, slash, tag = '', attributes = '', characters] of html.matchAll(MARKUP)) {
    if (characters !== undefined) {
      text += characters;
    } else if (!INLINE.test(tag)) {
      finish();
      isHeading = /^h[1-6]$/.test(tag) && slash === '';
      isFragment = slash === '' && (FRAGMENT.test(tag) || attributes.includes('callout-title'));
      if (LIST.test(tag)) isItem = tag === 'li' && slash === '';
      anchor = isHeading ? /\bid="([^"]*)"/.exec(attributes)?.[1] : undefined;
    }
  }
  finish();
  return blocks;
}
