import { termOf } from '../search-engine/english.ts';
import type { Mark } from '../search-engine/search.ts';
import { listTokens, type Token } from '../search-engine/tokenizer.ts';
import type { BlockHeading, ContentBlock } from '../site/content-blocks.ts';
import type { HighlightedText } from '../site/entities.ts';

type FoundPassage = { readonly passage: HighlightedText; readonly section?: BlockHeading };

const PASSAGE_LENGTH = 220;
const LEAD_LENGTH = 60;
/** A fragment is chosen only if it has more of the query than prose has. */
const FRAGMENT_SHARE = 0.8;

/** The block with the most weight of matches, cut to a passage around them; the excerpt if no block matches. */
export function findPassage(
  blocks: readonly ContentBlock[],
  excerpt: string,
  marks: readonly Mark[],
): FoundPassage {
  let best: { block: ContentBlock; matches: readonly Match[] } = { block: { text: excerpt }, matches: [] };
  let highest = 0;
  for (const block of blocks) {
    const matches = listMatches(block.text, marks);
    const weight = weigh(matches) * (block.isFragment ? FRAGMENT_SHARE : 1);
    if (weight > highest) {
      highest = weight;
      best = { block, matches };
    }
  }
  if (highest === 0) return { passage: markText(excerpt, marks) };
  const { text, section } = best.block;
  const { start, end } = findWindow(text, best.matches);
  return { passage: cutAround(text, best.matches, { start, end }), ...(section && { section }) };
}

function markText(text: string, marks: readonly Mark[]): HighlightedText {
  return cutAround(text, listMatches(text, marks), { start: 0, end: text.length });
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

/** Offsets in UTF-16 units. */
type Match = { readonly start: number; readonly end: number; readonly mark: Mark };

/** In the order of the text, without overlaps. */
function listMatches(text: string, marks: readonly Mark[]): Match[] {
  const byLast = Map.groupBy(marks, ({ terms }) => terms.at(-1) ?? '');
  const heads = new Set(marks.flatMap(({ terms }) => terms.map(readHead)));
  const seen: Seen[] = [];
  const matches: Match[] = [];
  for (const token of listTokens(text)) {
    // A word begins like its stem. Stemming every word would take most of a search's time.
    if (!heads.has(readHead(token.word))) continue;
    const last = { token, term: termOf(token.word) };
    seen.push(last);
    const found = (byLast.get(last.term) ?? []).flatMap((mark) => findMatch(seen, last, mark) ?? []);
    const [longest] = found.toSorted((a, b) => a.start - b.start || b.mark.weight - a.mark.weight);
    if (longest === undefined) continue;
    while ((matches.at(-1)?.start ?? -1) >= longest.start) matches.pop();
    if ((matches.at(-1)?.end ?? 0) <= longest.start) matches.push(longest);
  }
  return matches;
}

/** More words than the longest phrase has, including joined forms. */
const RECENT_MAX = 32;

type Seen = { readonly token: Token; readonly term: string };

/** The match of a mark that ends with the last word. */
function findMatch(seen: readonly Seen[], last: Seen, mark: Mark): Match | undefined {
  let first: Seen | undefined = last;
  for (let before = 1; before < mark.terms.length && first !== undefined; before++) {
    const wanted = mark.terms.at(-1 - before);
    const position = last.token.position - before;
    first = seen.slice(-RECENT_MAX).find(({ token, term }) => token.position === position && term === wanted);
  }
  return first && { start: first.token.start, end: last.token.end, mark };
}

function readHead(word: string): number {
  return word.charCodeAt(0) * 65_536 + (word.length > 1 ? word.charCodeAt(1) : 0);
}
