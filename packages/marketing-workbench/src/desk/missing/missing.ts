import { existsSync } from 'node:fs';
import type { CommandRun } from '../../command/create-command.ts';
import type { Config } from '../../config.ts';
import { formatCount } from '../../content/format-count.ts';
import { compileWithCaches } from '../../publishing/compile-with-caches.ts';
import { readCounts, type SiteCounts } from '../../publishing/read-counts.ts';
import { utcDay } from '../../site/dates.ts';
import { findSettings } from '../../site/default-site.ts';
import { DeskError } from '../desk-error.ts';
import { applyPlan } from '../folder-change.ts';
import { readFolder } from '../read-folder.ts';
import { addRedirects } from '../redirect-rows.ts';
import { type DeadAddresses, listDeadAddresses } from './dead-addresses.ts';
import { escapeJson, formatDeadAddresses } from './format-list.ts';
import { listPresentPages, type PresentPages } from './present-pages.ts';
import { chooseRows } from './redirects-to-write.ts';

const DAYS = 30;
/** Limit for printed addresses that are left out. */
const SHOWN = 50;
const DAYS_MAX = 3_650;

export const missing: CommandRun = async (
  config,
  { flags: { write = false, json = false }, values },
) => {
  if (write && json) throw new DeskError('--json only lists; run --write without it.');
  const days = parseDays(values.days);
  const now = Date.now();
  const { counts } = await readCounts(config, utcDay(new Date(now)) - days + 1);
  const { present, dead, problems } = await readDeadAddresses(config, counts);
  if (json) {
    console.log(escapeJson(JSON.stringify({ days, ...dead }, undefined, 2)));
    return 0;
  }
  console.log(formatDeadAddresses(dead, days));
  if (problems > 0)
    console.log(
      `The content has ${formatCount(problems, 'error')}, so texts may be left out above: npm run content -- check`,
    );
  return offerRows({ config, dead, present, isWritten: write });
};

function parseDays(text: string | undefined): number {
  if (text === undefined) return DAYS;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > DAYS_MAX)
    throw new DeskError(`--days takes a whole number from 1 to ${DAYS_MAX}, such as --days 90.`);
  return days;
}

function readDeadAddresses({ contentDir, dataDir }: Config, counts: SiteCounts['counts']) {
  return compileWithCaches(
    contentDir,
    { ...(existsSync(dataDir) ? { dataDir } : {}), pictures: 'named' },
    async (compilation, isLive) => {
      const present = listPresentPages(compilation, isLive);
      const { news, language } = findSettings(compilation.records);
      return {
        present,
        dead: listDeadAddresses(counts, present, { news, language }),
        problems: compilation.problems.length,
      };
    },
  );
}

type RedirectOffer = {
  readonly config: Config;
  readonly dead: DeadAddresses;
  readonly present: PresentPages;
  readonly isWritten: boolean;
};

async function offerRows({ config, dead, present, isWritten }: RedirectOffer): Promise<number> {
  const folder = readFolder(config.contentDir);
  const { rows, leftOut, later } = chooseRows(dead.readers, present, folder);
  if (!isWritten) {
    if (rows.length > 0)
      console.log(
        `${formatCount(rows.length, 'redirect')} would be written by: npm run content -- missing --write`,
      );
    return 0;
  }
  const left = [
    ...leftOut.slice(0, SHOWN).map(({ path, reason }) => `${path} is left out: ${reason}`),
    ...(leftOut.length > SHOWN
      ? [`${leftOut.length - SHOWN} more are left out for similar reasons.`]
      : []),
    ...(later > 0
      ? [
          `${later} less requested ones are left for the next run, because a run adds at most ${rows.length}.`,
        ]
      : []),
  ];
  if (rows.length === 0) {
    console.log(['', ...left, 'No redirect is sure enough to be written.'].join('\n').trim());
    return 0;
  }
  const written = new Map<string, string>();
  addRedirects(folder, written, rows);
  return applyPlan(
    {
      written,
      moved: [],
      copied: [],
      removed: [],
      renamed: [],
      lines: ['', ...left, ...rows.map(({ from, to }) => `${from} → ${to}`)],
      summary: `${formatCount(rows.length, 'redirect')} written to redirects.yaml. Publish with: npm run content -- publish`,
    },
    config,
    false,
  );
}
