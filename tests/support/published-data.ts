import { copyFile, cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_CACHE } from './compile-folder.ts';
import { spawnCommand } from './spawn-command.ts';

/** The cache of compiled texts, so that nothing is compiled again. */
const CACHE = ['compiled.sqlite'];
const SITE = ['index.sqlite', 'index.sqlite-seal', 'state.sqlite'];

/** Publishes the fixture content into a folder, once for all sites of a run. */
export async function publishFixture(folder: string): Promise<void> {
  for (const path of [IMAGE_CACHE, folder]) await mkdir(path, { recursive: true });
  await symlink(IMAGE_CACHE, join(folder, 'images'));
  const { status, output } = await spawnCommand(['publish'], { DATA_DIR: folder }).ended;
  if (status !== 0) throw new Error(`publish failed: ${output}`);
  await mkdir(join(folder, 'cards'));
}

/**
 * A data folder with what was compiled and drawn for the published fixture content, and the
 * published site itself or nothing published. The caller removes it.
 */
export async function copyPublished(
  published: string,
  site: 'published' | 'empty',
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workbench-data-'));
  for (const name of site === 'published' ? [...CACHE, ...SITE] : CACHE)
    await copyFile(join(published, name), join(dataDir, name));
  if (site === 'published')
    await cp(join(published, 'media'), join(dataDir, 'media'), { recursive: true });
  // A server draws the cards of its feeds at start. Sites share the folder, so that each card is
  // drawn once.
  await symlink(join(published, 'cards'), join(dataDir, 'cards'));
  await symlink(IMAGE_CACHE, join(dataDir, 'images'));
  return dataDir;
}
