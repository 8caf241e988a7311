import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { NetworkPart } from '../api/networks.ts';

/** How long it takes until half of what a network has used is forgotten. */
const HALF_LIFE_MS = 30_000;
/** About 10 MB; the networks that were used longest ago are forgotten first. */
const NETWORKS_MAX = 50_000;

/**
 * A stranger, a client that was never answered, counts as having used so much more: whoever was
 * answered before comes first.
 */
const STRANGER_USE = 500;

type UsedAmount = { readonly amount: number; readonly at: number; readonly wasAnswered: boolean };

export type NetworkUsage = ReturnType<typeof createNetworkUsage>;

/**
 * What networks have used lately, in milliseconds. An IPv6 address uses for its /64, /56 and /48,
 * of which the larger may use more.
 */
export function createNetworkUsage(readClock = () => performance.now()) {
  // `max` would allocate the memory of all entries at once; with `maxSize` the cache grows.
  const used = new LRUCache<string, UsedAmount>({
    maxSize: NETWORKS_MAX,
    sizeCalculation: () => 1,
  });
  const readAmount = (name: string, now: number): number => {
    const known = used.get(name);
    return known === undefined ? 0 : known.amount * 2 ** ((known.at - now) / HALF_LIFE_MS);
  };
  const isStranger = ([smallest]: readonly NetworkPart[]): boolean =>
    used.get(smallest?.name ?? '')?.wasAnswered !== true;
  return {
    add: (networks: readonly NetworkPart[], amount: number, wasAnswered: boolean): void => {
      const at = readClock();
      for (const { name } of networks)
        used.set(name, {
          amount: readAmount(name, at) + amount,
          at,
          wasAnswered: wasAnswered || used.get(name)?.wasAnswered === true,
        });
    },
    /** Tells whether the smallest network was never answered. */
    isStranger,
    /**
     * Returns the use of the network that has used the largest part of its share, and
     * `STRANGER_USE` more for a stranger.
     */
    read: (networks: readonly NetworkPart[], now = readClock()): number => {
      let most = 0;
      for (const { name, customers } of networks)
        most = Math.max(most, readAmount(name, now) / customers);
      return isStranger(networks) ? most + STRANGER_USE : most;
    },
  };
}
