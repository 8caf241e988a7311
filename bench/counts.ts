import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CountKind, hashWords } from '../src/store/counts/day-counts.ts';
import { openState } from '../src/store/state/state.ts';

const DAYS = 365;
/** Different names of a day, and how often the most frequent one is counted, of a site with 10,000 views a day. */
const KINDS: readonly (readonly [kind: CountKind, names: number, total: number])[] = [
  ['view', 120, 10_000],
  ['source-view', 50, 5_000],
  ['source-visitor', 50, 4_000],
  ['search', 300, 600],
  ['search-opened', 150, 300],
  ['missing', 100, 200],
  ['missing-robot', 100, 200],
];
const SEARCHES = 3_000;

/** Prints the bytes of the state file after a year of 10,000 views a day. */
export function benchCounts(): number {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-counts-'));
  try {
    const path = join(folder, 'state.sqlite');
    const empty = measureCounts(path, 0);
    const full = measureCounts(path, DAYS);
    console.log(`${full.rows} rows in ${DAYS} days: ${((full.bytes - empty.bytes) / 1e6).toFixed(1)} MB`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureCounts(path: string, days: number): { readonly rows: number; readonly bytes: number } {
  using state = openState(path);
  for (let day = 0; day < days; day += 1) {
    state.transaction(() => {
      for (const [kind, names, total] of KINDS)
        for (const [name, count] of listCountNames(kind, names, total, day))
          state.run(
            `INSERT INTO day_counts (day, kind, name, host, count) VALUES (:day, :kind, :name, '', :count)`,
            { day: 20_000 + day, kind, name, count },
          );
    });
  }
  state.transaction(() => {
    for (let index = 0; days > 0 && index < SEARCHES; index += 1)
      state.run(`INSERT INTO searched_words VALUES (:hash, :words, 5, 20000)`, {
        hash: hashWords(formatCountName('search', index)),
        words: formatCountName('search', index),
      });
  });
  const row = state.get('SELECT count(*) AS rows FROM day_counts');
  state.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { rows: Number(row?.rows), bytes: statSync(path).size };
}

/** Returns names with counts that follow Zipf's law, in no order, as readers come. Rare searches and dead addresses differ from day to day. */
function listCountNames(kind: CountKind, names: number, total: number, day: number) {
  const weight = Array.from({ length: names }, (_, index) => 1 / (index + 1)).reduce((sum, one) => sum + one);
  const isVaried = kind.startsWith('search') || kind.startsWith('missing');
  return Array.from({ length: names }, (_, index) => {
    const rank = (index * 7 + day) % names;
    const number = isVaried && rank > names / 3 ? (rank + day * 31) % SEARCHES : rank;
    const name = formatCountName(kind, number);
    const count = Math.max(1, Math.round(total / weight / (rank + 1)));
    return [kind.startsWith('search') ? hashWords(name) : name, count] as const;
  }).filter(([name], index, all) => all.findIndex(([other]) => other === name) === index);
}

/** Returns a name as long as those of a real site. */
function formatCountName(kind: CountKind, number: number): string {
  const long = `${'keyword-match-types-and-more'.slice(0, 12 + (number % 16))}-${number}`;
  if (kind.startsWith('missing')) return `/blog/2019/${long}`;
  return kind.startsWith('source') ? `site-${number}.example` : long;
}
