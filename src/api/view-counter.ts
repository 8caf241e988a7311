import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { utcDay } from '../site/dates.ts';
import { findNetwork } from './networks.ts';
import type { Visitor } from './request.ts';

export type ViewCounter = (postId: number, visitor: Visitor, now: number) => void;

/** Views that count from one network in a day, of one article and of all: a household or an office, not a script. */
const NETWORK_ARTICLE_VIEWS_MAX = 10;
const NETWORK_VIEWS_MAX = 200;
/** Of a third of a million views in a day or more, in 75 MB; past that the oldest are forgotten, and may count once more. */
const HASHES_MAX = 1_000_000;

/**
 * Counts a visitor once per article and UTC day, bots never, and of one network so many. Only hashes are kept, in
 * memory, under a key that is drawn anew each day and never stored, so that nothing identifies anyone. A view that could not
 * be written is not remembered: it counts when it comes again.
 */
export function createViewCounter(
  countView: (postId: number) => void,
  report: (message: string) => void = console.error,
): ViewCounter {
  const write = createWriter(countView, report);
  let day = -1;
  let key = randomBytes(32);
  const counts = new Map<number, number>();

  return (postId, visitor, now) => {
    if (visitor.userAgent === '' || isbot(visitor.userAgent)) return;
    const today = utcDay(new Date(now));
    if (today !== day) {
      day = today;
      key = randomBytes(32);
      counts.clear();
    }
    const limits = listLimits(postId, visitor).map(([of, max]) => ({ hash: hash(key, of), max }));
    if (limits.some(({ hash, max }) => (counts.get(hash) ?? 0) >= max)) return;
    if (!write(postId)) return;
    for (const { hash } of limits) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    forgetOldest(counts);
  };
}

/**
 * Tries to write a view; says, once until it succeeds again, that it can't, as on a full disk. Answers whether it is written.
 */
function createWriter(write: (postId: number) => void, report: (message: string) => void) {
  let isFailing = false;
  return (postId: number): boolean => {
    try {
      write(postId);
      isFailing = false;
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing)
        report(
          `Views are not counted: ${reason}. Look at the disk of DATA_DIR; they count again by themselves.`,
        );
      isFailing = true;
      return false;
    }
  };
}

/** Of what is counted, and to how many a day. */
function listLimits(postId: number, { address, userAgent }: Visitor) {
  const network = findNetwork(address);
  return [
    [[postId, address, userAgent], 1],
    [[postId, network], NETWORK_ARTICLE_VIEWS_MAX],
    [[network], NETWORK_VIEWS_MAX],
  ] as const;
}

/** The first 48 bits: as a number it takes half the memory of a string, and one view in 280 million is taken for another. */
function hash(key: Buffer, of: readonly (string | number)[]): number {
  return createHash('sha256').update(key).update(JSON.stringify(of)).digest().readUIntBE(0, 6);
}

function forgetOldest(counts: Map<number, number>): void {
  for (const hash of counts.keys()) {
    if (counts.size <= HASHES_MAX) return;
    counts.delete(hash);
  }
}
