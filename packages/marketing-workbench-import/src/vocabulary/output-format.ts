/** A shortcode, tag or component becomes blocks of its own or words within a sentence. */
export type TagOutput = { readonly kind: 'block' | 'inline'; readonly text: string };

export type SourceFigure = {
  readonly src: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly href?: string;
};

/**
 * An output format writes each meaning as Markdown or as HTML. Its arguments are already in that
 * language.
 */
export type OutputFormat = {
  /** Writes the content of a layout element, without the element. */
  readonly writeEnclosed: (inner: string) => TagOutput;
  readonly writeTitled: (title: string, inner: string) => TagOutput;
  readonly writeCallout: (name: string, title: string, inner: string) => TagOutput;
  readonly writeQuote: (inner: string, by: string) => TagOutput;
  readonly writeFigure: (figure: SourceFigure) => TagOutput;
  readonly writeVideo: (host: 'YouTube' | 'Vimeo', id: string, title: string) => TagOutput;
  /**
   * Writes a link to a film or sound. Without `words` the link shows the `name` of the element or
   * the address.
   */
  readonly writeMedia: (words: string, src: string, name: string) => TagOutput;
  readonly writeButton: (words: string, href: string) => TagOutput;
  readonly writeLink: (words: string, href: string) => string;
  readonly writeCode: (code: string, language: string) => TagOutput;
  /** Writes what cannot be converted as it was. */
  readonly writeKept: (source: string) => TagOutput;
};

export function createTextBlock(text: string): TagOutput {
  return { kind: 'block', text };
}

export function createInline(text: string): TagOutput {
  return { kind: 'inline', text };
}
