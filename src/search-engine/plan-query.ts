import { type Alternative, listCompletions, listSplit, makeAlternative } from './alternatives.ts';
import { termOf } from './document-words.ts';
import type { QueryWord } from './parse-query.ts';
import type { WeighedIndex } from './score-terms.ts';
import { findTerm } from './search-index.ts';
import { isStopWord } from './stop-words.ts';
import { formatJoinedKey, formatSynonymKey, SYNONYM_WORDS_MAX, type Synonyms } from './synonyms.ts';

/** A word of the query with all that may stand for it. */
export type Group = {
  readonly word: string;
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
};

/** Below what is typed, since it is not what was typed. */
const SYNONYM_WEIGHT = 0.75;
const GROUPS_MAX = 24;
/** Words that say nothing are in nearly all documents. */
const STOP_GROUPS_MAX = 5;

export type PlanOptions = {
  readonly synonyms: Synonyms;
  readonly dropsStopWords: boolean;
  readonly joinsWords: boolean;
};

/** What to look for; of a very long query the rarest words alone. */
export function planQuery(index: WeighedIndex, words: readonly QueryWord[], options: PlanOptions): Group[] {
  const telling = words.filter(({ word, parts }) => parts.length > 1 || !isStopWord(word));
  const wanted = telling.length > 0 && options.dropsStopWords ? telling : words;
  const groups = wanted.flatMap((word) => planWord(index, words, { ...options, word }));
  return mergeEqual(groups)
    .toSorted((a, b) => countDocuments(a) - countDocuments(b))
    .slice(0, telling.length > 0 ? GROUPS_MAX : STOP_GROUPS_MAX);
}

/** Each part of a compound is a group of its own, that the compound written as one stands for too. */
function planWord(
  index: WeighedIndex,
  words: readonly QueryWord[],
  { word, synonyms, joinsWords }: PlanOptions & { readonly word: QueryWord },
): Group[] {
  const others = listSynonyms(index, words, word, synonyms);
  const joined = joinsWords ? listJoined(index, words, word) : [];
  return listTellingParts(word).map((part) => {
    const known = [...makeAlternative(index, [part], 1), ...joined, ...others];
    const split = known.length > 0 ? [] : listSplit(index, part);
    const all = [...known, ...split];
    const isLast = word === words.at(-1) && part === word.parts.at(-1)?.word;
    const completed = isLast ? listCompletions(index, part, all.length > 0) : [];
    return { word: part, weight: 1, alternatives: [...all, ...completed] };
  });
}

/** Without those that say nothing, unless none does. */
function listTellingParts(word: QueryWord): readonly string[] {
  const parts = listPartWords(word);
  const telling = parts.filter((part) => !isStopWord(part));
  return telling.length === 0 ? parts : telling;
}

function listPartWords({ parts }: QueryWord): string[] {
  return parts.map(({ word }) => word);
}

/** The compound written as one, and the word with its neighbour, where the index knows that: "on page" as "onpage". */
function listJoined(index: WeighedIndex, words: readonly QueryWord[], word: QueryWord): Alternative[] {
  const place = words.indexOf(word);
  const before = words[place - 1];
  const after = words[place + 1];
  const names = [
    ...(word.parts.length > 1 ? [word.word] : []),
    ...(before === undefined ? [] : [before.word + word.word]),
    ...(after === undefined ? [] : [word.word + after.word]),
  ];
  const typed = findTerm(index, termOf(word.word))?.documents ?? 0;
  return names
    .flatMap((name) => (isStopWord(name) ? [] : makeAlternative(index, [name], 1)))
    .map((joined) =>
      typed > 0 && (joined.terms[0]?.documents ?? 0) > typed ? { ...joined, isCompletion: true } : joined,
    );
}

/** What the longest names that the word is part of in the query mean; all words of a name together count as one. */
function listSynonyms(
  index: WeighedIndex,
  words: readonly QueryWord[],
  word: QueryWord,
  synonyms: Synonyms,
): Alternative[] {
  const place = words.indexOf(word);
  for (let length = SYNONYM_WORDS_MAX; length > 0; length--) {
    const names: (readonly QueryWord[])[] = [];
    for (
      let first = Math.max(0, place - length + 1);
      first <= place && first + length <= words.length;
      first++
    ) {
      names.push(words.slice(first, first + length));
    }
    const found = names.flatMap((name) => listMeanings(index, name, synonyms));
    if (found.length > 0) return found;
  }
  return [];
}

function listMeanings(index: WeighedIndex, name: readonly QueryWord[], synonyms: Synonyms): Alternative[] {
  const written = new Set([
    formatSynonymKey(name.flatMap(listPartWords)),
    formatSynonymKey(name.map(({ word }) => word)),
    ...listRunTogether(name).map(formatSynonymKey),
    ...name.flatMap(({ word }) => (name.length > 1 || isKnown(index, word) ? [] : formatJoinedKey([word]))),
  ]);
  const meanings = [...written].flatMap((key) => synonyms.get(key) ?? []);
  const tellingCount = Math.max(1, name.filter(({ word }) => !isStopWord(word)).length);
  return meanings.flatMap((meaning) =>
    makeAlternative(index, meaning, SYNONYM_WEIGHT / tellingCount).map((alternative) => ({
      ...alternative,
      name: tellingCount === 1 ? ('of a word' as const) : ('of several' as const),
    })),
  );
}

function isKnown(index: WeighedIndex, word: string): boolean {
  return findTerm(index, termOf(word)) !== undefined;
}

/** The name with two neighbours written as one word: "web master tools" as "webmaster tools". */
function listRunTogether(name: readonly QueryWord[]): string[][] {
  const words = name.map(({ word }) => word);
  return words
    .slice(1)
    .map((word, place) => [...words.slice(0, place), `${words[place]}${word}`, ...words.slice(place + 2)]);
}

/** The same word twice counts twice. */
function mergeEqual(groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const weight = (merged.get(group.word)?.weight ?? 0) + group.weight;
    merged.set(group.word, { ...group, weight });
  }
  return [...merged.values()];
}

/** Words that are nowhere come after all others. */
function countDocuments({ alternatives }: Group): number {
  const counts = alternatives.flatMap(({ terms }) => terms.map(({ documents }) => documents));
  return counts.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(...counts);
}
