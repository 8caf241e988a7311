/**
 * Exits with 1 if there are findings. The first argument is the folder to check; by default it is
 * this one.
 */
import { checkDocuments } from './documents.ts';
import { checkImportRanks } from './import-ranks.ts';
import { checkLicenses } from './licenses.ts';
import { checkNames } from './names.ts';
import { listSourceFiles } from './source-tree.ts';
import { checkTexts } from './text-rules.ts';
import { checkTree } from './tree.ts';
import { checkVersions } from './versions.ts';

const files = listSourceFiles(process.argv[2] ?? process.cwd());
const findings = [
  checkImportRanks,
  checkNames,
  checkTexts,
  checkTree,
  checkDocuments,
  checkLicenses,
  checkVersions,
].flatMap((check) => check(files));
for (const { path, line, message } of findings.sort((a, b) => a.path.localeCompare(b.path))) {
  console.log(`${path}${line === undefined ? '' : `:${line}`} ${message}`);
}
if (findings.length === 0) console.log(`No findings in ${files.length} files.`);
else process.exitCode = 1;
