/**
 * The limit of the source of one text, in characters or bytes: twenty times that of a text of this
 * site (`src/content/content-folder.ts`). Memory never holds more of a text.
 */
export const TEXT_LENGTH_MAX = 5_000_000;

/** This message follows the name of a text whose rest was left out. */
export const TEXT_TOO_LONG = `is longer than ${TEXT_LENGTH_MAX / 1e6} million characters, and the rest was left out; shorten or split it on the old site, and export it again`;

/**
 * This character for private use, which no text contains, ends a text whose rest was left out
 * before it was parsed.
 */
export const CUT_MARK = '\uE0F0';
