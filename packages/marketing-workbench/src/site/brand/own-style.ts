/** The owner's own style sheet, as it is published. */
export type OwnStyle = {
  readonly css: string;
  /** Part of its address, so that a changed style sheet has another one. */
  readonly hash: string;
};

/** The published type of the owner's typefaces. */
export const FONT_TYPE = 'font/woff2';

export const STYLE_BYTES_MAX = 100_000;
