import { createRequire } from 'node:module';
import { type RowReader, type RowWriter, readText } from './database.ts';
import { ADDED_STOP_WORDS, IRREGULAR_FORMS, QUESTION_WORDS, TURNING_WORDS } from './english.ts';
import { type Folding, foldWord } from './fold-word.ts';
import { DOCUMENT_TABLES } from './schema.ts';
import { createSnowballStemmer, type SnowballLanguage } from './snowball.ts';

const require = createRequire(import.meta.url);

type LanguageRow = {
  /** The name of a Snowball stemmer. */
  readonly stemmer?: SnowballLanguage;
  /** The name of a list of `@orama/stopwords`. */
  readonly stopWords?: string;
  /** Further stop words. */
  readonly addedStopWords?: readonly string[];
  readonly questionWords?: readonly string[];
  readonly turningWords?: readonly string[];
  /** Forms that the stemmer does not know, and words whose terms they get. */
  readonly irregularForms?: ReadonlyMap<string, string>;
  /** Set if the last part of a compound finds it: "Kuchen" finds "Apfelkuchen". */
  readonly hasCompounds?: true;
  readonly foldsAccents?: true;
};

const NORWEGIAN: LanguageRow = { stemmer: 'Norwegian', stopWords: 'norwegian', hasCompounds: true };

/** The data of each language, by the code that its tag begins with. */
const LANGUAGES: Readonly<Record<string, LanguageRow>> = {
  ar: { stemmer: 'Arabic', stopWords: 'arabic' },
  bg: { stopWords: 'bulgarian' },
  ca: { stemmer: 'Catalan' },
  cs: { stemmer: 'Czech' },
  da: { stemmer: 'Danish', stopWords: 'danish', hasCompounds: true },
  de: { stemmer: 'German', stopWords: 'german', hasCompounds: true },
  el: { stemmer: 'Greek', stopWords: 'greek' },
  en: {
    stemmer: 'English',
    stopWords: 'english',
    addedStopWords: ADDED_STOP_WORDS,
    questionWords: QUESTION_WORDS,
    turningWords: TURNING_WORDS,
    irregularForms: IRREGULAR_FORMS,
    foldsAccents: true,
  },
  eo: { stemmer: 'Esperanto' },
  es: { stemmer: 'Spanish', stopWords: 'spanish' },
  et: { stemmer: 'Estonian' },
  eu: { stemmer: 'Basque' },
  fa: { stemmer: 'Persian' },
  fi: { stemmer: 'Finnish', stopWords: 'finnish', hasCompounds: true },
  fr: { stemmer: 'French', stopWords: 'french' },
  ga: { stemmer: 'Irish', stopWords: 'irish' },
  hi: { stemmer: 'Hindi', stopWords: 'indian' },
  hu: { stemmer: 'Hungarian', stopWords: 'hungarian' },
  hy: { stemmer: 'Armenian', stopWords: 'armenian' },
  id: { stemmer: 'Indonesian', stopWords: 'indonesian' },
  is: { hasCompounds: true },
  it: { stemmer: 'Italian', stopWords: 'italian' },
  ja: { stopWords: 'japanese' },
  lt: { stemmer: 'Lithuanian', stopWords: 'lithuanian' },
  nb: NORWEGIAN,
  ne: { stemmer: 'Nepali', stopWords: 'nepali' },
  nl: { stemmer: 'Dutch', stopWords: 'dutch', hasCompounds: true },
  nn: NORWEGIAN,
  no: NORWEGIAN,
  pl: { stemmer: 'Polish' },
  pt: { stemmer: 'Portuguese', stopWords: 'portuguese' },
  ro: { stemmer: 'Romanian', stopWords: 'romanian' },
  ru: { stemmer: 'Russian', stopWords: 'russian' },
  sa: { stopWords: 'sanskrit' },
  sr: { stemmer: 'Serbian', stopWords: 'serbian' },
  st: { stemmer: 'Sesotho' },
  sv: { stemmer: 'Swedish', stopWords: 'swedish', hasCompounds: true },
  ta: { stemmer: 'Tamil', stopWords: 'tamil' },
  tr: { stemmer: 'Turkish', stopWords: 'turkish' },
  uk: { stopWords: 'ukrainian' },
  yi: { stemmer: 'Yiddish' },
  zh: { stopWords: 'mandarin' },
};

/** A language's rules for the words of a text. */
export type Language = Folding & {
  readonly isEnglish: boolean;
  readonly hasCompounds: boolean;
  /** The term under which a word of the tokenizer is indexed: its stem, without accents. */
  readonly termOf: (word: string) => string;
  /**
   * Returns true for a word that is too frequent to be searched for beside others, except in
   * phrases and titles.
   */
  readonly isStopWord: (word: string) => boolean;
  /** Reads the files of stop words and stemmers, unless this was done before. */
  readonly load: () => void;
  /**
   * Returns true for a word that says what kind of answer a question expects, such as “when”. Only
   * English has such words here.
   */
  readonly isQuestionWord: (word: string) => boolean;
  /**
   * Returns true for a word that gives a question another meaning: a question word, or a word such
   * as “off”. Only English has such words here.
   */
  readonly changesQuestion: (word: string) => boolean;
  /**
   * Returns true if at least two of the words are stop words, as in a sentence; lists of keywords
   * seldom have any.
   */
  readonly isSentence: (words: readonly string[]) => boolean;
};

const SENTENCE_STOP_WORDS = 2;

const languages = new Map<string, Language>();

/**
 * Finds a language by its tag, such as `de-AT`. The words of a language without a row are indexed
 * as they are written.
 */
