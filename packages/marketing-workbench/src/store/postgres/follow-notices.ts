import { readMessage } from '../database.ts';
import { CLAIMED_FOR_S, type NoticeQueue } from '../state/notices.ts';
import { keepConnected, type PostgresConnection } from './connection.ts';
import type { FollowerOptions } from './follower-options.ts';
import { requireSchema } from './schema-version.ts';

type FollowNoticesOptions = FollowerOptions & {
  readonly announce: (queue: NoticeQueue) => Promise<void>;
};

/** Announces articles that go live, once over all nodes, as long as the process runs. */
export function followNotices({ announce, ...options }: FollowNoticesOptions): Promise<never> {
  const connecting = {
    ...options,
    recovered: 'Articles that go live are announced again.',
    formatFailure: (error: unknown) =>
      `Articles that go live can’t be announced and wait in the database: ${readMessage(error)}.`,
  };
  return keepConnected(connecting, async (connection, succeeded) => {
    await requireSchema(connection);
    for (;;) {
      await announce(createSharedNotices(connection));
      succeeded();
      await connection.waitForNotification(options.everyMs);
    }
  });
}

function createSharedNotices({ query }: PostgresConnection): NoticeQueue {
  return {
    note: async (channels) => void (await query('SELECT note_live($1)', [channels])),
    claim: async (channel) => {
      const rows = await query(CLAIM_NOTICE, [channel, CLAIMED_FOR_S]);
      return rows.map(({ slug, attempts }) => ({ slug: String(slug), attempts: Number(attempts) }));
    },
    finish: async (channel, slugs) =>
      void (await query('DELETE FROM notices WHERE channel = $1 AND slug = ANY($2)', [
        channel,
        slugs,
      ])),
    postpone: async (channel, slugs, seconds) =>
      void (await query(POSTPONE_NOTICE, [channel, slugs, seconds])),
  };
}

/** The condition is checked again on a row that another node has just claimed. */
const CLAIM_NOTICE = `
  UPDATE notices SET attempts = attempts + 1, next_at = now() + $2 * interval '1 second'
  WHERE channel = $1 AND next_at <= now() RETURNING slug, attempts`;

const POSTPONE_NOTICE = `
  UPDATE notices SET next_at = now() + $3 * interval '1 second' WHERE channel = $1 AND slug = ANY($2)`;
