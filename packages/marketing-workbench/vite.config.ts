import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listBuildTargets } from '../../scripts/supported-browsers.ts';

const CLIENT_BUILD = {
  outDir: 'dist/client',
  target: listBuildTargets(),
  // `scripts/build.ts` removes the assets of earlier builds when they are old.
  emptyOutDir: false,
  manifest: true,
  modulePreload: false,
  rolldownOptions: {
    input: ['src/browser.tsx', 'src/page-start.ts', 'src/analytics.ts'],
    checks: { pluginTimings: false },
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: 'site',
            test: /src[\\/](site[\\/](?!pagination|card-addresses)|contract[\\/])|cover-art\.tsx/,
          },
          // Shared by all lists: one file instead of several small ones.
          {
            name: 'lists',
            test: /src[\\/](site[\\/]pagination|screens[\\/](listed-articles|listing-view|no-articles)|ui[\\/](chips|pagination))\.tsx?/,
          },
          // Libraries change rarely, so this file stays in a reader's cache across releases.
          {
            name: 'vendor',
            test: /rolldown[\\/]runtime|vite[\\/]preload-helper|node_modules[\\/](react|react-dom|scheduler|@tanstack|wouter|regexparam|use-sync)/,
          },
        ],
      },
    },
  },
};

const SERVER_BUILD = {
  outDir: 'dist/server',
  copyPublicDir: false,
  rolldownOptions: {
    input: ['src/app/render-page.tsx', 'src/dev/add-notes.tsx', 'src/dev/format-findings-page.tsx'],
    checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
  },
};

/**
 * Independent of the environment of the server process: React's development build is three times
 * slower.
 */
const SERVER_CONSTANTS = { 'process.env.NODE_ENV': '"production"' };
/** Readers don't need the hook for React's developer tools. */
const CLIENT_CONSTANTS = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' };

/** Only the server parses the parameters of calls. */
const UNPARSED = {
  find: /^\.\/parameters\.ts$/,
  replacement: join(import.meta.dirname, 'src/contract/unparsed-parameters.ts'),
};

/** Builds the browser's code, or with `--ssr` a self-contained bundle for the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  // React itself has this hook since version 18, so the shim is not shipped.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      ...(command === 'build' && !isSsrBuild ? [UNPARSED] : []),
    ],
  },
  plugins: [react(), tailwindcss()],
  define: command === 'build' ? (isSsrBuild ? SERVER_CONSTANTS : CLIENT_CONSTANTS) : {},
  ssr: command === 'build' ? { noExternal: true } : {},
  build: isSsrBuild ? { ...SERVER_BUILD, ssr: true } : CLIENT_BUILD,
}));
