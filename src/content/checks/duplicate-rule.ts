import type { ContentProblem } from '../content-problem.ts';
import { computeSimilarity } from '../shingles.ts';
import type { Sketches } from '../texts/compiled-words.ts';
import { findCandidates, numberPassages, type Passages } from './passage-candidates.ts';

/** Half of all runs of five words in common: one was written from the other. */
const SIMILARITY_MIN = 0.5;

/** A text whose long passages are compared with those of others. */
export type ComparedText = {
  readonly file: string;
  /** No two of the settled texts have a passage in common, as an earlier check found. */
  readonly isSettled: boolean;
  readonly readSketches: () => Sketches;
  /** The words of the same passages, in the same order. */
  readonly readPassages: () => readonly string[];
};

/** No paragraph stands, word for word or nearly so, in two texts. Short paragraphs are left out. */
export function checkDuplicates(texts: readonly ComparedText[]): readonly ContentProblem[] {
  if (texts.every(({ isSettled }) => isSettled)) return [];
  const sketched = texts.map(({ isSettled, readSketches }) => ({ isSettled, sketches: readSketches() }));
  const passages = numberPassages(sketched);
  const candidates = findCandidates(sketched, passages);
  const words = readWords(texts, passages, candidates);
  return [...candidates].flatMap(([later, earlier]) => {
    const said = words.get(later) ?? '';
    const isTwin = (other: number) => computeSimilarity(words.get(other) ?? '', said) >= SIMILARITY_MIN;
    const twin = earlier.find(isTwin);
    return twin === undefined ? [] : [describeTwins({ texts, passages }, said, [later, twin])];
  });
}

/** What the passages say that are to be compared. Each text is read once, however many of its passages these are. */
function readWords(
  texts: readonly ComparedText[],
  passages: Passages,
  candidates: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, string> {
  const wanted = new Set([...candidates].flatMap(([later, earlier]) => [later, ...earlier]));
  const words = new Map<number, string>();
  for (const [text, numbers] of Map.groupBy(wanted, (number) => passages.texts[number] ?? 0)) {
    const said = texts[text]?.readPassages() ?? [];
    for (const number of numbers) words.set(number, said[number - (passages.firsts[text] ?? 0)] ?? '');
  }
  return words;
}

type Compared = { readonly texts: readonly ComparedText[]; readonly passages: Passages };

function describeTwins(
  { texts, passages }: Compared,
  words: string,
  [later, twin]: readonly [number, number],
): ContentProblem {
  const find = (passage: number) => ({
    file: texts[passages.texts[passage] ?? 0]?.file ?? '',
    line: passages.lines[passage] ?? 1,
  });
  const there = find(twin);
  const start = words.trim().split(/\s+/).slice(0, 6).join(' ');
  return {
    ...find(later),
    message: `has a paragraph, “${start} …”, that stands in ${there.file}:${there.line} nearly word for word; keep it in one of the two`,
  };
}
