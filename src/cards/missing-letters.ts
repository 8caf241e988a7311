import sharp from 'sharp';

/** Latin letters are there in any case; marks and joiners stand on or between others, which decide. */
const ASIDE = /[\s\u0020-\u017f\p{M}\p{Cc}\p{Cf}]/u;
/** In pixels; large enough to tell a box from a letter that looks like one. */
const PROBE_SIZE = 40;
/** Code points that are nobody's letters: boxes of four and of six digits are drawn for them. */
const BOXES = { short: '\uf8f0', long: '\u{f0000}' } as const;

const known = new Map<string, Promise<boolean>>();

/**
 * Those of a text's characters, each once, that none of the typefaces has. Pango draws a box with the number of such a
 * character, and does not say so; a character is missing where its picture has the size and the edges of that box.
 */
export async function findMissingLetters(text: string, family: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const letter of new Set(text)) {
    if (ASIDE.test(letter)) continue;
    const key = `${family} ${letter}`;
    const answer = known.get(key) ?? isMissing(letter, family);
    known.set(key, answer);
    if (await answer) missing.push(letter);
  }
  return missing;
}

async function isMissing(letter: string, family: string): Promise<boolean> {
  const box = (letter.codePointAt(0) ?? 0) > 0xffff ? BOXES.long : BOXES.short;
  const [drawn, empty] = await Promise.all([readEdges(letter, family), readEdges(box, family)]);
  return drawn === empty;
}

/** Size of a drawn character and what stands in its outermost rows and columns. */
async function readEdges(letter: string, family: string): Promise<string> {
  const text = `<span>${letter.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
  const { data, info } = await sharp({ text: { text, font: `${family} ${PROBE_SIZE}`, dpi: 72, rgba: true } })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const rows = [data.subarray(0, width), data.subarray(width * (height - 1))];
  const columns = [0, width - 1].map((x) => Array.from({ length: height }, (_, y) => data[y * width + x]));
  return JSON.stringify([width, height, ...rows.map((row) => [...row]), ...columns]);
}
