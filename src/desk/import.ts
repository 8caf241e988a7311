import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { importFiles } from '../import/content-folder/import-files.ts';
import { openSiteFiles } from '../import/content-folder/open-site-files.ts';
import type { SiteFiles } from '../import/content-folder/site-files.ts';
import { importSite } from '../import/folder/import-site.ts';
import { openSource } from '../import/open-source.ts';
import { formatHtmlReport } from '../import/report.ts';
import { createCommand, formatCount } from '../publishing/command.ts';
import { DeskError } from './desk-error.ts';

export const importCommand = createCommand(
  'import <source...> [--to <folder>] [--uploads <folder>] [--dry-run]',
  'writes the texts, pictures and addresses of an export of another program into a content folder',
  async (_, { positionals, values: { to, uploads }, flags }) => {
    if (to === undefined) throw new DeskError('Name the folder of the new site with --to.');
    const isDryRun = flags['dry-run'] === true;
    const [source = '', ...others] = positionals;
    const files = others.length === 0 ? await openSiteFiles(source) : undefined;
    if (files !== undefined) return importSiteFiles(files, { source, folder: to, isDryRun });
    const opened = await openSource(positionals, uploads);
    const report = await importSite(opened, {
      ...{ folder: to, isDryRun },
      onText: (done, all) => {
        if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${all} texts`);
      },
    });
    if (!isDryRun) {
      writeFileSync(path.join(to, '.import/report.html'), formatHtmlReport(report));
      writeFileSync(path.join(to, '.import/report.json'), `${JSON.stringify(report, null, 1)}\n`);
    }
    console.log(`${opened.name}: ${formatCount(report.texts.length, 'text')} imported into ${to}.`);
    for (const problem of report.problems) console.log(problem);
    return 0;
  },
);

type FilesOptions = { readonly source: string; readonly folder: string; readonly isDryRun: boolean };

/** A site of this program is copied as it is. */
async function importSiteFiles(site: SiteFiles, { source, folder, isDryRun }: FilesOptions): Promise<number> {
  const way = path.relative(path.resolve(source), path.resolve(folder));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    throw new DeskError(`${folder} is in ${source}; name another folder.`);
  const report = await importFiles(site, { folder, isDryRun });
  const { written, problems } = report;
  if (!isDryRun)
    writeFileSync(path.join(folder, '.import/report.json'), `${JSON.stringify(report, null, 1)}\n`);
  console.log(
    `${source}: ${formatCount(report.files, 'file')} of a site of this program; ${written.new.length} new, ${written.changed.length} changed, ${written.same.length} the same, ${written.edited.length} edited here and kept.`,
  );
  for (const problem of problems) console.log(problem);
  return 0;
}
