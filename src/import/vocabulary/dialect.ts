/** What a shortcode, tag or component becomes: blocks of their own, or words within a sentence. */
export type TagOutput = { readonly kind: 'block' | 'inline'; readonly text: string };

export type SourceFigure = {
  readonly src: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly href?: string;
};

/** Writes each meaning in the language of a program's texts, Markdown or HTML. All words that it is given are in that language. */
export type Dialect = {
  /** What a layout encloses. */
  readonly writeEnclosed: (inner: string) => TagOutput;
  readonly writeTitled: (title: string, inner: string) => TagOutput;
  readonly writeCallout: (name: string, title: string, inner: string) => TagOutput;
  readonly writeQuote: (inner: string, by: string) => TagOutput;
  readonly writeFigure: (figure: SourceFigure) => TagOutput;
  readonly writeVideo: (host: 'YouTube' | 'Vimeo', id: string, title: string) => TagOutput;
  /** A film or sound without words of its own is shown by the name of its element, or by its address. */
  readonly writeMedia: (words: string, src: string, name: string) => TagOutput;
  readonly writeButton: (words: string, href: string) => TagOutput;
  readonly writeLink: (words: string, href: string) => string;
  readonly writeCode: (code: string, language: string) => TagOutput;
  /** What cannot be converted, as it was. */
  readonly writeKept: (source: string) => TagOutput;
};

export function createTextBlock(text: string): TagOutput {
  return { kind: 'block', text };
}

export function createInline(text: string): TagOutput {
  return { kind: 'inline', text };
}
