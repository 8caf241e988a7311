/** Something that a format has no place for, and where it was. */
export type Loss = {
  readonly what: string;
  readonly count: number;
  readonly places: readonly string[];
};

export type Losses = {
  /** @param place - A file or an address. */
  readonly add: (what: string, place: string) => void;
  readonly list: () => readonly Loss[];
};

/** Places that are listed for each loss; the count is exact. */
const PLACES_MAX = 100;

export function createLosses(): Losses {
  const found = new Map<string, { count: number; readonly places: string[] }>();
  return {
    add: (what, place) => {
      const loss = found.get(what) ?? { count: 0, places: [] };
      loss.count += 1;
      if (loss.places.length < PLACES_MAX) loss.places.push(place);
      found.set(what, loss);
    },
    list: () => Array.from(found, ([what, loss]) => ({ what, ...loss })),
  };
}
