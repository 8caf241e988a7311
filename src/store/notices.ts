import { readInteger, readText } from './rows.ts';
import { durableTransaction } from './state.ts';
import type { Store } from './store.ts';

/** Who is notified of an article that goes live. */
export type Channel = 'IndexNow' | 'PURGE_URL' | 'WEBSUB_HUB';

export type Notice = { readonly slug: string; readonly attempts: number };

/** Notices that wait to be sent. They survive a restart. */
export type NoticeQueue = {
  /** Adds the articles that went live since the last call. The first call adds none: what is live is known. */
  readonly note: (channels: readonly Channel[]) => Promise<void>;
  /** Those that are due, postponed so that they are sent again if this process dies. */
  readonly claim: (channel: Channel) => Promise<readonly Notice[]>;
  readonly finish: (channel: Channel, slugs: readonly string[]) => Promise<void>;
  readonly postpone: (channel: Channel, slugs: readonly string[], seconds: number) => Promise<void>;
};

/** Longer than sending takes. */
export const CLAIMED_FOR_S = 60;
/** After a longer stop, older articles are no news. */
const LATE_MS = 7 * 24 * 60 * 60 * 1000;
const NOTE_AT_LEAST_EVERY_MS = 60_000;
/** More ahead, the clock was wrong and has been set back. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The queue of a site without PostgreSQL, in its state. */
export function createLocalNotices({ state, index }: Store, now: () => number = Date.now): NoticeQueue {
  return {
    note: async (channels) => {
      const due = now();
      const row = state.get('SELECT until FROM live_until');
      const last = row === undefined ? due : readInteger(row, 'until');
      if (row !== undefined && last >= due && last < due + CLOCK_TOLERANCE_MS) return;
      const slugs = index
        .all('SELECT slug FROM posts WHERE published_at > :from AND published_at <= :due', {
          ...{ from: Math.max(last, due - LATE_MS), due },
        })
        .map((post) => readText(post, 'slug'));
      const write = () => {
        for (const channel of channels) for (const slug of slugs) state.run(ADD, { channel, slug, due });
        state.run('INSERT OR REPLACE INTO live_until (id, until) VALUES (1, :due)', { due });
      };
      // Each write lets the caches of all processes ask for new counts of views.
      if (slugs.length === 0 && row !== undefined && due >= last && due - last < NOTE_AT_LEAST_EVERY_MS)
        return;
      if (slugs.length > 0) durableTransaction(state, write);
      else state.transaction(write);
    },
    claim: async (channel) => {
      const time = now();
      const rows = state.all(
        `UPDATE notices SET attempts = attempts + 1, next_at = :until
         WHERE channel = :channel AND next_at <= :time RETURNING slug, attempts`,
        { channel, time, until: time + CLAIMED_FOR_S * 1000 },
      );
      return rows.map((row) => ({ slug: readText(row, 'slug'), attempts: readInteger(row, 'attempts') }));
    },
    finish: async (channel, slugs) => {
      for (const slug of slugs)
        state.run('DELETE FROM notices WHERE channel = :channel AND slug = :slug', { channel, slug });
    },
    postpone: async (channel, slugs, seconds) => {
      const next = now() + seconds * 1000;
      const sql = 'UPDATE notices SET next_at = :next WHERE channel = :channel AND slug = :slug';
      for (const slug of slugs) state.run(sql, { channel, slug, next });
    },
  };
}

const ADD = `INSERT INTO notices (channel, slug, attempts, next_at) VALUES (:channel, :slug, 0, :due)
  ON CONFLICT DO UPDATE SET attempts = 0, next_at = excluded.next_at`;
