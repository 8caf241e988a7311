import { writeFileSync } from 'node:fs';
import path from 'node:path';
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
