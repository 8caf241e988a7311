import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importSite } from '../import/folder/import-site.ts';
import { formatHtmlReport } from '../import/report.ts';
import { openUploads } from '../import/uploads.ts';
import { openWordPress } from '../import/wordpress/wordpress-source.ts';
import { createCommand, formatCount } from '../publishing/command.ts';
import { DeskError } from './desk-error.ts';

export const importCommand = createCommand(
  'import <source> [--to <folder>] [--uploads <folder>] [--dry-run]',
  'writes the texts, pictures and addresses of a WordPress export into a content folder',
  async (_, { positionals: [source = ''], values: { to, uploads }, flags }) => {
    if (to === undefined) throw new DeskError('Name the folder of the new site with --to.');
    const files = listExports(source);
    const isDryRun = flags['dry-run'] === true;
    const opened = await openWordPress(files, uploads === undefined ? () => undefined : openUploads(uploads));
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

function listExports(source: string): readonly string[] {
  if (!existsSync(source)) throw new DeskError(`${source} does not exist; name the export or its folder.`);
  if (!statSync(source).isDirectory()) return [source];
  const files = readdirSync(source).filter((name) => /\.xml(?:\.gz)?$/.test(name));
  return files.toSorted().map((name) => path.join(source, name));
}
