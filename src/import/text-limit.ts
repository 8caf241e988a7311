/**
 * Of the source of one text, in characters or bytes: twenty times what a text of this site may have (`src/content/content-folder.ts`).
 * No more of a text is in memory at a time.
 */
export const TEXT_LENGTH_MAX = 5_000_000;

/** What follows the name of a text whose rest was left out. */
export const TEXT_TOO_LONG = `is longer than ${TEXT_LENGTH_MAX / 1e6} million characters, and the rest was left out; shorten or split it on the old site, and export it again`;

/** Ends a text whose rest was left out before it was parsed; no text has this character for private use. */
export const CUT_MARK = '\uE0F0';
