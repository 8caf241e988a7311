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

const OWN_SOURCE = /\/src\/.*\.tsx?$/;

const REACT = '/react-dom/cjs/react-dom-client.production.js';

/**
 * What React has for what no source uses (our transitions are the browser's own: navigate-in-view.ts), and to say where in
 * the tree an error arose, which nobody here asks.
 */
const LEFT_OUT_OF_REACT = [
  {
    name: '<ViewTransition>',
    use: /\bViewTransition\b/,
    code: /^function (\w*ViewTransition\w*|describeNativeComponentFrame)\(.*?^}/gms,
    standIn: 'function $1() {}',
  },
  {
    name: 'a ref on a <Fragment>',
    use: /\bFragment\b[^>]*\bref\b/,
    code: /^FragmentInstance\.prototype\.\w+ = function \(.*?^};/gms,
    standIn: '',
  },
] as const;

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
      for (const { name, use } of LEFT_OUT_OF_REACT) {
        if (!OWN_SOURCE.test(id) || !use.test(code)) continue;
        this.error(`uses ${name}, which scripts/unused-parts.ts leaves out of React`);
      }
      if (!id.endsWith(REACT)) return undefined;
      const parts = LEFT_OUT_OF_REACT.filter((part) => code.search(part.code) >= 0);
      if (parts.length === LEFT_OUT_OF_REACT.length) missing.delete(REACT);
      return { code: parts.reduce((rest, part) => rest.replace(part.code, part.standIn), code), map: null };
    },
    generateBundle() {
      for (const end of missing) this.error(`nothing was left out of ${end}: has the package changed?`);
    },
  };
}
