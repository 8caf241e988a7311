import type { Plugin } from 'vite';

/**
 * What of the packages no page ever runs, and what stands in its place. Bundlers keep it, since another part names
 * it. By the end of a module's path.
 */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  // Nothing here mutates, and no list is read without end.
  [
    '/@tanstack/query-core/build/modern/mutationCache.js',
    'export class MutationCache { clear() {} async resumePausedMutations() {} }',
  ],
  [
    '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
    'export let infiniteQueryBehavior, hasNextPage, hasPreviousPage;',
  ],
  // Fetches the style sheets of a module before it; all pages share one.
  ['vite/preload-helper.js', 'export const __vitePreload = (load) => load();'],
]);

const REACT = '/react-dom/cjs/react-dom-client.production.js';

/**
 * React runs these only for its component `<ViewTransition>` (ours are the browser's own: navigate-in-view.ts), and to
 * say where in the tree an error arose, which nobody here asks.
 */
const UNUSED_FUNCTIONS = /^function (\w*ViewTransition\w*|describeNativeComponentFrame)\(.*?^}/gms;

/** Leaves out of the browser's code what it never runs; the build fails where a package no longer has such a part. */
export function createUnusedPartsPlugin(): Plugin {
  const missing = new Set([...STAND_INS.keys(), REACT]);
  return {
    name: 'unused-parts',
    enforce: 'pre',
    load(id) {
      const end = [...STAND_INS.keys()].find((candidate) => id.endsWith(candidate));
      if (end === undefined) return undefined;
      missing.delete(end);
      return STAND_INS.get(end);
    },
    transform(code, id) {
      if (/\/src\/.*\.tsx?$/.test(id) && /\bViewTransition\b/.test(code)) {
        this.error('uses <ViewTransition>, which scripts/unused-parts.ts leaves out of React');
      }
      if (!id.endsWith(REACT)) return undefined;
      const rest = code.replace(UNUSED_FUNCTIONS, 'function $1() {}');
      if (rest.length < code.length) missing.delete(REACT);
      return { code: rest, map: null };
    },
    generateBundle() {
      for (const end of missing) this.error(`nothing was left out of ${end}: has the package changed?`);
    },
  };
}
