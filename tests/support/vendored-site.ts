import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FIXTURE_CONTENT, ROOT } from './fixture-content.ts';
import { packPackage } from './npm-registry.ts';

const run = promisify(execFile);

/**
 * Makes the fixture content a site with the package in its folder, as an owner does who has only
 * the archive of the package; the folder may not exist yet.
 */
export async function createVendoredSite(folder: string): Promise<void> {
  await cp(FIXTURE_CONTENT, join(folder, 'content'), { recursive: true });
  await run(process.execPath, ['scripts/build.ts'], { cwd: ROOT });
  const { archive } = await packPackage(join(ROOT, 'packages/marketing-workbench'), folder);
  const newSite = ['--yes', `file:${archive}`, 'new', basename(folder)];
  await run('npx', newSite, { cwd: dirname(folder) });
  await run('npm', ['install', '--no-audit', '--no-fund', `./${basename(archive)}`], {
    cwd: folder,
  });
}
