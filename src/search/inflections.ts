/** Regular forms of English words, which a stemmer does not tell from slips: "marketed" is one of "market", "marketting" is none. */

/** Every form that a regular ending could make of the word's possible bases, the word itself included. */
export function listRegularForms(word: string): string[] {
  return [...new Set(listBases(word).flatMap(listForms))];
}

const BASE_MIN_LENGTH = 3;
const ENDINGS: readonly string[] = ['s', 'es', 'ed', 'ing', 'er', 'ers', 'ly'];
const AFTER_E: readonly string[] = ['d', 'r', 'rs'];

function listBases(word: string): string[] {
  const bases = [word];
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    if (base.length < BASE_MIN_LENGTH) continue;
    bases.push(base);
    if (!ending.startsWith('s') && ending !== 'ly') bases.push(`${base}e`);
    if (base.endsWith('i')) bases.push(`${base.slice(0, -1)}y`);
    if (mayBeDoubled(base.slice(0, -1)) && base.at(-1) === base.at(-2)) bases.push(base.slice(0, -1));
  }
  return bases;
}

function listForms(base: string): string[] {
  const rest = base.slice(0, -1);
  if (base.endsWith('e'))
    return [base, `${rest}ing`, ...['s', 'ly', ...AFTER_E].map((ending) => base + ending)];
  if (base.endsWith('y') && !/[aeou]y$/.test(base))
    return [base, `${base}ing`, `${rest}ies`, `${rest}ied`, `${rest}ier`];
  const doubled = mayBeDoubled(base)
    ? ['ed', 'ing', 'er', 'ers'].map((ending) => base + base.at(-1) + ending)
    : [];
  return [base, ...ENDINGS.map((ending) => base + ending), ...doubled];
}

/** A consonant after a single vowel is doubled in a short word ("shopping"), and an "l" in any ("travelling"). */
function mayBeDoubled(base: string): boolean {
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(base) || /[aeiou]l$/.test(base);
}
