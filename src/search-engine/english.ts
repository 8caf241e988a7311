/** English stemming and stop words. */
const STEMS_MAX = 50_000;
/** A longer string would be a slice that keeps its whole text in memory. */
const REMEMBERED_LENGTH = 12;
const stems = new Map<string, string>();

/** The term under which a word is indexed: its stem. Cached, because texts repeat their words. */
export function termOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_MAX) stems.clear();
  const stem = stemWord(word);
  if (word.length <= REMEMBERED_LENGTH) stems.set(word, stem);
  return stem;
}

/** One step's rules, the longest suffix first. Only the first rule whose suffix matches is tried, applicable or not. */
type Rule = readonly [suffix: string, replacement: string, region: 'r1' | 'r2', before?: RegExp];

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map(
  (
    'skis ski, skies sky, dying die, lying lie, tying tie, idly idl, gently gentl, ugly ugli, early earli, only onli, ' +
    'sky sky, news news, howe howe, atlas atlas, cosmos cosmos, bias bias, andes andes'
  )
    .split(', ')
    .map(splitPair),
);
const KEPT_AFTER_PLURAL = /^(?:inning|outing|canning|herring|earring|proceed|exceed|succeed)$/;

const STEP_2: readonly Rule[] = [
  ...listRules(
    'r1',
    'ational ate, fulness ful, iveness ive, ization ize, ousness ous, biliti ble, lessli less, tional tion, alism al, ' +
      'aliti al, ation ate, entli ent, fulli ful, iviti ive, ousli ous, abli able, alli al, anci ance, ator ate, ' +
      'enci ence, izer ize, bli ble',
  ),
  ['ogi', 'og', 'r1', /l$/],
  ['li', '', 'r1', /[cdeghkmnrt]$/],
];
const STEP_3: readonly Rule[] = [
  ...listRules('r1', 'ational ate, tional tion, alize al, icate ic, iciti ic'),
  ['ative', '', 'r2'],
  ...listRules('r1', 'ical ic, ness, ful'),
];
const STEP_4: readonly Rule[] = [
  ...listRules('r2', 'ement, ance, ence, able, ible, ment, ant, ent, ism, ate, iti, ous, ive, ize'),
  ['ion', '', 'r2', /[st]$/],
  ...listRules('r2', 'al, er, ic'),
];

const VOWEL = /[aeiouy]/;
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

/** Stems a lower-case English word by the Snowball project's Porter2 algorithm; other words are returned unchanged. */
function stemWord(word: string): string {
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

function listRules(region: Rule[2], pairs: string): Rule[] {
  return pairs.split(', ').map((pair) => [...splitPair(pair), region]);
}

function splitPair(pair: string): [string, string] {
  const [from = '', to = ''] = pair.split(' ');
  return [from, to];
}

/**
 * Too frequent to be looked for in a query with other words, except in phrases and in the titles of a sentence's results. The tokenizer removes
 * apostrophes.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any anybody anyone anything are arent as at be became because
  become been before being below best better between both but by came can cannot cant could couldnt did didnt do does doesnt doing done
  dont down concerning describe during each eg either else etc ever every everyone everything exist exists explain few find for from further get gets getting give given
  gives go goes going good got had hadnt has hasnt have havent having he hello her here hers herself hi him himself his how
  however i id ie if ill im in into is isnt it its itself ive just know let lets like make makes many may maybe me mean means
  might mine more most much must my myself need needs neither no nor not of off often ok on once one ones only onto or other
  others ought our ours ourselves out over own per perhaps please quite rather really regarding same shall she should shouldnt so some
  somebody someone something such take takes tell than thank thanks that thats the their theirs them themselves then there
  theres these they theyre this those though through thus to too toward towards under until up upon us use used uses using
  very via want wants was wasnt way ways we well were werent what whatever whats when where whereas wheres whether which while
  who whom whos whose why will with within without wont would wouldnt yes yet you youd youll your youre yours yourself`.split(
    /\s+/,
  ),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Stop words that say what kind of answer a question expects. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'how what when where which who whose why much many should can'.split(' '),
);

export function isQuestionWord(word: string): boolean {
  return QUESTION_WORDS.has(word);
}

const SENTENCE_STOP_WORDS = 2;

/** Whether the words read like a sentence: at least two are stop words, which lists of keywords seldom have. */
export function isSentence(words: readonly string[]): boolean {
  return words.filter(isStopWord).length >= SENTENCE_STOP_WORDS;
}
