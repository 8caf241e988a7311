import type { Mark } from '../search-engine/search.ts';
import type { BlockHeading } from '../site/content-blocks.ts';
import type { HighlightedText } from '../site/entities.ts';
import type { PreparedBlock } from './prepared-texts.ts';

type FoundPassage = { readonly passage: HighlightedText; readonly section?: BlockHeading };

const PASSAGE_LENGTH = 220;
const LEAD_LENGTH = 60;
/** A fragment is chosen only if it has more of the query than prose has. */
const FRAGMENT_SHARE = 0.8;

/** The block with the most weight of matches, cut to a passage around them. Undefined if no block matches. */
export function findPassage(
  blocks: readonly PreparedBlock[],
  marks: NumberedMarks,
): FoundPassage | undefined {
  let best: { readonly block: PreparedBlock; readonly matches: readonly Match[] } | undefined;
  let highest = 0;
  for (const block of blocks) {
    const matches = listMatches(block, marks);
    if (matches.length === 0) continue;
    const weight = weigh(matches) * (block.isFragment ? FRAGMENT_SHARE : 1);
    if (weight > highest) {
      highest = weight;
      best = { block, matches };
    }
  }
  if (best === undefined) return undefined;
  const { text, section } = best.block;
  const passage = cutAround(text, best.matches, findWindow(text, best.matches));
  return { passage, ...(section && { section }) };
}

/** The whole text with its matches. */
export function markText(block: PreparedBlock, marks: NumberedMarks): HighlightedText {
  const { text } = block;
  return cutAround(text, listMatches(block, marks), { start: 0, end: text.length });
}

/** Each mark counts once, and a little for each repetition. */
function weigh(matches: readonly Match[]): number {
  const distinct = new Set(matches.map(({ mark }) => mark));
  const sum = [...distinct].reduce((weight, mark) => weight + mark.weight, 0);
  return sum + (matches.length - distinct.size) * 0.01;
}

type Window = { readonly start: number; readonly end: number };

function findWindow(text: string, matches: readonly Match[]): Window {
  if (text.length <= PASSAGE_LENGTH) return { start: 0, end: text.length };
  let best = { start: 0, weight: -1 };
  for (const [place, { start: first }] of matches.entries()) {
    const from = Math.max(0, first - LEAD_LENGTH);
    const within = matches.slice(place).filter(({ end }) => end <= from + PASSAGE_LENGTH);
    const weight = weigh(within);
    if (weight > best.weight) best = { start: from, weight };
  }
  const start = best.start === 0 ? 0 : moveToWord(text, Math.min(best.start, text.length - PASSAGE_LENGTH));
  const end = Math.min(text.length, start + PASSAGE_LENGTH);
  return { start, end: end === text.length ? end : Math.max(text.lastIndexOf(' ', end), start + 1) };
}

function moveToWord(text: string, start: number): number {
  const space = text.indexOf(' ', start);
  return space === -1 || space > start + LEAD_LENGTH / 2 ? start : space + 1;
}

function cutAround(text: string, matches: readonly Match[], { start, end }: Window): HighlightedText {
  const parts: { text: string; isMatch?: true }[] = [];
  let place = start;
  const add = (to: number) => {
    if (to > place) parts.push({ text: text.slice(place, to) });
  };
  for (const match of matches) {
    if (match.start < place || match.end > end) continue;
    add(match.start);
    parts.push({ text: text.slice(match.start, match.end), isMatch: true });
    place = match.end;
  }
  add(end);
  if (start > 0) parts.unshift({ text: '… ' });
  if (end < text.length) parts.push({ text: ' …' });
  return parts;
}

/** A mark with the numbers of its terms in prepared texts. */
type NumberedMark = Mark & { readonly numbers: readonly number[] };

export type NumberedMarks = {
  /** By the number of their last term. */
  readonly byLast: ReadonlyMap<number, readonly NumberedMark[]>;
  /** By number: 1 for each term of a mark. */
  readonly isWanted: Uint8Array;
};

export function numberMarks(marks: readonly Mark[], numberOf: (term: string) => number): NumberedMarks {
  const numbered = marks.map((mark) => ({ ...mark, numbers: mark.terms.map(numberOf) }));
  const wanted = numbered.flatMap(({ numbers }) => numbers);
  const isWanted = new Uint8Array(Math.max(0, ...wanted) + 1);
  for (const number of wanted) isWanted[number] = 1;
  return { byLast: Map.groupBy(numbered, ({ numbers }) => numbers.at(-1) ?? -1), isWanted };
}

/** Offsets in UTF-16 units. */
type Match = { readonly start: number; readonly end: number; readonly mark: Mark };

/** In the order of the text, without overlaps. */
function listMatches({ terms, places }: PreparedBlock, { byLast, isWanted }: NumberedMarks): Match[] {
  const seen: Seen[] = [];
  const matches: Match[] = [];
  for (let token = 0; token < terms.length; token += 1) {
    const term = terms[token] ?? -1;
    if (isWanted[term] !== 1) continue;
    const [position = 0, start = 0, end = 0] = places.subarray(3 * token, 3 * token + 3);
    const last = { term, position, start, end };
    seen.push(last);
    const found = (byLast.get(term) ?? []).flatMap((mark) => findMatch(seen, last, mark) ?? []);
    const [longest] = found.toSorted((a, b) => a.start - b.start || b.mark.weight - a.mark.weight);
    if (longest === undefined) continue;
    while ((matches.at(-1)?.start ?? -1) >= longest.start) matches.pop();
    if ((matches.at(-1)?.end ?? 0) <= longest.start) matches.push(longest);
  }
  return matches;
}

/** More words than the longest phrase has, including joined forms. */
const RECENT_MAX = 32;

type Seen = {
  readonly term: number;
  readonly position: number;
  readonly start: number;
  readonly end: number;
};

/** The match of a mark that ends with the last word. */
function findMatch(seen: readonly Seen[], last: Seen, mark: NumberedMark): Match | undefined {
  let first: Seen | undefined = last;
  for (let before = 1; before < mark.numbers.length && first !== undefined; before++) {
    const wanted = mark.numbers.at(-1 - before);
    const place = last.position - before;
    first = seen.slice(-RECENT_MAX).find(({ position, term }) => position === place && term === wanted);
  }
  return first && { start: first.start, end: last.end, mark };
}
