/** A whole number for each id from 0 up, at first 0; grows as needed. */
export type NumbersById = {
  readonly get: (id: number) => number;
  readonly add: (id: number, difference: number) => void;
  /** The ids, ascending, that anything was added to. */
  readonly listIds: () => Iterable<number>;
};

/** `expected` is the number of ids that will hardly be exceeded by much. */
export function createNumbersById(expected: number): NumbersById {
  let numbers = new Int32Array(expected + 1_024);
  const ids: number[] = [];
  return {
    get: (id) => numbers[id] ?? 0,
    add: (id, difference) => {
      if (id >= numbers.length) {
        const larger = new Int32Array(2 * id);
        larger.set(numbers);
        numbers = larger;
      }
      if (numbers[id] === 0) ids.push(id);
      numbers[id] = (numbers[id] ?? 0) + difference;
    },
    listIds: () => new Set(Int32Array.from(ids).sort()),
  };
}
