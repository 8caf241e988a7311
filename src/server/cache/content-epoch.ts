import { performance } from 'node:perf_hooks';
import { nextScheduledAt, readContentVersion } from '../../store/revision.ts';
import type { Store } from '../../store/store.ts';
import { readViewsVersion } from '../../store/views.ts';

/** For how long what has been made may be shown. Each text changes when what is made from it would. */
export type ContentEpoch = {
  /** The content, and the day in UTC, as pages say how old an article is. */
  readonly content: string;
  /** The views, which stand in what the calls answer. */
  readonly views: number;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Between two looks at the store; a change shows that much later at most. */
const LOOK_EVERY_MS = 1;

/**
 * Tells the epoch of the present moment, as cheaply as it can be told on every request: the same object for as long as it
 * lasts.
 */
export function createContentEpoch({ store, now }: { readonly store: Store; readonly now: () => Date }) {
  let epoch: ContentEpoch = { content: '', views: 0 };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let validFrom = 0;
  let endsAt = 0;
  const look = (time: number) => {
    const [version, views] = store.index.snapshot(() => [readContentVersion(store), readViewsVersion(store)]);
    const isOver = time < validFrom || time >= endsAt || !epoch.content.startsWith(`${version} `);
    if (isOver) {
      validFrom = time;
      endsAt = Math.min(nextMidnight(time), nextScheduledAt(store, time) ?? Number.POSITIVE_INFINITY);
    }
    if (isOver || views !== epoch.views) epoch = { content: `${version} ${validFrom}`, views };
  };
  return (): ContentEpoch => {
    const time = now().getTime();
    const moment = performance.now();
    if (moment - lookedAt >= LOOK_EVERY_MS || time >= endsAt || time < validFrom) {
      lookedAt = moment;
      try {
        look(time);
      } catch {
        // While the store can't be read, the last epoch stays valid; a request that needs the store reports the error.
      }
    }
    return epoch;
  };
}

function nextMidnight(time: number): number {
  return (Math.floor(time / DAY_MS) + 1) * DAY_MS;
}