export function findLanguage(tag: string): Language {
  const { language: code, script = '' } = new Intl.Locale(tag).maximize();
  const key = `${code}-${script}`;
  const known = languages.get(key);
  if (known !== undefined) return known;
  const language = createLanguage(code, script, LANGUAGES[code] ?? {});
  languages.set(key, language);
  return language;
}

/** Creates a language whose stemmer and stop words are loaded at their first use. */
function createLanguage(code: string, script: string, row: LanguageRow): Language {
  const folding: Folding = {
    foldsAccents: row.foldsAccents ?? false,
    lower: findLowerCasing(code),
  };
  let stopWords: ReadonlySet<string> | undefined;
  const load = () => {
    stopWords ??= loadStopWords(row, folding);
    return stopWords;
  };
  const questionWords = new Set(row.questionWords);
  const turningWords = new Set(row.turningWords);
  const termOf = rememberTerms(createTermOf(script, row));
  return {
    ...folding,
    isEnglish: code === 'en',
    hasCompounds: row.hasCompounds ?? false,
    termOf,
    load: () => {
      load();
      termOf('stems');
    },
    isStopWord: (word) => load().has(word),
    isQuestionWord: (word) => questionWords.has(word),
    changesQuestion: (word) => questionWords.has(word) || turningWords.has(word),
    isSentence: (words) => words.filter((word) => load().has(word)).length >= SENTENCE_STOP_WORDS,
  };
}

/**
 * Returns the lower-casing of a language. Only these three differ from Unicode's common rules:
 * Turkish has a dotless i.
 */
function findLowerCasing(code: string): Folding['lower'] {
  return ['az', 'lt', 'tr'].includes(code)
    ? (text) => text.toLocaleLowerCase(code)
    : (text) => text.toLowerCase();
}

function loadStopWords(
  { stopWords, addedStopWords = [] }: LanguageRow,
  folding: Folding,
): ReadonlySet<string> {
  if (stopWords === undefined) return new Set(addedStopWords);
  const { stopwords: listed }: typeof import('@orama/stopwords/english') = require(
    `@orama/stopwords/${stopWords}`,
  );
  // Readers leave out apostrophes: "whats" is "what's", which the folding reads as "what".
  const forms = listed.flatMap((word) => [word, word.replaceAll("'", '')]);
  const words = [...forms.map((word) => foldWord(word, folding)), ...addedStopWords];
  // Readers leave out accents, too, and so do terms.
  return new Set([...words, ...words.map(unaccent)]);
}

const STEMMED_MIN_LENGTH = 3;
const UNACCENTED: Folding = { foldsAccents: true, lower: (text) => text.toLowerCase() };

/** Latin words in a text of another script, such as Japanese, are mostly English. */
function createTermOf(
  script: string,
  { stemmer, irregularForms }: LanguageRow,
): Language['termOf'] {
  const own = createStemmedTermOf(stemmer);
  if (script === 'Latn') return (word) => own(irregularForms?.get(word) ?? word);
  const { termOf } = findLanguage('en');
  return (word) => (/^[a-z]+$/.test(word) ? termOf(word) : own(word));
}

function createStemmedTermOf(stemmer: LanguageRow['stemmer']): Language['termOf'] {
  let stem: ((word: string) => string) | undefined;
  return (word) => {
    if (word.length < STEMMED_MIN_LENGTH || !/^[\p{L}\p{M}]+$/u.test(word)) return unaccent(word);
    stem ??= stemmer === undefined ? (unchanged) => unchanged : createSnowballStemmer(stemmer);
    return unaccent(stem(word)) || word;
  };
}

/**
 * Removes what readers often leave out: accents, and the difference between the two letters i of
 * Turkish.
 */
function unaccent(word: string): string {
  return foldWord(word, UNACCENTED).replaceAll('ı', 'i');
}

const TERMS_MAX = 50_000;
/** A longer string would be a slice that keeps its whole text in memory. */
const REMEMBERED_LENGTH = 12;

/** Caches terms, because texts repeat their words. */
function rememberTerms(termOf: Language['termOf']): Language['termOf'] {
  const terms = new Map<string, string>();
  return (word) => {
    const known = terms.get(word);
    if (known !== undefined) return known;
    if (terms.size >= TERMS_MAX) terms.clear();
    const term = termOf(word);
    if (word.length <= REMEMBERED_LENGTH) terms.set(word, term);
    return term;
  };
}

/**
 * Returns the language that the index was written in, which is English unless the index names
 * another.
 */
export function readLanguage(reader: RowReader): Language {
  return findLanguage(readLanguageTag(reader));
}

/** Returns the tag of that language, such as `de-AT`. */
export function readLanguageTag(reader: RowReader): string {
  const row = reader.get('SELECT tag FROM search_language');
  return row === undefined ? 'en' : readText(row, 'tag');
}

/**
 * Returns true if the terms of the index are those of another language. Regional variants, such as
 * `de` and `de-AT`, count as the same.
 */
export function isOfOtherLanguage(reader: RowReader, tag: string): boolean {
  return readLanguage(reader) !== findLanguage(tag);
}

/**
 * Must be called before documents are written. If the index is of another language, removes all
 * documents, which must then be written again.
 */
export function saveLanguage(index: RowWriter, tag: string): void {
  if (isOfOtherLanguage(index, tag))
    for (const table of DOCUMENT_TABLES) index.run(`DELETE FROM ${table}`);
  index.run('INSERT OR REPLACE INTO search_language (id, tag) VALUES (1, :tag)', { tag });
}
