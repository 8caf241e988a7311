export type Folding = {
  /**
   * Set if words lose their accents, as in English. Stemmers of other languages tell forms apart by
   * accents.
   */
  readonly foldsAccents: boolean;
  /** Writes a text in lower case. */
  readonly lower: (text: string) => string;
};

export const WORD_MAX_LENGTH = 40;

/**
 * Marks are accents in these scripts; in others, such as Thai and Devanagari, they are vowels or
 * change the letter.
 */
const ACCENT =
  /(?<![\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]\p{M}*)\p{M}/gv;

/**
 * Normalizes a word: "Café" to "cafe", or to "café" with accents, "Google’s" to "google", "5,000"
 * to "5000". The result has only letters with their marks, digits, `+` and `#`, and between digits
 * points, commas and the slash of fractions.
 */
export function foldWord(text: string, { foldsAccents, lower }: Folding): string {
  const small = lower(text);
  if (/^[a-z0-9]+$/.test(small)) return small.slice(0, WORD_MAX_LENGTH);
  const folded = lower(small.normalize(foldsAccents ? 'NFKD' : 'NFKC'))
    .replace(/['’]s$/, '')
    .replace(ACCENT, '')
    .replace(/[^\p{L}\p{M}\p{N}.,⁄+#]|[.,](?!\p{N})/gu, '')
    .replace(/,(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\p{L})\./gu, '');
  const spelled = foldsAccents
    ? folded.replace(/[ßæœøłđ]/g, (letter) => SPELLED_OUT.get(letter) ?? letter)
    : folded;
  return spelled.slice(0, WORD_MAX_LENGTH).toWellFormed();
}

const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }),
);
