import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import { formatFinding } from '../content/content-finding.ts';
import { formatSize, listContentFolder } from '../content/content-folder.ts';
import { formatCount } from '../content/format-count.ts';
import { listContentFiles } from '../content/site-files/site-files.ts';
import {
  type ExportReport,
  exportSite,
  formatReportName,
  parseExportFormat,
  requireFileEnding,
} from '../export/export-site.ts';
import { createLosses, type Losses } from '../export/losses.ts';
import { restoreFolder } from '../export/restore-folder.ts';
import { writeSiteFiles } from '../export/write-files.ts';
import { compileWithCaches } from '../publishing/compile-with-caches.ts';
import { readDatabase } from '../publishing/read-database.ts';
import { DeskError } from './desk-error.ts';

export const exportCommand: CommandRun = async (config, { values, flags }) => {
  const format = parseExportFormat(values.format);
  if (values.to === undefined) throw new DeskError('Name the new file or folder with --to.');
  requireFileEnding(values.to, format);
  requireApart(values.to, config);
  const losses = createLosses();
  const base = mkdtempSync(path.join(tmpdir(), 'workbench-export-'));
  try {
    const isFromDatabase = flags['from-database'] === true;
    const opened = isFromDatabase
      ? await openDatabaseFolder(config, base, losses)
      : openContentFolder(config);
    const { source, contentDir, caches } = opened;
    const report = await exportSite({
      source,
      site: listContentFiles(contentDir),
      losses,
      compile: (work) => compileWithCaches(contentDir, { ...caches, wanted: 'all' }, work),
      format,
      target: values.to,
      isOverwriting: flags.overwrite === true,
    });
    printExportReport(report);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  if (config.databaseUrl !== undefined && flags['from-database'] !== true)
    console.log(
      'PostgreSQL may hold what other programs wrote; --from-database exports that instead.',
    );
  return 0;
};

function printExportReport({ source, format, target, files, bytes, losses }: ExportReport): void {
  console.log(
    `Exported ${source} as ${format} to ${target}: ${formatCount(files, 'file')}, ${formatSize(bytes)}.`,
  );
  for (const { what, count, places } of losses)
    console.log(`${count} × ${what}: ${places.slice(0, 3).join(', ')}`);
  console.log(
    losses.length === 0 ? 'Nothing is lost.' : `The full list is in ${formatReportName(target)}.`,
  );
}

/** Writes what PostgreSQL holds into a folder below `base`. */
async function openDatabaseFolder(
  { databaseUrl, databaseLockSeconds }: Config,
  base: string,
  losses: Losses,
) {
  if (databaseUrl === undefined)
    throw new DeskError(
      'DATABASE_URL is not set; set it, or export the content folder without --from-database.',
    );
  const source = { url: databaseUrl, lockWithinMs: databaseLockSeconds * 1000 };
  const { records, refused } = await readDatabase(source, path.join(base, 'data'));
  for (const { key, reason } of refused) losses.add(`row that the site refuses: ${reason}`, key);
  const contentDir = path.join(base, 'content');
  mkdirSync(contentDir);
  await writeSiteFiles(restoreFolder(records, losses), contentDir);
  return { source: 'PostgreSQL', contentDir, caches: { dataDir: path.join(base, 'data') } };
}

/**
 * Opens the content folder. The caches of the data folder are used, but the folder is not created.
 */
function openContentFolder({ contentDir, dataDir }: Config) {
  const { files, problems } = listContentFolder(contentDir);
  if (files.length === 0)
    throw new DeskError(
      problems.map(formatFinding).join('\n') ||
        `${contentDir} is empty; set CONTENT_DIR to the folder of the site.`,
    );
  return {
    source: `the folder ${contentDir}`,
    contentDir,
    caches: existsSync(dataDir) ? { dataDir } : {},
  };
}

/**
 * Throws if the target is inside of the content folder, where an export would become content, or
 * contains it.
 */
function requireApart(target: string, { contentDir }: Config): void {
  const way = path.relative(path.resolve(contentDir), path.resolve(target));
  const isInside = way === '' || !(way.startsWith('..') || path.isAbsolute(way));
  const isAbove = /^[./\\]+$/.test(way);
  if (isInside || isAbove)
    throw new DeskError(
      `${target} is in the folder ${contentDir}, or contains it; choose another place.`,
    );
}
