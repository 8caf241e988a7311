import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { utcDay } from '../site/dates.ts';
import type { Visitor } from './request.ts';

export type ViewCounter = (postId: number, visitor: Visitor, now: number) => void;

/** Visits remembered in a day; past that the oldest are forgotten, and may count once more. */
const VISITS_MAX = 500_000;

/**
 * Counts a visitor once per article and UTC day, and bots never. Of a visitor only a hash is kept, in memory, under a
 * key that is drawn anew each day and never stored, so that nothing identifies anyone.
 */
export function createViewCounter(countView: (postId: number) => void): ViewCounter {
  let day = -1;
  let key = randomBytes(32);
  const visits = new Set<string>();

  return (postId, visitor, now) => {
    if (visitor.userAgent === '' || isbot(visitor.userAgent)) return;
    const today = utcDay(new Date(now));
    if (today !== day) {
      day = today;
      key = randomBytes(32);
      visits.clear();
    }
    const visit = hashVisit(key, postId, visitor);
    if (visits.has(visit)) return;
    if (visits.size >= VISITS_MAX) forgetOldest(visits);
    visits.add(visit);
    countView(postId);
  };
}

function hashVisit(key: Buffer, postId: number, { address, userAgent }: Visitor): string {
  const hash = createHash('sha256')
    .update(key)
    .update(JSON.stringify([postId, address, userAgent]));
  return hash.digest('base64').slice(0, 22);
}

function forgetOldest(visits: Set<string>): void {
  for (const visit of visits) {
    visits.delete(visit);
    return;
  }
}
