/**
 * Runs before the first test: publishes the fixture content once, so that nodes need not compile
 * it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { publishFixture } from './published-data.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A data folder with the fixture content, which tests copy, and with the cards, which they
     * share.
     */
    readonly publishedDir: string;
  }
}

let publishedDir = '';

export async function setup(project: TestProject): Promise<void> {
  publishedDir = await mkdtemp(join(tmpdir(), 'workbench-published-'));
  await publishFixture(publishedDir);
  project.provide('publishedDir', publishedDir);
}

export async function teardown(): Promise<void> {
  await rm(publishedDir, { recursive: true, force: true });
}
