/** Runs before the first test: publishes the fixture content once, so that nodes need not compile it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { spawnCommand } from './spawn-command.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the fixture content, which tests copy, and with the cards, which they share. */
    readonly publishedDir: string;
  }
}

let publishedDir = '';

export async function setup(project: TestProject): Promise<void> {
  publishedDir = await mkdtemp(join(tmpdir(), 'workbench-published-'));
  const { status, output } = await spawnCommand(['publish'], { DATA_DIR: publishedDir }).ended;
  if (status !== 0) throw new Error(`publish failed: ${output}`);
  await mkdir(join(publishedDir, 'cards'));
  project.provide('publishedDir', publishedDir);
}

export async function teardown(): Promise<void> {
  await rm(publishedDir, { recursive: true, force: true });
}
