import anyAscii from 'any-ascii';

type Spelling = Readonly<Record<string, string>>;

const DANISH: Spelling = { å: 'aa', ø: 'oe', æ: 'ae' };

/**
 * Letters that a language spells otherwise than `any-ascii`, by the code that its tag begins with.
 * Bulgarian follows its Transliteration Act, the others what WordPress does for them. Swedish,
 * Finnish and Turkish are not listed, since they only lose their marks: `å` becomes `a`.
 */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  bg: { х: 'h', щ: 'sht', ъ: 'a' },
  bs: { đ: 'dj' },
  ca: { l·l: 'll' },
  da: DANISH,
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  nb: DANISH,
  nn: DANISH,
  no: DANISH,
  sr: { đ: 'dj' },
};

/**
 * Returns the slug of words in any script, spelled as in the language of the site, such as `de-AT`:
 * `Süßes & Öfen` becomes `suesses-oefen` in German and `susses-ofen` in English. The slug is empty
 * if nothing is left.
 */
export function createSlug(words: string, language: string): string {
  const [code = ''] = /^[a-z]*/i.exec(language) ?? [];
  const spelling = SPELLINGS[code.toLowerCase()] ?? {};
  const text = Object.entries(spelling).reduce(
    (spelled, [letters, ascii]) => spelled.replaceAll(letters, ascii),
    words.normalize('NFC').toLowerCase(),
  );
  return createFormerSlug(text.replace(/[\p{L}\p{M}\p{N}]/gu, spellLetter));
}

/** Spells a letter or digit of which nothing would be left otherwise. */
function spellLetter(letter: string): string {
  return createFormerSlug(letter) === '' ? anyAscii(letter) : letter;
}

/** Returns whether words have a letter or digit that a slug can spell. */
export function hasSlug(words: string): boolean {
  return createSlug(words, '') !== '';
}

/**
 * Returns the slug that words had before slugs depended on the language. It has only Latin letters,
 * without their marks; `ł` and `ø` are left out.
 */
export function createFormerSlug(words: string): string {
  return words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
