import { utcDay } from '../../site/dates.ts';
import { DEFAULT_COUNTING } from '../../site/settings.ts';
import {
  dropDayCountBatch,
  dropSearchedWords,
  hashWords,
  mapSearchedWords,
  SEARCHED_MIN,
  type SearchedWords,
  takeDayCountBatch,
} from '../counts/day-counts.ts';
import { findKnownSite } from '../pages/known-site.ts';
import type { Store } from '../store.ts';
import type { PostgresConnection } from './connection.ts';

/**
 * The searches of this node that the database has not been told of. Their words are in memory only.
 */
export type SearchMemory = {
  readonly note: (searched: SearchedWords) => void;
  /** Empties the memory if `work` succeeds. */
  readonly take: (work: (searched: readonly SearchedWords[]) => Promise<void>) => Promise<void>;
};

/**
 * During a long outage, the oldest are forgotten; they are noted again when somebody searches for
 * them.
 */
const REMEMBERED_MAX = 10_000;

export function createSearchMemory(): SearchMemory {
  const noted = new Map<string, SearchedWords>();
  return {
    note: (searched) => {
      noted.delete(searched.words);
      noted.set(searched.words, searched);
      const [oldest] = noted.keys();
      if (noted.size > REMEMBERED_MAX && oldest !== undefined) noted.delete(oldest);
    },
    take: async (work) => {
      const taken = [...noted.values()];
      await work(taken);
      for (const searched of taken)
        if (noted.get(searched.words) === searched) noted.delete(searched.words);
    },
  };
}

/**
 * Sends what this node counted by day, then the words of searches that enough readers of all nodes
 * asked for.
 */
export async function sendDayCounts(
  store: Store,
  { query }: PostgresConnection,
  memory: SearchMemory,
): Promise<void> {
  const { rowsPerDay, daysKept, searches } =
    findKnownSite(store)?.site.counting ?? DEFAULT_COUNTING;
  await memory.take(async (searched) => {
    for (
      let batch = takeDayCountBatch(store);
      batch !== undefined;
      batch = takeDayCountBatch(store)
    ) {
      await query('SELECT count_days($1, $2, $3, $4)', [
        batch.id,
        JSON.stringify(batch.counts),
        rowsPerDay,
        daysKept,
      ]);
      dropDayCountBatch(store, batch);
    }
    const words = [...mapSearchedWords(store).values(), ...searched].map(withHash);
    const latest = [...new Map(words.map((word) => [word.hash, word])).values()];
    if (latest.length === 0 || !searches) return;
    await query(KEEP_WORDS, [JSON.stringify(latest), utcDay(new Date()), SEARCHED_MIN]);
    dropSearchedWords(store);
  });
}

const KEEP_WORDS = `
  INSERT INTO searched_words AS old (hash, words, results, day)
    SELECT hash, words, results, $2 FROM jsonb_to_recordset($1) AS noted (hash text, words text, results integer)
    WHERE (SELECT sum(count) FROM day_counts WHERE kind = 'search' AND name = hash) >= $3
  ON CONFLICT (hash) DO UPDATE SET results = excluded.results, day = greatest(old.day, excluded.day)`;

function withHash(searched: SearchedWords) {
  return { ...searched, hash: hashWords(searched.words) };
}
