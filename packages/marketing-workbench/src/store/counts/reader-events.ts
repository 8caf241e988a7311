import { readText } from '../../search-engine/database.ts';
import { type Counting, DEFAULT_COUNTING } from '../../site/settings.ts';
import { findLocalDay } from '../../site/time/time-zones.ts';
import type { Database } from '../database.ts';
import { findKnownSite } from '../pages/known-site.ts';
import type { Store } from '../store.ts';
import { type Counted, countOnDay, hashWords, keepSearchedWords } from './day-counts.ts';
import { addView } from './views.ts';

/** What a reader did, with nothing that tells who. */
export type ReaderEvent =
  /**
   * `source`: where the reader came from, see `src/api/read-event.ts`; undefined if from within the
   * site.
   */
  | { readonly kind: 'view'; readonly postId: number; readonly source?: string | undefined }
  | { readonly kind: 'search'; readonly words: string; readonly results: number }
  | { readonly kind: 'search-opened'; readonly words: string }
  /** An address without a page. `host` led there; blank if none did. */
  | { readonly kind: 'missing'; readonly path: string; readonly host: string };

/** `isNewVisitor`: nobody with this address and browser came from the same source today. */
export type CountedEvent = ReaderEvent & {
  readonly isRobot: boolean;
  readonly isNewVisitor: boolean;
};

/** `now`: when it happened, in milliseconds since 1970. */
export type TimedEvent = { readonly event: CountedEvent; readonly now: number };

/**
 * Counts all of the events in one transaction. Throws if the state can't be written; then none is
 * counted.
 */
export function countEvents(store: Store, events: readonly TimedEvent[]): void {
  const { state } = store;
  const { counting = DEFAULT_COUNTING, timeZone } = findKnownSite(store)?.site ?? {};
  state.transaction(() => {
    for (const { event, now } of events)
      addEventCounts(state, event, { counting, day: findLocalDay(now, timeZone) });
  });
}

type CountOptions = { readonly counting: Counting; readonly day: number };

function addEventCounts(
  state: Database,
  event: CountedEvent,
  { counting, day }: CountOptions,
): void {
  if (event.kind === 'view') addView(state, event.postId);
  for (const counted of listEventCounts(state, event, counting))
    countOnDay(state, counted, day, counting);
  if (event.kind === 'search' && counting.searches) keepSearchedWords(state, event, day);
}

function listEventCounts(
  state: Database,
  event: CountedEvent,
  { sources, searches, missing }: Counting,
): readonly Counted[] {
  switch (event.kind) {
    case 'view':
      return [...listView(state, event.postId), ...(sources ? listSource(event) : [])];
    case 'missing':
      if (!missing) return [];
      return [
        { kind: event.isRobot ? 'missing-robot' : 'missing', name: event.path, host: event.host },
      ];
    case 'search':
    case 'search-opened':
      if (!searches) return [];
      return [{ kind: event.kind, name: hashWords(event.words) }];
  }
}

function listView(state: Database, id: number): readonly Counted[] {
  const row = state.get("SELECT slug FROM given_ids WHERE kind = 'post' AND id = :id", { id });
  return row === undefined ? [] : [{ kind: 'view', name: readText(row, 'slug') }];
}

function listSource({
  source,
  isNewVisitor,
}: Extract<CountedEvent, { kind: 'view' }>): readonly Counted[] {
  if (source === undefined) return [];
  const views = { kind: 'source-view', name: source } as const;
  return isNewVisitor ? [views, { kind: 'source-visitor', name: source }] : [views];
}
