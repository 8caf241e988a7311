import type { Mark } from '../search-engine/search-documents.ts';
import type { Passage } from '../site/search-result.ts';
import { listMatches, type Match } from './list-matches.ts';
import type { ContentBlock, Section } from './split-content.ts';

export type FoundPassage = { readonly passage: Passage; readonly section?: Section };

const PASSAGE_LENGTH = 220;
/** How much of the text before the first match is shown. */
const LEAD_LENGTH = 60;

/** The block that says most of what was looked for, cut around it; the excerpt where none says anything. */
export function findPassage(
  blocks: readonly ContentBlock[],
  excerpt: string,
  marks: readonly Mark[],
): FoundPassage {
  let best: { block: ContentBlock; matches: readonly Match[] } = { block: { text: excerpt }, matches: [] };
  let highest = 0;
  for (const block of blocks) {
    const matches = listMatches(block.text, marks);
    const weight = weigh(matches);
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

/** The whole text, its matches marked. */
function markText(text: string, marks: readonly Mark[]): Passage {
  return cutAround(text, listMatches(text, marks), { start: 0, end: text.length });
}

/** Each mark counts once, and a little more for each further time. */
function weigh(matches: readonly Match[]): number {
  const distinct = new Set(matches.map(({ mark }) => mark));
  const sum = [...distinct].reduce((weight, mark) => weight + mark.weight, 0);
  return sum + (matches.length - distinct.size) * 0.01;
}

type Window = { readonly start: number; readonly end: number };

/** Where in a long text to cut: about the matches that say most together. */
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

function cutAround(text: string, matches: readonly Match[], { start, end }: Window): Passage {
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
