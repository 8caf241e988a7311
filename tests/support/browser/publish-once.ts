import { rm } from 'node:fs/promises';
import { publishFixture } from '../published-data.ts';
import { PUBLISHED } from './start-site.ts';

/**
 * Runs before the first journey: publishes the fixture content, so that sites need not compile it.
 */
export default async function publishOnce(): Promise<void> {
  await rm(PUBLISHED, { recursive: true, force: true });
  await publishFixture(PUBLISHED);
}
