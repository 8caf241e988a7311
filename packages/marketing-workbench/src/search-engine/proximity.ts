import { saturateCount } from './bm25.ts';
import { readBytes } from './database.ts';
import type { SearchIndex } from './open-index.ts';
import {
  advance,
  fieldOfPlace,
  openPostings,
  type PostingsCursor,
  readPlaces,
  type TermPlaces,
} from './posting-list.ts';
import type { Clause } from './query.ts';
import { listBest, type Ranking } from './ranking.ts';
import { BLOCK_SIZE, FIELDS, postingsId } from './schema.ts';
import type { Term } from './term-dictionary.ts';

const CANDIDATES_MAX = 200;
/** The limit of the work: the documents of all words together. The rarest words are kept. */
const WORK_MAX = 150_000;
/** The cost of reading the blocks of a term, in documents. */
const TERM_WORK = 3_000;
/** Words further apart say nothing about each other. */
const DISTANCE_MAX = 20;

/**
 * A word of the query with its alternatives of one term: its stem, joined forms, synonyms and
 * completions.
 */
type ProximityWord = { readonly terms: readonly Term[]; readonly idf: number };

/** Raises the best documents by how close together the query's words are. */
export function addProximity(
  index: SearchIndex,
  ranking: Ranking,
  clauses: readonly (Clause & { readonly idf: number })[],
): void {
  const { proximity } = index.weights;
  if (proximity === 0) return;
  const words = keepRarestWords(clauses.map(toProximityWord));
  if (words.length === 0) return;
  const candidates = Int32Array.from(listBest(ranking, CANDIDATES_MAX, (a, b) => a - b)).sort();
  const idfs = words.map(({ idf }) => idf);
  for (const [place, occurrences] of listOccurrences(index, candidates, words).entries()) {
    const slot = candidates[place] ?? 0;
    const sorted = Int32Array.from(occurrences).sort();
    const gain = proximity * scoreNearness(index, slot, sorted, idfs);
    ranking.scores[slot] = (ranking.scores[slot] ?? 0) + gain;
  }
}

/**
 * A joined form ("onpage") is an alternative of both its words, which then count as next to each
 * other.
 */
function toProximityWord({ alternatives, idf }: Clause & { readonly idf: number }): ProximityWord {
  const spellings = alternatives.filter(({ terms }) => terms.length === 1);
  return { terms: spellings.flatMap(({ terms }) => terms), idf };
}

function keepRarestWords(words: readonly ProximityWord[]): ProximityWord[] {
  let work = 0;
  return words
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, WORDS_MAX)
    .filter(({ terms, idf }) => {
      const cost = terms.reduce((sum, { documents }) => sum + documents + TERM_WORK, 0);
      if (idf === 0 || cost === 0 || work + cost > WORK_MAX) return false;
      work += cost;
      return true;
    });
}

/** An occurrence is a place and, in the lowest bits, the index of its word. */
const WORD_BITS = 5;
const WORDS_MAX = 1 << WORD_BITS;
const WORD_MASK = (1 << WORD_BITS) - 1;

const places: TermPlaces = { numbers: [], count: 0 };

/** Lists the occurrences of the words in each candidate; the candidates must ascend. */
function listOccurrences(
  index: SearchIndex,
  candidates: Int32Array,
  words: readonly ProximityWord[],
): number[][] {
  const found = Array.from(candidates, (): number[] => []);
  for (const [word, { terms }] of words.entries()) {
    for (const term of terms) {
      visitCandidates(index, candidates, term, (candidate, cursor) => {
        readPlaces(cursor, places);
        for (let place = 0; place < places.count; place++) {
          found[candidate]?.push(((places.numbers[place] ?? 0) << WORD_BITS) | word);
        }
      });
    }
  }
  return found;
}

function visitCandidates(
  index: SearchIndex,
  candidates: Int32Array,
  term: Term,
  visit: (candidate: number, cursor: PostingsCursor) => void,
): void {
  let block = -1;
  let cursor: PostingsCursor | undefined;
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const slot = candidates[candidate] ?? 0;
    if (Math.floor(slot / BLOCK_SIZE) !== block) {
      block = Math.floor(slot / BLOCK_SIZE);
      cursor = openBlock(index, slot, term);
    }
    if (cursor === undefined) continue;
    while (cursor.offset < slot % BLOCK_SIZE) advance(cursor);
    if (cursor.offset === slot % BLOCK_SIZE) visit(candidate, cursor);
  }
}

function openBlock(
  { reader, idOf }: SearchIndex,
  slot: number,
  term: Term,
): PostingsCursor | undefined {
  const row = reader.get('SELECT documents, positions FROM search_postings WHERE id = :id', {
    id: postingsId(Math.floor(idOf(slot) / BLOCK_SIZE), term.id),
  });
  return (
    row &&
    openPostings({
      documents: readBytes(row, 'documents'),
      positions: readBytes(row, 'positions'),
    })
  );
}

/**
 * BM25TP (Büttcher, Clarke and Lushman 2006): each occurrence next to one of another word, with no
 * third between them, counts for both words, by the other's idf and less with the square of the
 * distance.
 */
function scoreNearness(
  index: SearchIndex,
  slot: number,
  occurrences: Int32Array,
  idfs: readonly number[],
): number {
  const nearness = new Float64Array(idfs.length);
  let last = -1;
  let lastOfOther = -1;
  for (const occurrence of occurrences) {
    const word = occurrence & WORD_MASK;
    const other = last >= 0 && (last & WORD_MASK) === word ? lastOfOther : last;
    const place = occurrence >> WORD_BITS;
    const field = fieldOfPlace(place);
    // Places of different fields are further apart.
    const distance =
      other < 0 ? Number.POSITIVE_INFINITY : Math.max(1, place - (other >> WORD_BITS));
    if (distance <= DISTANCE_MAX) {
      const weight = (index.occurrenceWeights[slot * FIELDS.length + field] ?? 0) / distance ** 2;
      const otherWord = other & WORD_MASK;
      nearness[word] = (nearness[word] ?? 0) + weight * (idfs[otherWord] ?? 0);
      nearness[otherWord] = (nearness[otherWord] ?? 0) + weight * (idfs[word] ?? 0);
    }
    lastOfOther = other;
    last = occurrence;
  }
  const mean = idfs.reduce((sum, idf) => sum + idf, 0) / idfs.length;
  return idfs.reduce(
    (sum, idf, word) => sum + idf * saturateCount(index, (nearness[word] ?? 0) / mean, 1),
    0,
  );
}
