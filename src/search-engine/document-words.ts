import { listTokens } from './list-tokens.ts';
import { FIELDS, type Field } from './schema.ts';
import { stemWord } from './stem-word.ts';

/** A text in its fields, as search takes it in. */
export type SearchDocument = {
  /** A whole number from 1. */
  readonly id: number;
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Milliseconds since the epoch; before it the document is not found. */
  readonly publishedAt: number;
  /** What results are counted by. */
  readonly shelf: string;
};

/** Lines stand apart, so that no phrase is found across two of them. */
const LINE_GAP = 10;

const STEMS_MAX = 50_000;
/** A longer piece of a text would keep the whole text in memory. */
const REMEMBERED_LENGTH = 12;
const stems = new Map<string, string>();

/** A word's term; words often asked for are remembered. */
export function termOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_MAX) stems.clear();
  const stem = stemWord(word);
  if (word.length <= REMEMBERED_LENGTH) stems.set(word, stem);
  return stem;
}

/** Calls `visit` for each word of a document where it stands, field by field; answers how many words each field has. */
export function readDocument(
  { fields }: SearchDocument,
  visit: (word: string, field: number, position: number) => void,
): number[] {
  return FIELDS.map((name, field) => {
    let first = 0;
    let length = 0;
    for (const line of (fields[name] ?? '').split('\n')) {
      let last = first;
      for (const { word, position, parts } of listTokens(line)) {
        last = first + position + 1;
        if (parts === undefined) length++;
        visit(word, field, first + position);
      }
      first = last + LINE_GAP;
    }
    return length;
  });
}
