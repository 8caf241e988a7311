/** Regular forms of English words, which a stemmer does not tell from slips: "marketed" is one of "market", "marketting" is none. */

/** Every form that a regular ending could make of the word's possible bases, the word itself included. */
export function listRegularForms(word: string): string[] {
  return [...new Set(listBases(word).flatMap(listForms))];
}

const BASE_MIN_LENGTH = 3;
const ENDINGS: readonly string[] = ['s', 'es', 'ed', 'ing', 'er', 'ers', 'ly'];
const DOUBLING: readonly string[] = ['ed', 'ing', 'er', 'ers'];
const AFTER_E: readonly string[] = ['s', 'd', 'r', 'rs', 'ly'];

function listBases(word: string): string[] {
  const bases = [word];
  for (const ending of ENDINGS) {
    const base = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || base.length < BASE_MIN_LENGTH) continue;
    if (mayEnd(base, ending)) bases.push(base);
    if (DOUBLING.includes(ending)) bases.push(`${base}e`);
    if (base.endsWith('i')) bases.push(`${base.slice(0, -1)}y`);
    const single = base.slice(0, -1);
    if (DOUBLING.includes(ending) && base.at(-1) === base.at(-2) && mayBeDoubled(single)) bases.push(single);
  }
  return bases;
}

function listForms(base: string): string[] {
  const rest = base.slice(0, -1);
  if (base.endsWith('e')) return [base, `${rest}ing`, ...AFTER_E.map((ending) => base + ending)];
  if (base.endsWith('y') && !/[aeou]y$/.test(base)) {
    return [base, `${base}ing`, ...['ies', 'ied', 'ier'].map((ending) => rest + ending)];
  }
  const doubled = mayBeDoubled(base) ? DOUBLING.map((ending) => base + base.at(-1) + ending) : [];
  const regular = ENDINGS.filter((ending) => mayEnd(base, ending)).map((ending) => base + ending);
  return [base, ...regular, ...doubled];
}

/** "boxes" and "dogs"; "postss" and "stopp" are slips. */
function mayEnd(base: string, ending: string): boolean {
  if (/([^lsfz])\1$/.test(base)) return false;
  const isHissing = /(?:[sxzo]|ch|sh)$/.test(base);
  return (ending !== 's' || !/(?:s|x|z|ch|sh)$/.test(base)) && (ending !== 'es' || isHissing);
}

/** A consonant after a single vowel is doubled in a short word ("shopping"), and an "l" in any ("travelling"). */
function mayBeDoubled(base: string): boolean {
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(base) || /[aeiou]l$/.test(base);
}
