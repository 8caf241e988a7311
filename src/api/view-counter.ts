import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { utcDay } from '../site/dates.ts';
import { findNetwork } from './networks.ts';

export type Visitor = { readonly address: string; readonly userAgent: string };

export type ViewCounter = (postId: number, visitor: Visitor, now: number) => void;

/** Views that count per network and day, of one article and of all: enough for a household or an office, not for a script. */
const NETWORK_ARTICLE_VIEWS_MAX = 10;
const NETWORK_VIEWS_MAX = 200;
/** A third of a million views a day, in 75 MB; beyond that the oldest are evicted. */
const HASHES_MAX = 1_000_000;

/**
 * Counts a visitor once per article and UTC day, never a bot. Keeps only hashes, in memory, under a random key that changes
 * daily. A view that could not be written is not remembered.
 */
export function createViewCounter(countView: (postId: number) => void, hashesMax = HASHES_MAX): ViewCounter {
  const write = createWriter(countView);
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
    forgetOldest(counts, hashesMax);
  };
}

/** Reports a failure once until a write succeeds again. */
function createWriter(write: (postId: number) => void) {
  let isFailing = false;
  return (postId: number): boolean => {
    try {
      write(postId);
      isFailing = false;
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing)
        console.error(
          `Views are not counted: ${reason}. Check the disk of DATA_DIR; counting resumes automatically.`,
        );
      isFailing = true;
      return false;
    }
  };
}

function listLimits(postId: number, { address, userAgent }: Visitor) {
  const network = findNetwork(address);
  return [
    [[postId, address, userAgent], 1],
    [[postId, network], NETWORK_ARTICLE_VIEWS_MAX],
    [[network], NETWORK_VIEWS_MAX],
  ] as const;
}

/** 48 bits: a number takes half the memory of a string; one view in 280 million collides. */
function hash(key: Buffer, of: readonly (string | number)[]): number {
  return createHash('sha256').update(key).update(JSON.stringify(of)).digest().readUIntBE(0, 6);
}

function forgetOldest(counts: Map<number, number>, max: number): void {
  for (const hash of counts.keys()) {
    if (counts.size <= max) return;
    counts.delete(hash);
  }
}
