import { decodeEntities } from './decode-entities.ts';

/** A paragraph, list item, table cell or heading. */
export type ContentBlock = {
  readonly text: string;
  /** The heading above the block, or the block itself. */
  readonly section?: BlockHeading;
  readonly isHeading?: true;
  /** A table cell, a caption, code or the label of a callout, which says little alone. */
  readonly isFragment?: true;
  readonly isItem?: true;
};

export type BlockHeading = { readonly anchor: string; readonly title: string };

/** Elements within a sentence; any other element separates words. */
const INLINE = /^(?:a|abbr|b|code|del|em|i|input|label|mark|small|span|strong|sub|sup)$/;
const LIST = /^(?:li|ul|ol)$/;
const FRAGMENT = /^(?:td|th|figcaption|pre)$/;
const MARKUP = /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/g;
/** A link from or to a footnote, whose number is no word of the text. */
const NOTE_LINK = /\bdata-footnote-(?:ref|backref)\b/;

export function splitContent(html: string): ContentBlock[] {
  const reading: BlockReading = {
    blocks: [],
    section: undefined,
    anchor: undefined,
    text: '',
    isHeading: false,
    isFragment: false,
    isItem: false,
    isNoteLink: false,
    isRaised: false,
  };
  for (const [, slash, name = '', attributes = '', characters] of html.matchAll(MARKUP)) {
    if (characters === undefined) readHtmlTag(reading, { name, attributes, isStart: slash === '' });
    // 10<sup>6</sup> is not 106.
    else if (!reading.isNoteLink) reading.text += reading.isRaised ? ` ${characters}` : characters;
  }
  finishBlock(reading);
  return reading.blocks;
}

type BlockReading = {
  readonly blocks: ContentBlock[];
  section: BlockHeading | undefined;
  /** The anchor of the heading that is being read. */
  anchor: string | undefined;
  text: string;
  isHeading: boolean;
  isFragment: boolean;
  isItem: boolean;
  isNoteLink: boolean;
  isRaised: boolean;
};

type HtmlTag = { readonly name: string; readonly attributes: string; readonly isStart: boolean };

function readHtmlTag(reading: BlockReading, tag: HtmlTag): void {
  const { name, attributes, isStart } = tag;
  if (name === 'br' && reading.isHeading) reading.text += ' ';
  else if (!INLINE.test(name)) startBlock(reading, tag);
  else if (name === 'a') reading.isNoteLink = isStart && NOTE_LINK.test(attributes);
  else if (name === 'sup') reading.isRaised = isStart;
}

function startBlock(reading: BlockReading, { name, attributes, isStart }: HtmlTag): void {
  finishBlock(reading);
  reading.isHeading = /^h[1-6]$/.test(name) && isStart;
  reading.isFragment = isStart && (FRAGMENT.test(name) || attributes.includes('callout-title'));
  if (LIST.test(name)) reading.isItem = name === 'li' && isStart;
  reading.anchor = reading.isHeading ? /\bid="([^"]*)"/.exec(attributes)?.[1] : undefined;
}

function finishBlock(reading: BlockReading): void {
  const { anchor, isHeading, isFragment, isItem } = reading;
  const text = decodeEntities(reading.text).replace(/\s+/g, ' ').trim();
  reading.text = '';
  if (text === '') return;
  if (anchor !== undefined) reading.section = { anchor, title: text };
  const { section } = reading;
  reading.blocks.push({
    text,
    ...(section && { section }),
    ...(isHeading && { isHeading }),
    ...(isFragment && { isFragment }),
    ...(isItem && { isItem }),
  });
}

/** Returns the sections of a text, by the headings that can be linked to. */
export function listLinkableHeadings(html: string): BlockHeading[] {
  return [...new Set(splitContent(html).flatMap(({ section }) => section ?? []))];
}
