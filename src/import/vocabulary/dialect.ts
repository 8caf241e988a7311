/** What a shortcode, tag or component becomes: blocks of their own, or words within a sentence. */
export type Output = { readonly kind: 'block' | 'inline'; readonly text: string };

export type Figure = {
  readonly src: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly href?: string;
};

/** Writes each meaning in the language of a program's texts, Markdown or HTML. All words that it is given are in that language. */
export type Dialect = {
  /** What a layout encloses. */
  readonly writeEnclosed: (inner: string) => Output;
  readonly writeTitled: (title: string, inner: string) => Output;
  readonly writeCallout: (name: string, title: string, inner: string) => Output;
  readonly writeQuote: (inner: string, by: string) => Output;
  readonly writeFigure: (figure: Figure) => Output;
  readonly writeVideo: (host: 'YouTube' | 'Vimeo', id: string, title: string) => Output;
  /** A film or sound without words of its own is shown by the name of its element, or by its address. */
  readonly writeMedia: (words: string, src: string, name: string) => Output;
  readonly writeButton: (words: string, href: string) => Output;
  readonly writeLink: (words: string, href: string) => string;
  readonly writeCode: (code: string, language: string) => Output;
  /** What cannot be converted, as it was. */
  readonly writeKept: (source: string) => Output;
};

export function createTextBlock(text: string): Output {
  return { kind: 'block', text };
}

export function createInline(text: string): Output {
  return { kind: 'inline', text };
}
