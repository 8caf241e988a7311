import { performance } from 'node:perf_hooks';
import { findNextMidnight } from '../../site/time/time-zones.ts';
import { readViewsVersion } from '../../store/counts/views.ts';
import { nextScheduledAt, readContentVersion } from '../../store/index/status.ts';
import { findKnownSite } from '../../store/pages/known-site.ts';
import type { Store } from '../../store/store.ts';

export type ContentEpoch = {
  /** Changes with the content and with the day of the site, as pages show the age of articles. */
  readonly content: string;
  readonly views: number;
};

/** How long a change may go unnoticed. */
const READ_EVERY_MS = 1;

/** Returns a reader of the epoch, which is the same object until the content changes. */
export function createContentEpoch({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => Date;
}) {
  let epoch: ContentEpoch = { content: '', views: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  let validFrom = 0;
  let endsAt = 0;
  /** Counts the epochs. The time would not do, since the clock may show it twice. */
  let number = 0;
  const update = (time: number) => {
    const [version, views] = store.index.snapshot(() => [
      readContentVersion(store),
      readViewsVersion(store),
    ]);
    const isOver = time < validFrom || time >= endsAt || !epoch.content.startsWith(`${version} `);
    if (isOver) {
      validFrom = time;
      number += 1;
      endsAt = Math.min(
        findNextMidnight(time, findKnownSite(store)?.site.timeZone),
        nextScheduledAt(store, time) ?? Number.POSITIVE_INFINITY,
      );
    }
    if (isOver || views !== epoch.views) epoch = { content: `${version} ${number}`, views };
  };
  return (): ContentEpoch => {
    const time = now().getTime();
    const clock = performance.now();
    if (clock - readAt >= READ_EVERY_MS || time >= endsAt || time < validFrom) {
      readAt = clock;
      try {
        update(time);
      } catch {
        // While the store can't be read, the last epoch stays valid; a request that needs the store
        // reports the error.
      }
    }
    return epoch;
  };
}
