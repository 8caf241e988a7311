/**
 * Where terms occur in the documents that are added to one block, in an array that grows. An entry
 * is the start of the term's previous entry or -1, the document's offset, the number of places, and
 * the places.
 */
export type BlockDraft = {
  numbers: Int32Array;
  length: number;
  readonly lastEntries: Map<number, number>;
};

const FIRST_SIZE = 16_384;
const HEAD_LENGTH = 3;

export function createDraft(): BlockDraft {
  return { numbers: new Int32Array(FIRST_SIZE), length: 0, lastEntries: new Map() };
}

export function addDraftEntry(
  draft: BlockDraft,
  term: number,
  offset: number,
  places: readonly number[],
): void {
  const { length: start, lastEntries } = draft;
  const end = start + HEAD_LENGTH + places.length;
  if (end > draft.numbers.length) {
    const larger = new Int32Array(2 * end);
    larger.set(draft.numbers);
    draft.numbers = larger;
  }
  const { numbers } = draft;
  numbers[draft.length++] = lastEntries.get(term) ?? -1;
  numbers[draft.length++] = offset;
  numbers[draft.length++] = places.length;
  for (const place of places) numbers[draft.length++] = place;
  lastEntries.set(term, start);
}

/** Calls `visit` with each entry of the term, in the order in which they were added. */
export function visitEntries(
  { numbers, lastEntries }: BlockDraft,
  term: number,
  visit: (offset: number, places: Int32Array) => void,
): void {
  const starts: number[] = [];
  for (let start = lastEntries.get(term) ?? -1; start !== -1; start = numbers[start] ?? -1)
    starts.push(start);
  for (const start of starts.reverse()) {
    const first = start + HEAD_LENGTH;
    visit(numbers[start + 1] ?? 0, numbers.subarray(first, first + (numbers[start + 2] ?? 0)));
  }
}
