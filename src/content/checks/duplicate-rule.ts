import type { ContentProblem } from '../content-problem.ts';
import { computeSimilarity } from '../shingles.ts';
import type { Sketch } from '../texts/compiled-words.ts';
import { findCandidates } from './passage-candidates.ts';

/** Half of all runs of five words in common: one was written from the other. */
const SIMILARITY_MIN = 0.5;

/** A text whose long passages are compared with those of others. */
export type ComparedText = {
  readonly file: string;
  /** No two of the settled texts have a passage in common, as an earlier check found. */
  readonly isSettled: boolean;
  readonly readSketches: () => readonly Sketch[];
  /** The words of the same passages, in the same order. */
  readonly readPassages: () => readonly string[];
};

type Place = { readonly text: ComparedText; readonly line: number; readonly index: number };

/** No paragraph stands, word for word or nearly so, in two texts. Short paragraphs are left out. */
export function checkDuplicates(texts: readonly ComparedText[]): readonly ContentProblem[] {
  if (texts.every(({ isSettled }) => isSettled)) return [];
  const places: Place[] = [];
  const sketches = texts.flatMap((text, number) =>
    text.readSketches().map(({ line, numbers }, index) => {
      places.push({ text, line, index });
      return { text: number, isSettled: text.isSettled, numbers };
    }),
  );
  const candidates = findCandidates(sketches);
  const words = readWords(places, candidates);
  return [...candidates].flatMap(([later, earlier]) => {
    const place = places[later];
    const said = words.get(later) ?? '';
    const isTwin = (other: number) => computeSimilarity(words.get(other) ?? '', said) >= SIMILARITY_MIN;
    const twin = places[earlier.find(isTwin) ?? -1];
    return place === undefined || twin === undefined ? [] : [describeTwins(place, said, twin)];
  });
}

/** What the passages say that are to be compared. Each text is read once, however many of its passages these are. */
function readWords(
  places: readonly Place[],
  candidates: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, string> {
  const wanted = new Set([...candidates].flatMap(([later, earlier]) => [later, ...earlier]));
  const words = new Map<number, string>();
  for (const [text, numbers] of Map.groupBy(wanted, (number) => places[number]?.text)) {
    const passages = text?.readPassages() ?? [];
    for (const number of numbers) words.set(number, passages[places[number]?.index ?? 0] ?? '');
  }
  return words;
}

function describeTwins({ text, line }: Place, words: string, twin: Place): ContentProblem {
  const start = words.trim().split(/\s+/).slice(0, 6).join(' ');
  return {
    file: text.file,
    line,
    message: `has a paragraph, “${start} …”, that stands in ${twin.text.file}:${twin.line} nearly word for word; keep it in one of the two`,
  };
}
