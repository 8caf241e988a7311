import { listTokens } from './list-tokens.ts';

export type QueryPart = {
  readonly word: string;
  /** Where it stands in the query, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
};

/** A word of a query; of a compound ("on-page") also its parts. */
export type QueryWord = QueryPart & { readonly parts: readonly QueryPart[] };

export type Query = {
  readonly words: readonly QueryWord[];
  /** Words that must stand one after another, as they are written. */
  readonly phrases: readonly (readonly string[])[];
  /** Words, or words one after another, that must not be there. */
  readonly excluded: readonly (readonly string[])[];
};

const MINUS = /(?<=^|\s)-("[^"]*"|[^\s"]+)/g;
const QUOTED = /"([^"]*)"/g;

/** Reads quotes and minus words; anything else is text. */
export function parseQuery(text: string): Query {
  const excluded: string[][] = [];
  const phrases: string[][] = [];
  const collect = (lists: string[][]) => (match: string, inner: string) => {
    const words = listParts(inner);
    if (words.length > 0) lists.push(words);
    return ' '.repeat(match.length);
  };
  const rest = text
    .replace(/[“”„‟«»]/g, '"')
    .replace(MINUS, collect(excluded))
    .replace(QUOTED, collect(phrases));
  return { words: listQueryWords(rest), phrases, excluded };
}

function listParts(text: string): string[] {
  return listTokens(text).flatMap(({ word, parts }) => (parts === undefined ? word : []));
}

function listQueryWords(text: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const { word, parts = 0, start, end } of listTokens(text)) {
    const places = words.splice(words.length - parts, parts);
    const whole = { word, start, end };
    words.push({ ...whole, parts: places.length === 0 ? [whole] : places });
  }
  return words;
}
