import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readConfig } from './src/config.ts';
import { createGuidePlugin } from './src/content/guide-plugin.ts';
import { compileWithCaches } from './src/publishing/compile-with-caches.ts';

const CLIENT_BUILD = {
  outDir: 'dist/client',
  manifest: true,
  modulePreload: false,
  rolldownOptions: {
    // Compiling the guides takes most of the time, as it must.
    checks: { bundlerTimings: false },
    input: ['src/browser.tsx', 'src/page-start.ts'],
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'site', test: /src[\\/](site|contract)[\\/]/ },
          // What lists have in common: one file, not a chain of small ones.
          {
            name: 'lists',
            test: /src[\\/](screens[\\/](article-list|category-view)|ui[\\/](chips|pagination))\.tsx?/,
          },
          // React and its like change seldom: a file that stays in a reader's cache from one release to the next.
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
    input: 'src/app/render-page.tsx',
    checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
  },
};

/** What is built is for readers, whatever the environment of the process that serves it says: React's development build is three times slower. */
const SERVER_CONSTANTS = { 'process.env.NODE_ENV': '"production"' };
/** React looks for its developer tools in each reader's browser. */
const CLIENT_CONSTANTS = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' };

/** Compiles with the caches that publishing has: a large folder would otherwise be compiled for each of the two builds. */
function createBuiltGuides() {
  const { contentDir, dataDir } = readConfig();
  return createGuidePlugin(contentDir, (folder) =>
    compileWithCaches(folder, { dataDir }, async (compilation) => compilation),
  );
}

/** The browser's code, or with `--ssr` the same application for the server, everything it needs inside. */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  // React has had this hook itself since 18; the stand-in for older ones would travel to every reader.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // The development server brings the guides itself, to compile the content once for both.
  plugins: [react(), tailwindcss(), command === 'build' && createBuiltGuides()],
  define: command === 'build' ? (isSsrBuild ? SERVER_CONSTANTS : CLIENT_CONSTANTS) : {},
  ssr: command === 'build' ? { noExternal: true } : {},
  build: isSsrBuild ? { ...SERVER_BUILD, ssr: true } : CLIENT_BUILD,
}));
