import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Prepares the release whose version the packages name: builds, tests, dates the section of the
 * changelog, packs both packages into `release` beside their SBOM, commits and tags. Nothing is
 * published. `--no-test` leaves the tests out, `--dry-run` also the changelog, commit and tag.
 */
const PACKAGES = ['packages/marketing-workbench', 'packages/marketing-workbench-import'];
const CHANGELOG = join(PACKAGES[0] ?? '', 'CHANGELOG.md');
const TARGET = 'release';
const LICENSES = 'THIRD-PARTY-LICENSES.txt';

const isDryRun = process.argv.includes('--dry-run');
const version = readReleaseVersion();
if (!isDryRun && git('status', '--porcelain') !== '')
  stop('There are changes that are not committed; commit them first.');
if (git('tag', '--list', `v${version}`) !== '')
  stop(`v${version} is released; write the next version into the package.json of each package.`);
const before = readFileSync(CHANGELOG, 'utf8');
const changelog = dateSection(before);
run(process.execPath, 'scripts/build.ts');
if (!isDryRun && !process.argv.includes('--no-test')) run(process.execPath, 'scripts/test.ts');
if (!isDryRun) writeFileSync(CHANGELOG, changelog);
try {
  packAll();
} catch (error) {
  writeFileSync(CHANGELOG, before);
  throw error;
}
if (isDryRun) console.log('The changelog and the tags are as they were.');
else {
  // The tests may have recorded that the installation files passed.
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', '--message', `Version ${version}`, `v${version}`);
  console.log(
    `Tagged v${version}. To publish: npm publish ${TARGET}/<archive>, and git push --tags.`,
  );
}

function packAll(): void {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET);
  // The bundles contain other packages, whose licenses ask to be passed on.
  run(process.execPath, 'scripts/sbom.ts', TARGET);
  for (const folder of PACKAGES) copyFileSync(join(TARGET, LICENSES), join(folder, LICENSES));
  for (const folder of PACKAGES) packTwice(folder);
}

/** Packages that are released together have one version. */
function readReleaseVersion(): string {
  const versions = new Set(
    PACKAGES.map((folder): string => {
      const manifest: { readonly version: string } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      return manifest.version;
    }),
  );
  const [first = '', ...others] = versions;
  if (others.length > 0) stop(`The packages have different versions: ${[...versions].join(', ')}.`);
  return first;
}

/** Replaces “not released yet” in the heading of this version by the day. */
function dateSection(text: string): string {
  const heading = `## ${version} (not released yet)`;
  if (!text.includes(heading)) stop(`${CHANGELOG} has no section “${heading}”.`);
  return text.replace(heading, `## ${version} (${new Date().toISOString().slice(0, 10)})`);
}

/** Packs a package, and requires that packing it again gives the same bytes. */
function packTwice(folder: string): void {
  const [name, bytes] = pack(folder, TARGET);
  const again = mkdtempSync(join(tmpdir(), 'workbench-release-'));
  const [, sameBytes] = pack(folder, again);
  rmSync(again, { recursive: true });
  if (!bytes.equals(sameBytes))
    throw new Error(`${name} has other bytes each time that it is packed.`);
  console.log(`${join(TARGET, name)}: ${bytes.length} bytes, sha256 ${hash('sha256', bytes)}`);
}

function pack(folder: string, target: string): readonly [name: string, bytes: Buffer] {
  const said = execFileSync(
    'npm',
    ['pack', `./${folder}`, '--json', '--pack-destination', target],
    {
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    },
  );
  const [packed]: readonly { readonly filename: string }[] = JSON.parse(said);
  const name = packed?.filename ?? '';
  return [name, readFileSync(join(target, name))];
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'inherit' });
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
