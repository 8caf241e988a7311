import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { utcDay } from '../site/dates.ts';
import type { CountedEvent, ReaderEvent } from '../store/counts/reader-events.ts';
import { listNetworks } from './networks.ts';

export type Visitor = { readonly address: string; readonly userAgent: string };

/** Resolves when the event is written, or can't be for now; undefined if it doesn't count. */
export type EventCounter = (
  event: ReaderEvent,
  visitor: Visitor,
  now: number,
) => Promise<void> | undefined;

/**
 * What counts per network of one customer and day, of one thing and of all of a kind: enough for a
 * household or an office, not for a script.
 */
const NETWORK_SAME_MAX = 10;
const NETWORK_KIND_MAX = 200;
/**
 * A third of a million events a day from IPv4 addresses, a seventh from IPv6, in 75 MB; beyond that
 * the oldest are evicted.
 */
const HASHES_MAX = 1_000_000;

/**
 * Takes what counts. Returns undefined if it can't; else resolves when it is written, or can't be
 * for now.
 */
export type EventSink = (event: CountedEvent, now: number) => Promise<void> | undefined;

/**
 * Counts the same event of a visitor once per UTC day, and of robots only addresses without a page.
 * Keeps only hashes, in memory, under a random key that changes daily. An event that was not taken
 * is not remembered.
 */
export function createEventCounter(addEvent: EventSink, hashesMax = HASHES_MAX): EventCounter {
  let day = -1;
  let key = randomBytes(32);
  const counts = new Map<number, number>();

  return (event, visitor, now) => {
    const isRobot = isbot(visitor.userAgent);
    if (visitor.userAgent === '' || (isRobot && event.kind !== 'missing')) return undefined;
    const today = utcDay(new Date(now));
    if (today !== day) {
      day = today;
      key = randomBytes(32);
      counts.clear();
    }
    const limits = listLimits(event, visitor).map(({ of, max }) => ({
      hash: hashKey(key, of),
      max,
    }));
    if (limits.some(({ hash, max }) => (counts.get(hash) ?? 0) >= max)) return undefined;
    const arrival = listArrival(event, visitor).map((of) => hashKey(key, of));
    const isNewVisitor = arrival.some((hash) => !counts.has(hash));
    const written = addEvent({ ...event, isRobot, isNewVisitor }, now);
    if (written === undefined) return undefined;
    for (const seen of [...limits.map(({ hash }) => hash), ...arrival])
      counts.set(seen, (counts.get(seen) ?? 0) + 1);
    forgetOldest(counts, hashesMax);
    return written;
  };
}

function listLimits(event: ReaderEvent, { address, userAgent }: Visitor) {
  const same = [event.kind, nameSame(event)];
  return [
    { of: [...same, address, userAgent], max: 1 },
    ...listNetworks(address).flatMap(({ name, customers }) => [
      { of: [...same, name], max: customers * NETWORK_SAME_MAX },
      { of: [event.kind, name], max: customers * NETWORK_KIND_MAX },
    ]),
  ];
}

/** Returns a name that two events of a kind share if they are the same. */
function nameSame(event: ReaderEvent): string | number {
  switch (event.kind) {
    case 'view':
      return event.postId;
    case 'missing':
      return event.path;
    case 'search':
    case 'search-opened':
      return event.words;
  }
}

function listArrival(
  event: ReaderEvent,
  { address, userAgent }: Visitor,
): readonly (readonly string[])[] {
  if (event.kind !== 'view' || event.source === undefined) return [];
  return [['source', event.source, address, userAgent]];
}

/** 48 bits: a number takes half the memory of a string; one event in 280 million collides. */
function hashKey(key: Buffer, of: readonly (string | number)[]): number {
  return createHash('sha256').update(key).update(JSON.stringify(of)).digest().readUIntBE(0, 6);
}

function forgetOldest(counts: Map<number, number>, max: number): void {
  for (const hash of counts.keys()) {
    if (counts.size <= max) return;
    counts.delete(hash);
  }
}
