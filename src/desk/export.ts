import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { formatSize, listContentFolder } from '../content/content-folder.ts';
import { formatProblem } from '../content/content-problem.ts';
import { exportSite, formatReportName, parseFormat, requireEnd } from '../export/export-site.ts';
import { listSiteFiles } from '../import/content-folder/site-files.ts';
import { createCommand, formatCount } from '../publishing/command.ts';
import { compileWithCaches } from '../publishing/compile-with-caches.ts';
import { DeskError } from './desk-error.ts';

export const exportCommand = createCommand(
  'export [--format <format>] [--to <file or folder>] [--overwrite]',
  'writes the whole site as markdown (a content folder), json, wxr (for WordPress) or ghost',
  async (config, { values, flags }) => {
    const format = parseFormat(values.format);
    if (values.to === undefined) throw new DeskError('Name the new file or folder with --to.');
    requireEnd(values.to, format);
    requireApart(values.to, config);
    const report = await exportSite({
      ...{ source: `the folder ${config.contentDir}`, site: readFolder(config) },
      compile: (work) => compileWithCaches(config.contentDir, { ...cachesOf(config), wanted: 'all' }, work),
      ...{ format, target: values.to, isOverwriting: flags.overwrite === true },
    });
    console.log(
      `Exported ${report.source} as ${format} to ${report.target}: ${formatCount(report.files, 'file')}, ${formatSize(report.bytes)}.`,
    );
    for (const { what, count, places } of report.losses)
      console.log(`${count} × ${what}: ${places.slice(0, 3).join(', ')}`);
    console.log(
      report.losses.length === 0 ? 'Nothing is lost.' : `All of it is in ${formatReportName(report.target)}.`,
    );
    return 0;
  },
);

/** The caches of the data folder are used, but the folder is not created. */
function cachesOf({ dataDir }: Config) {
  return existsSync(dataDir) ? { dataDir } : {};
}

function readFolder({ contentDir }: Config) {
  const { files, problems } = listContentFolder(contentDir);
  if (files.length === 0)
    throw new DeskError(
      problems.map(formatProblem).join('\n') ||
        `${contentDir} is empty; set CONTENT_DIR to the folder of the site.`,
    );
  return listSiteFiles(contentDir);
}

/** An export inside of the content folder would become content. */
function requireApart(target: string, { contentDir }: Config): void {
  const way = path.relative(path.resolve(contentDir), path.resolve(target));
  const isInside = way === '' || !(way.startsWith('..') || path.isAbsolute(way));
  const isAbove = /^[./\\]+$/.test(way);
  if (isInside || isAbove)
    throw new DeskError(`${target} is in the folder ${contentDir}, or contains it; choose another place.`);
}
