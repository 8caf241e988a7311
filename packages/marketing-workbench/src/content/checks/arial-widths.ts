/** Advance widths of Arial, the typeface of search results, in units of 1/2048 em. */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    391: "'",
    455: 'ijlł‘’',
    532: '|',
    569: ' !,./:;I[\\]ft·ı',
    682: '()-`r“”„',
    684: '{}',
    717: '•',
    727: '"',
    797: '*',
    819: '°',
    961: '^',
    1024: 'Jcksvxyz',
    1139: '#$0123456789?L_abdeghnopqu£§«»ðþŁ–€',
    1196: '+<=>~×',
    1251: 'FTZßø',
    1366: '&ABEKPSVXYÞ',
    1479: 'CDHNRUwÐ',
    1509: '©®',
    1593: 'GOQØ',
    1706: 'Mm',
    1821: '%æ',
    1933: 'Wœ',
    2048: 'ÆŒ—…™',
    2079: '@',
  }).flatMap(([width, letters]) =>
    Array.from(letters, (letter) => [letter, Number(width)] as const),
  ),
);
const EM = 2048;
/** Average widths of letters that the table lacks. */
const OTHERS: readonly (readonly [RegExp, number])[] = [
  [/\p{Mark}|\p{Cf}/u, 0],
  [/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u, EM],
  [/\p{Lu}/u, 1420],
];
const AVERAGE = 1160;

/** Returns the width of a line in pixels, without kerning. */
export function measureArial(text: string, fontPixels: number): number {
  let units = 0;
  // Accents don't change the width of a letter.
  for (const letter of text.normalize('NFD')) units += WIDTHS.get(letter) ?? findAverage(letter);
  return Math.round((units * fontPixels) / EM);
}

function findAverage(letter: string): number {
  return OTHERS.find(([pattern]) => pattern.test(letter))?.[1] ?? AVERAGE;
}
