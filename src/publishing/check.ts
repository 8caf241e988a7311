import { existsSync } from 'node:fs';
import type { Command } from './command.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { giveWay } from './give-way.ts';
import { formatCounts, reportProblems } from './report.ts';
import { staySmall } from './stay-small.ts';

export const check: Command = {
  summary: 'reads the content folder and lists every problem in it',
  run: async ({ config: { contentDir, dataDir } }) => {
    giveWay();
    staySmall();
    // A folder that isn't there is not made for the sake of a check.
    const caches = existsSync(dataDir) ? { dataDir } : {};
    return compileWithCaches(contentDir, caches, async (compilation) => {
      if (reportProblems(compilation.problems)) return 1;
      console.log(`${contentDir}: ${formatCounts(compilation)}, no problem.`);
      return 0;
    });
  },
};
