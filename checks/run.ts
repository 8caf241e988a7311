/** Runs every check over the project's files (or those under the folder given) and exits 1 on findings. */
import { checkAddresses } from './addresses.ts';
import { checkCasts } from './casts.ts';
import { checkDocuments } from './documents.ts';
import { checkEnvironment } from './environment.ts';
import { checkExports } from './exports.ts';
import { checkFunctionSizes } from './function-sizes.ts';
import { checkImportRanks } from './import-ranks.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkNames } from './names.ts';
import { checkPackageHomes } from './package-homes.ts';
import { checkProductOnly } from './product-only.ts';
import { checkSizes } from './sizes.ts';
import type { Finding } from './source-file.ts';
import { listSourceFiles } from './source-tree.ts';

const CHECKS = [
  checkImportRanks,
  checkPackageHomes,
  checkExports,
  checkNames,
  checkSizes,
  checkFunctionSizes,
  checkEnvironment,
  checkAddresses,
  checkDocuments,
  checkProductOnly,
  checkCasts,
  checkLeftovers,
];

const files = listSourceFiles(process.argv[2] ?? process.cwd());
const findings = CHECKS.flatMap((check) => check(files)).sort(comparePlaces);
for (const { path, line, message } of findings) {
  console.log(`${path}${line === undefined ? '' : `:${line}`} ${message}`);
}
if (findings.length === 0) console.log(`${CHECKS.length} checks, ${files.length} files: nothing to report.`);
else process.exitCode = 1;

function comparePlaces(a: Finding, b: Finding): number {
  return a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0);
}
