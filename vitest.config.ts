import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { writeTemporaryFilesToMemory } from './scripts/temporary-files.ts';

const CONDITIONS = ['workbench-source', ...defaultServerConditions];
const DISK = tmpdir();
writeTemporaryFilesToMemory();

/** All tests but those in a browser. The application is taken from source. */
export default defineConfig({
  plugins: [react()],
  // The import package takes the engine from source too.
  resolve: { conditions: CONDITIONS },
  ssr: { resolve: { conditions: CONDITIONS, externalConditions: CONDITIONS } },
  test: {
    environment: 'node',
    // Long, so that no test fails only because the machine is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The test files of a worker share imported modules, so no test may change a module's state.
    isolate: false,
    maxWorkers: '100%',
    setupFiles: ['tests/support/fail-on-console.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages/*/src,checks,scripts,bench}/**/*.test.{ts,tsx}'],
          // Fontconfig reads its settings once in a process, whichever test draws text first.
          env: {
            FONTCONFIG_FILE: resolve('packages/marketing-workbench/src/cards/fonts.conf'),
            PANGOCAIRO_BACKEND: 'fontconfig',
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/fixture-site.ts'],
        },
      },
      {
        extends: true,
        // Several processes of the built site.
        test: {
          name: 'processes',
          include: ['tests/processes/**/*.test.ts'],
          globalSetup: ['tests/support/published-site.ts'],
          // More than cores, since tests mostly wait for processes.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        // Installations in empty folders, which mostly wait for packages and disks.
        test: {
          name: 'deployment',
          include: ['tests/deployment/**/*.test.ts'],
          env: { TMPDIR: DISK },
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        // The built site in three browser engines.
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: [
            'tests/support/published-site.ts',
            'tests/engines/support/provide-engines.ts',
          ],
        },
      },
      {
        extends: true,
        // Real PostgreSQL servers and real nodes, which need a build.
        test: {
          name: 'postgres',
          include: ['tests/postgres/**/*.test.ts'],
          globalSetup: ['tests/support/published-site.ts', 'tests/postgres/support/prepare.ts'],
          maxWorkers: 3,
        },
      },
    ],
  },
});
