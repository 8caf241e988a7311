/** How many words may stand where a phrase has `…`. */
const GAP_WORDS_MAX = 8;

const APOSTROPHE = "['’]";
const HYPHEN = '[-‐‑\\s]';
const STANDS_FOR: ReadonlyMap<string, string> = new Map([
  ['*', "[\\p{L}\\p{N}'’]*"],
  ["'", APOSTROPHE],
  ['’', APOSTROPHE],
  ['-', HYPHEN],
  ['‐', HYPHEN],
  ['‑', HYPHEN],
]);

/**
 * Finds a phrase in a text, whatever its case, its apostrophes, its line breaks and its hyphens; global.
 *
 * | in a phrase | stands for |
 * |---|---|
 * | `delv*` | delve, delves, delving: any ending of the word |
 * | `not only … but` | both parts with up to eight words between them |
 */
export function createPhrasePattern(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map(formatPattern).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'giu');
}

function formatPattern(phrase: string): string {
  return phrase
    .trim()
    .split(/\s+/)
    .map((word) => (word === '…' ? `(?:\\S+\\s+){0,${GAP_WORDS_MAX}}?` : `${formatWord(word)}\\s+`))
    .join('')
    .replace(/\\s\+$/, '');
}

function formatWord(word: string): string {
  return word.replace(
    /[*'’\-‐‑.+?^${}()|[\]\\/]/g,
    (character) => STANDS_FOR.get(character) ?? `\\${character}`,
  );
}
