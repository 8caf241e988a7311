/** The rules of one step, the longest suffix first; the first that fits decides, whether it may be applied or not. */
type Rule = readonly [suffix: string, replacement: string, region: 'r1' | 'r2', before?: RegExp];

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map([
  ...[
    ['skis', 'ski'],
    ['skies', 'sky'],
    ['dying', 'die'],
    ['lying', 'lie'],
    ['tying', 'tie'],
  ].map(readPair),
  ...[
    ['idly', 'idl'],
    ['gently', 'gentl'],
    ['ugly', 'ugli'],
    ['early', 'earli'],
    ['only', 'onli'],
  ].map(readPair),
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word): [string, string] => [
    word,
    word,
  ]),
]);
const KEPT_AFTER_PLURAL = /^(?:inning|outing|canning|herring|earring|proceed|exceed|succeed)$/;

const STEP_2: readonly Rule[] = [
  ...replaceEach(
    'r1',
    'ational ate',
    'fulness ful',
    'iveness ive',
    'ization ize',
    'ousness ous',
    'biliti ble',
  ),
  ...replaceEach('r1', 'lessli less', 'tional tion', 'alism al', 'aliti al', 'ation ate', 'entli ent'),
  ...replaceEach(
    'r1',
    'fulli ful',
    'iviti ive',
    'ousli ous',
    'abli able',
    'alli al',
    'anci ance',
    'ator ate',
  ),
  ...replaceEach('r1', 'enci ence', 'izer ize', 'bli ble'),
  ['ogi', 'og', 'r1', /l$/],
  ['li', '', 'r1', /[cdeghkmnrt]$/],
];
const STEP_3: readonly Rule[] = [
  ...replaceEach('r1', 'ational ate', 'tional tion', 'alize al', 'icate ic', 'iciti ic'),
  ['ative', '', 'r2'],
  ...replaceEach('r1', 'ical ic', 'ness ', 'ful '),
];
const STEP_4: readonly Rule[] = [
  ...replaceEach('r2', 'ement ', 'ance ', 'ence ', 'able ', 'ible ', 'ment ', 'ant ', 'ent ', 'ism ', 'ate '),
  ...replaceEach('r2', 'iti ', 'ous ', 'ive ', 'ize '),
  ['ion', '', 'r2', /[st]$/],
  ...replaceEach('r2', 'al ', 'er ', 'ic '),
];

const VOWEL = /[aeiouy]/;
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

/**
 * The stem of an English word in lower case, after the Snowball project's "english" algorithm (Porter2). Words with other
 * than the letters a to z are their own stems.
 */
export function stemWord(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const whole = WHOLE_WORDS.get(word);
  if (whole !== undefined) return whole;
  const marked = word.replace(/^y|(?<=[aeiouy])y/g, 'Y');
  const regions = findRegions(marked);
  const singular = cutPlural(marked);
  if (KEPT_AFTER_PLURAL.test(singular)) return singular;
  const present = cutTense(singular, regions).replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  const derived = [STEP_2, STEP_3, STEP_4].reduce((text, rules) => applyRules(text, rules, regions), present);
  return cutEnd(derived, regions).toLowerCase();
}

type Regions = { readonly r1: number; readonly r2: number };

function findRegions(word: string): Regions {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  const r1 = prefix === null ? findAfterVowel(word, 0) : prefix[0].length;
  return { r1, r2: findAfterVowel(word, r1) };
}

function findAfterVowel(word: string, from: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return match === null ? word.length : from + match.index + 2;
}

function cutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word) || !word.endsWith('s')) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function cutTense(word: string, { r1 }: Regions): string {
  const kept = /eed(?:ly)?$/.exec(word);
  if (kept !== null) return kept.index >= r1 ? `${word.slice(0, kept.index)}ee` : word;
  const match = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (match === null) return word;
  const rest = word.slice(0, match.index);
  if (!VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return r1 >= rest.length && SHORT_END.test(rest) ? `${rest}e` : rest;
}

function applyRules(word: string, rules: readonly Rule[], regions: Regions): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const [suffix, replacement, region, before] = rule;
  const rest = word.slice(0, -suffix.length);
  const applies = rest.length >= regions[region] && (before === undefined || before.test(rest));
  return applies ? rest + replacement : word;
}

function cutEnd(word: string, { r1, r2 }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith('e')) {
    return rest.length >= r2 || (rest.length >= r1 && !SHORT_END.test(rest)) ? rest : word;
  }
  return word.endsWith('ll') && rest.length >= r2 ? rest : word;
}

function replaceEach(region: Rule[2], ...pairs: readonly string[]): Rule[] {
  return pairs.map((pair) => {
    const [suffix = '', replacement = ''] = pair.split(' ');
    return [suffix, replacement, region];
  });
}

function readPair([word = '', stem = '']: readonly string[]): [string, string] {
  return [word, stem];
}
