/**
 * Runs before the first test: compiles and syncs the fixture content once, and writes the files of
 * a build.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { formatFinding } from '../../packages/marketing-workbench/src/content/content-finding.ts';
import { openStore } from '../../packages/marketing-workbench/src/store/store.ts';
import { compressFiles } from '../../scripts/compress-files.ts';
import { compileFolder } from './compile-folder.ts';
import { NOW } from './records.ts';
import { syncStore } from './sync-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder to copy, never to write to. */
    readonly fixtureDataDir: string;
    readonly fixturePublicDir: string;
    /**
     * The folder of cards, which all tests of a run share: file names contain a hash of what a card
     * shows.
     */
    readonly fixtureCardDir: string;
  }
}

/** A card process may still write while it exits. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

let folder = '';

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'workbench-site-'));
  try {
    await Promise.all([fillStore(join(folder, 'data')), writePublicFiles(join(folder, 'public'))]);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('fixtureDataDir', join(folder, 'data'));
  project.provide('fixturePublicDir', join(folder, 'public'));
  project.provide('fixtureCardDir', join(folder, 'cards'));
}

export async function teardown(): Promise<void> {
  await rm(folder, REMOVE);
}

async function fillStore(dataDir: string): Promise<void> {
  const { records, problems } = await compileFolder('tests/fixtures/content', new Date(NOW));
  if (problems.length > 0) throw new Error(problems.map(formatFinding).join('\n'));
  const store = openStore({ dataDir });
  try {
    syncStore(store, records, NOW);
  } finally {
    store.close();
  }
}

async function writePublicFiles(publicDir: string): Promise<void> {
  const assets = join(publicDir, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(publicDir, 'fixed-name.txt'), 'A file with a fixed name.');
  await writeFile(join(assets, 'browser.js'), 'export {};\n'.repeat(40));
  await writeFile(join(assets, 'page-start.js'), '');
  await writeFile(join(assets, 'browser.css'), 'body { margin: 0 }\n');
  await writeFile(join(assets, 'text-common.woff2'), '');
  await writeFile(join(assets, 'text-rare.woff2'), '');
  await compressFiles(publicDir);
}
