import { CUT_MARK, TEXT_LENGTH_MAX } from './text-limit.ts';

type XmlTokenKind = 'text' | 'tag' | 'cdata' | 'comment' | 'instruction' | 'declaration';

const STARTS: readonly (readonly [start: string, kind: XmlTokenKind])[] = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'cdata'],
  ['<?', 'instruction'],
  ['<!', 'declaration'],
  ['<', 'tag'],
];
const ENDS: Readonly<Record<Exclude<XmlTokenKind, 'text' | 'tag' | 'declaration'>, string>> = {
  comment: '-->',
  cdata: ']]>',
  instruction: '?>',
};
const START_LENGTH_MAX = 9;
/** The limit of a tag with its attributes, or of a document type declaration, in characters. */
const MARKUP_LENGTH_MAX = 1_000_000;

/**
 * Shortens the texts of XML to about `TEXT_LENGTH_MAX`, and ends them with `CUT_MARK`, before a
 * parser reads it, because parsers collect a whole text before they emit it. `isBroken` is set if a
 * tag does not end within the limit; nothing after it can be read.
 */
export class XmlLimiter {
  #rest = '';
  #token: XmlTokenKind = 'text';
  /** Length of the current text or markup so far, in characters. */
  #length = 0;
  /** The quotation mark that opened the current attribute value; empty outside of a value. */
  #quote = '';
  isBroken = false;

  write(chunk: string): string {
    let source = this.#rest + chunk;
    this.#rest = '';
    const parts: string[] = [];
    while (source !== '' && !this.isBroken) {
      const taken = this.#take(source, parts);
      if (taken === 0) {
        this.#rest = source;
        break;
      }
      source = source.slice(taken);
    }
    return parts.join('');
  }

  /** Returns what was held back when the file ends in the middle of markup. */
  end(): string {
    return this.#rest;
  }

  /** Returns how many characters were read, or 0 if their meaning depends on what follows. */
  #take(source: string, parts: string[]): number {
    if (this.#token === 'text') return this.#takeText(source, parts);
    if (this.#token === 'tag' || this.#token === 'declaration')
      return this.#takeMarkup(source, parts);
    return this.#takeUntil(source, ENDS[this.#token], parts);
  }

  #takeText(source: string, parts: string[]): number {
    const at = source.indexOf('<');
    if (at !== 0) {
      const text = at === -1 ? source : source.slice(0, at);
      parts.push(this.#shorten(text));
      return text.length;
    }
    const isShort = source.length < START_LENGTH_MAX;
    if (
      isShort &&
      STARTS.some(([start]) => start.length > source.length && start.startsWith(source))
    )
      return 0;
    const [start, kind] = STARTS.find(([one]) => source.startsWith(one)) ?? ['<', 'tag'];
    parts.push(start);
    this.#enter(kind);
    return start.length;
  }

  #enter(kind: XmlTokenKind): void {
    this.#token = kind;
    this.#length = 0;
  }

  #takeUntil(source: string, end: string, parts: string[]): number {
    const at = source.indexOf(end);
    if (at === -1) {
      const length = source.length - (end.length - 1);
      if (length <= 0) return 0;
      parts.push(this.#shorten(source.slice(0, length)));
      return length;
    }
    parts.push(this.#shorten(source.slice(0, at)), end);
    this.#enter('text');
    return at + end.length;
  }

  #takeMarkup(source: string, parts: string[]): number {
    const stop = this.#quote === '' ? source.search(/[>"']/) : source.indexOf(this.#quote);
    const length = stop === -1 ? source.length : stop + 1;
    this.#length += length;
    if (this.#length > MARKUP_LENGTH_MAX) {
      this.isBroken = true;
      return length;
    }
    parts.push(source.slice(0, length));
    const character = stop === -1 ? '' : source.charAt(stop);
    if (this.#quote !== '') this.#quote = character === '' ? this.#quote : '';
    else if (character === '>') this.#enter('text');
    else this.#quote = character;
    return length;
  }

  /** Cuts a text at the limit, but after the end of a word or of a reference such as `&amp;`. */
  #shorten(text: string): string {
    const left = TEXT_LENGTH_MAX - this.#length;
    if (text.length <= left) {
      this.#length += text.length;
      return text;
    }
    this.#length = Number.POSITIVE_INFINITY;
    if (left === Number.NEGATIVE_INFINITY) return '';
    const [word = ''] = /^[#\w]{0,50};?/.exec(text.slice(left, left + 51)) ?? [];
    return text.slice(0, left) + word + CUT_MARK;
  }
}
