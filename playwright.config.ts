import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';

/** What Chromium does by itself, and these tests have no use for, goes over networks that a machine may not have. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

const isRoot = process.getuid?.() === 0;

/** The readers' journeys in a real Chromium, over the built site; `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous: on a busy machine a journey that fails should fail for its own reasons.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    headless: true,
    // Chromium refuses to run its sandbox as root.
    launchOptions: { executablePath: findBrowser(), args: QUIET, chromiumSandbox: !isRoot },
    locale: 'en-US',
    // Where motion is welcome pages pass over into each other, which takes time; one journey looks at that.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  },
});
