import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { createVendoredSite } from './vendored-site.ts';

/** Creates the git repository of an owner, with the fixture content, for one test. */
export async function createSiteRepository(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'workbench-source-'));
  onTestFinished(() => rm(parent, { recursive: true, maxRetries: 5 }));
  const folder = join(parent, 'my-site');
  await createVendoredSite(folder);
  await git(folder, 'init', '--quiet');
  await commitSite(folder);
  return folder;
}

/** Commits all files of the folder. */
export async function commitSite(folder: string): Promise<void> {
  await git(folder, 'add', '--all');
  await git(
    folder,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '--message=Change',
  );
}

function git(folder: string, ...args: readonly string[]) {
  return promisify(execFile)('git', ['-C', folder, ...args], { maxBuffer: 10_000_000 });
}
