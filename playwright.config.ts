import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';
import { writeTemporaryFilesToMemory } from './scripts/temporary-files.ts';

/**
 * What Chromium does by itself, and these tests have no use for, goes over networks that a machine
 * may not have.
 */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

writeTemporaryFilesToMemory();

const isRoot = process.getuid?.() === 0;

/** The readers' journeys in a real Chromium, over the built site; `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/support/browser/publish-once.ts',
  outputDir: 'test-results/browser',
  // The longest tests come first, so that no worker runs them alone at the end.
  projects: [
    { name: 'writing', testMatch: 'writing/*.e2e.ts' },
    { name: 'reading', testIgnore: 'writing/*.e2e.ts' },
  ],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Long, so that no test fails only because the machine is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    headless: true,
    // Chromium refuses to run its sandbox as root.
    launchOptions: { executablePath: findBrowser(), args: QUIET, chromiumSandbox: !isRoot },
    locale: 'en-US',
    // Reduced motion skips view transitions, which take time; `motion.e2e.ts` tests them.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  },
});
