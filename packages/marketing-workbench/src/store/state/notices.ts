import { readInteger, readText } from '../../search-engine/database.ts';
import { hasUnannounced, noteLive, takeUnannounced } from '../posts/live.ts';
import type { Store } from '../store.ts';
import { durableTransaction } from './state.ts';

/** Who is notified of an article that goes live. */
export type NoticeChannel = 'IndexNow' | 'PURGE_URL' | 'WEBSUB_HUB';

export type Notice = { readonly slug: string; readonly attempts: number };

/** Notices that wait to be sent. They survive a restart. */
export type NoticeQueue = {
  /**
   * Adds the articles that went live by themselves since the last call, each of them once, whatever
   * the clock does.
   */
  readonly note: (channels: readonly NoticeChannel[]) => Promise<void>;
  /**
   * Returns the notices that are due, and postpones them so that they are sent again if this
   * process dies.
   */
  readonly claim: (channel: NoticeChannel) => Promise<readonly Notice[]>;
  readonly finish: (channel: NoticeChannel, slugs: readonly string[]) => Promise<void>;
  readonly postpone: (
    channel: NoticeChannel,
    slugs: readonly string[],
    seconds: number,
  ) => Promise<void>;
};

/** Longer than sending takes. */
export const CLAIMED_FOR_S = 60;
/** After a longer stop, older articles are no news. */
const LATE_MS = 7 * 24 * 60 * 60 * 1000;

/** Creates the queue of a site without PostgreSQL, in its state. */
export function createLocalNotices(
  { state, index }: Store,
  now: () => number = Date.now,
): NoticeQueue {
  return {
    note: async (channels) => {
      const due = now();
      noteLive(state, index, due);
      if (!hasUnannounced(state)) return;
      durableTransaction(state, () => {
        for (const slug of takeUnannounced(state, due - LATE_MS))
          for (const channel of channels) state.run(ADD, { channel, slug, due });
      });
    },
    claim: async (channel) => {
      const time = now();
      const rows = state.all(
        `UPDATE notices SET attempts = attempts + 1, next_at = :until
         WHERE channel = :channel AND (next_at <= :time OR next_at > :time + ${WAIT_MAX_MS}) RETURNING slug, attempts`,
        { channel, time, until: time + CLAIMED_FOR_S * 1000 },
      );
      return rows.map((row) => ({
        slug: readText(row, 'slug'),
        attempts: readInteger(row, 'attempts'),
      }));
    },
    finish: async (channel, slugs) => {
      for (const slug of slugs)
        state.run('DELETE FROM notices WHERE channel = :channel AND slug = :slug', {
          channel,
          slug,
        });
    },
    postpone: async (channel, slugs, seconds) => {
      const next = now() + seconds * 1000;
      const sql = 'UPDATE notices SET next_at = :next WHERE channel = :channel AND slug = :slug';
      for (const slug of slugs) state.run(sql, { channel, slug, next });
    },
  };
}

/** A notice that would wait longer was postponed by a clock that has gone back since. */
const WAIT_MAX_MS = `1000 * max(${CLAIMED_FOR_S}, 1 << attempts)`;

const ADD = `INSERT INTO notices (channel, slug, attempts, next_at) VALUES (:channel, :slug, 0, :due)
  ON CONFLICT DO UPDATE SET attempts = 0, next_at = excluded.next_at`;
