import type { ContentBlock } from '../site/content-blocks.ts';
import { findCut } from '../site/texts.ts';

/**
 * The passage that answers. `text` is empty if the section begins with its list; `items` is set if
 * the text needs the list or the list answers.
 */
export type AnswerPassage = { readonly text: string; readonly items?: readonly string[] };

const LENGTH_MIN = 120;
const LENGTH_MAX = 420;
/** The limit of a paragraph and its list together; two items are kept even if they exceed it. */
const WHOLE_MAX = 600;
/** A shorter paragraph seldom makes sense without the one before. */
const ALONE_MIN = 100;
const ITEMS_MIN = 2;
const ITEMS_MAX = 8;

/**
 * Finds the paragraph or list of a section that has most of a question; without `weigh`, the
 * beginning of the section.
 */
export function findAnswerPassage(
  blocks: readonly ContentBlock[],
  weigh: (text: string) => number = () => 0,
): AnswerPassage | undefined {
  const prose = listProse(blocks);
  const weights = prose.map(({ text }) => weigh(text));
  const best = weights.indexOf(Math.max(...weights));
  // If the best block is an item, the paragraph before its list.
  const first = prose.findLastIndex(({ isItem }, place) => place <= best && !isItem);
  const { text, end } = joinParagraphs(prose, Math.max(0, first));
  const needsItems = text.length < LENGTH_MIN || text.endsWith(':') || end <= best;
  const items = needsItems ? takeItems(prose.slice(end), best - end, WHOLE_MAX - text.length) : [];
  if (items.length > 0) return { text: shortenPassage(text), items };
  const complete = text.endsWith(':') ? dropLastSentence(text) || text : text;
  const before = complete.length < ALONE_MIN ? prose[first - 1] : undefined;
  const whole = before === undefined || before.isItem ? complete : `${before.text} ${complete}`;
  return whole === '' ? undefined : { text: shortenPassage(whole) };
}

/** Lists paragraphs and items, without sentences that announce a table, a figure or code. */
function listProse(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.flatMap((block, place) => {
    const { text, isHeading, isFragment } = block;
    if (isHeading || isFragment) return [];
    if (!text.endsWith(':') || !blocks[place + 1]?.isFragment) return [block];
    const rest = dropLastSentence(text);
    return rest === '' ? [] : [{ ...block, text: rest }];
  });
}

/** Joins paragraphs until there are LENGTH_MIN characters, or up to a list. */
function joinParagraphs(prose: readonly ContentBlock[], start: number) {
  let text = '';
  let end = start;
  for (const block of prose.slice(start)) {
    if (block.isItem || (text.length >= LENGTH_MIN && !text.endsWith(':'))) break;
    text = text === '' ? block.text : `${text} ${block.text}`;
    end += 1;
  }
  return { text, end };
}

/**
 * Takes items from the first on, or from the best one on if it would be left out. Long items are
 * cut.
 */
function takeItems(blocks: readonly ContentBlock[], best: number, room: number): string[] {
  const end = blocks.findIndex(({ isItem }) => !isItem);
  const items = blocks.slice(0, end === -1 ? blocks.length : end).map(({ text }) => text);
  const taken = takeWhileRoom(items, room);
  return best < taken.length ? taken : takeWhileRoom(items.slice(best), room);
}

function takeWhileRoom(items: readonly string[], room: number): string[] {
  let length = 0;
  return items.map(shortenPassage).filter((item, place) => {
    length += item.length;
    return place < ITEMS_MIN || (place < ITEMS_MAX && length <= room);
  });
}

function dropLastSentence(text: string): string {
  return text.slice(0, findSentenceEnd(text));
}

function shortenPassage(text: string): string {
  if (text.length <= LENGTH_MAX) return text;
  const end = findSentenceEnd(text.slice(0, LENGTH_MAX));
  return end >= LENGTH_MIN ? text.slice(0, end) : `${text.slice(0, findCut(text, LENGTH_MAX))} …`;
}

/** Returns the offset after the last sentence that another one follows, or 0. */
function findSentenceEnd(text: string): number {
  return [...text.matchAll(/[.?!]["'”’)]*(?= )/g)].reduce(
    (_, { index, 0: end }) => index + end.length,
    0,
  );
}
