import type { Mark } from '../search-engine/search.ts';
import type { BlockHeading } from '../site/content-blocks.ts';
import type { HighlightedText } from '../site/entities.ts';
import { findCharacterStart, findCut } from '../site/texts.ts';
import type { PreparedBlock } from './prepared-texts.ts';

type FoundPassage = { readonly passage: HighlightedText; readonly section?: BlockHeading };

const PASSAGE_LENGTH = 220;
const LEAD_LENGTH = 60;
/** A fragment is chosen only if it has more of the query than prose has. */
const FRAGMENT_SHARE = 0.8;

/**
 * Finds the block whose matches weigh most, and cuts it to a passage around them. Returns undefined
 * if no block matches.
 */
export function findPassage(
  blocks: readonly PreparedBlock[],
  marks: ResolvedMarks,
): FoundPassage | undefined {
  let best: { readonly block: PreparedBlock; readonly matches: readonly Match[] } | undefined;
  let highest = 0;
  for (const block of blocks) {
    const matches = listMatches(block, marks);
    if (matches.length === 0) continue;
    const weight = weighMatches(matches) * (block.isFragment ? FRAGMENT_SHARE : 1);
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

/** Divides the whole text into its matches and what is between them. */
export function markText(block: PreparedBlock, marks: ResolvedMarks): HighlightedText {
  const { text } = block;
  return cutAround(text, listMatches(block, marks), { start: 0, end: text.length });
}

/** Returns the weight of matches: each mark counts once, and each repetition a little. */
function weighMatches(matches: readonly Match[]): number {
  const distinct = new Set(matches.map(({ mark }) => mark));
  const sum = [...distinct].reduce((weight, mark) => weight + mark.weight, 0);
  return sum + (matches.length - distinct.size) * 0.01;
}

type PassageWindow = { readonly start: number; readonly end: number };

function findWindow(text: string, matches: readonly Match[]): PassageWindow {
  if (text.length <= PASSAGE_LENGTH) return { start: 0, end: text.length };
  let best = { start: 0, weight: -1 };
  for (const [place, { start: first }] of matches.entries()) {
    const from = Math.max(0, first - LEAD_LENGTH);
    const within = matches.slice(place).filter(({ end }) => end <= from + PASSAGE_LENGTH);
    const weight = weighMatches(within);
    if (weight > best.weight) best = { start: from, weight };
  }
  const start =
    best.start === 0 ? 0 : moveToWord(text, Math.min(best.start, text.length - PASSAGE_LENGTH));
  return { start, end: findCut(text, PASSAGE_LENGTH, start) };
}

function moveToWord(text: string, start: number): number {
  const space = text.indexOf(' ', start);
  return space === -1 || space > start + LEAD_LENGTH / 2
    ? findCharacterStart(text, start)
    : space + 1;
}

function cutAround(
  text: string,
  matches: readonly Match[],
  { start, end }: PassageWindow,
): HighlightedText {
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

/** A mark that knows the ids of its terms in the prepared texts. */
type ResolvedMark = Mark & { readonly termIds: readonly number[] };

export type ResolvedMarks = {
  /** The key is the id of a mark's last term. */
  readonly byLastTermId: ReadonlyMap<number, readonly ResolvedMark[]>;
  /** The element at a term's id is 1 if a mark contains the term. */
  readonly isMarkTerm: Uint8Array;
};

export function resolveMarks(
  marks: readonly Mark[],
  findTermId: (term: string) => number,
): ResolvedMarks {
  const resolved = marks.map((mark) => ({ ...mark, termIds: mark.terms.map(findTermId) }));
  const all = resolved.flatMap(({ termIds }) => termIds);
  const isMarkTerm = new Uint8Array(Math.max(-1, ...all) + 1);
  for (const id of all) isMarkTerm[id] = 1;
  return { byLastTermId: Map.groupBy(resolved, ({ termIds }) => termIds.at(-1) ?? -1), isMarkTerm };
}

/** A match in a text; offsets are in UTF-16 units. */
type Match = { readonly start: number; readonly end: number; readonly mark: Mark };

/** Lists the matches in the order of the text, without overlaps. */
function listMatches(block: PreparedBlock, { byLastTermId, isMarkTerm }: ResolvedMarks): Match[] {
  const { termIds, positions, starts, ends } = block;
  const seen: SeenTerm[] = [];
  const matches: Match[] = [];
  // An iterator would make this loop, through all words of the results, five times slower.
  for (let token = 0; token < termIds.length; token++) {
    const termId = termIds[token] ?? 0;
    if (isMarkTerm[termId] !== 1) continue;
    const last = {
      termId,
      position: positions[token] ?? 0,
      start: starts[token] ?? 0,
      end: ends[token] ?? 0,
    };
    seen.push(last);
    const found = (byLastTermId.get(termId) ?? []).flatMap(
      (mark) => findMarkMatch(seen, last, mark) ?? [],
    );
    const free = found.filter(({ start }) => findEndBefore(matches, start) <= start);
    const [longest] = free.toSorted((a, b) => a.start - b.start || b.mark.weight - a.mark.weight);
    if (longest === undefined) continue;
    while ((matches.at(-1)?.start ?? -1) >= longest.start) matches.pop();
    matches.push(longest);
  }
  return matches;
}

/**
 * Returns the end of the last match that starts before `start`. Later ones don't count: a new match
 * from `start` on contains them.
 */
function findEndBefore(matches: readonly Match[], start: number): number {
  return matches.findLast((match) => match.start < start)?.end ?? 0;
}

/** This is more than the number of words in the longest phrase, including joined forms. */
const RECENT_MAX = 32;

type SeenTerm = {
  readonly termId: number;
  readonly position: number;
  readonly start: number;
  readonly end: number;
};

/** Finds the match of a mark that ends with the last word. */
function findMarkMatch(
  seen: readonly SeenTerm[],
  last: SeenTerm,
  mark: ResolvedMark,
): Match | undefined {
  let first: SeenTerm | undefined = last;
  for (let before = 1; before < mark.termIds.length && first !== undefined; before++) {
    const wanted = mark.termIds.at(-1 - before);
    const place = last.position - before;
    first = seen
      .slice(-RECENT_MAX)
      .find(({ position, termId }) => position === place && termId === wanted);
  }
  return first && { start: first.start, end: last.end, mark };
}
