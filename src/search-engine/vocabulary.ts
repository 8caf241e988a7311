import { type Database, readInteger } from './database.ts';

/** The terms, or the words, of the index while documents are written: their ids, and in how many documents more or less each is. */
export type Vocabulary = {
  /** The highest id of a text that was there before. */
  readonly highest: number;
  /** Gives a new text the next id. */
  readonly idOf: (text: string) => number;
  readonly count: (id: number, difference: number) => void;
  /** Writes what has changed, once; texts that no document has any more go. `termOf` tells the term of a new word. */
  readonly save: (termOf?: (id: number) => number) => void;
};

/** A longer piece of a text would keep the whole text in memory. */
const PIECE_LENGTH = 12;

export function createVocabulary(index: Database, table: 'search_terms' | 'search_words'): Vocabulary {
  const ids = new Map<string, number>();
  const highest = readInteger(index.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`), 'id');
  const differences = createNumbersById(highest);
  const selectId = `SELECT id FROM ${table} WHERE text = :text`;
  let nextId = highest + 1;

  const findId = (text: string): number | undefined => {
    if (highest === 0) return undefined;
    const row = index.get(selectId, { text });
    return row && readInteger(row, 'id');
  };
  return {
    highest,
    idOf: (text) => {
      const known = ids.get(text);
      if (known !== undefined) return known;
      const id = findId(text) ?? nextId++;
      ids.set(text.length > PIECE_LENGTH ? Buffer.from(text).toString() : text, id);
      return id;
    },
    count: differences.add,
    save: (termOf) => {
      for (const [text, id] of ids) {
        const documents = differences.get(id);
        if (id <= highest || documents === 0) continue;
        if (termOf === undefined) index.run(INSERT_TERM, { id, text, documents });
        else index.run(INSERT_WORD, { id, text, documents, term: termOf(id) });
      }
      for (const id of differences.listIds()) {
        const difference = differences.get(id);
        if (id <= highest && difference !== 0) changeDocuments(index, table, { id, difference });
      }
    },
  };
}

/** So many steps for each doubling: a word changes its step, and its place in the table's index, far less often than its count. */
const STEPS = 8;
const FREQUENCY = `CAST(${STEPS} * log2(documents) AS INTEGER)`;

const INSERT_TERM = 'INSERT INTO search_terms (id, text, documents) VALUES (:id, :text, :documents)';
const INSERT_WORD = `
  INSERT INTO search_words (id, text, term, documents, frequency)
  VALUES (:id, :text, :term, :documents, ${FREQUENCY.replace('documents', ':documents')})`;
const CHANGE_FREQUENCY = `
  UPDATE search_words SET frequency = ${FREQUENCY} WHERE id = :id AND frequency <> ${FREQUENCY}`;

type Difference = { readonly id: number; readonly difference: number };

function changeDocuments(
  index: Database,
  table: 'search_terms' | 'search_words',
  { id, difference }: Difference,
): void {
  index.run(`UPDATE ${table} SET documents = documents + :difference WHERE id = :id`, { id, difference });
  if (difference < 0) index.run(`DELETE FROM ${table} WHERE id = :id AND documents <= 0`, { id });
  if (table === 'search_words') index.run(CHANGE_FREQUENCY, { id });
}

/** A whole number for each id from 0 up, at first 0; grows as needed. */
export type NumbersById = {
  readonly get: (id: number) => number;
  readonly add: (id: number, difference: number) => void;
  /** The ids, ascending, that anything was added to. */
  readonly listIds: () => Iterable<number>;
};

/** `expected` is the number of ids that will hardly be exceeded by much. */
export function createNumbersById(expected: number): NumbersById {
  let numbers = new Int32Array(expected + 1_024);
  const ids: number[] = [];
  return {
    get: (id) => numbers[id] ?? 0,
    add: (id, difference) => {
      if (id >= numbers.length) {
        const larger = new Int32Array(2 * id);
        larger.set(numbers);
        numbers = larger;
      }
      if (numbers[id] === 0) ids.push(id);
      numbers[id] = (numbers[id] ?? 0) + difference;
    },
    listIds: () => new Set(Int32Array.from(ids).sort()),
  };
}
