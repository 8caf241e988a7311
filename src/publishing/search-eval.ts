import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from './command.ts';

const BENCH = join(import.meta.dirname, '../../bench/bench.ts');

/** An alias of `npm run bench -- search-eval`. */
export const searchEval: Command = {
  summary:
    'measures the search on a collection: --docs, --queries (a JSON object a line), --qrels (tab-separated)',
  run: async ({ args }) => {
    const { status } = spawnSync(process.execPath, [BENCH, 'search-eval', ...args], { stdio: 'inherit' });
    return status ?? 1;
  },
};
