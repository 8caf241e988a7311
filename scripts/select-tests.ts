import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The tests of whole requests, and of processes where only they run the code, for each part of
 * `src/` and for its entry files.
 */
const TESTS_OF_PARTS: Readonly<Record<string, readonly string[]>> = {
  'analytics.ts': ['integration/analytics'],
  api: ['integration/every-call', 'integration/posts-calls', 'integration/taxonomy-calls'],
  app: ['integration/page-frame', 'integration/page-head'],
  audit: [],
  'browser.tsx': ['integration/page-frame'],
  cards: ['integration/cards'],
  'card-process.ts': ['integration/cards'],
  'config.ts': [],
  content: ['integration/markdown', 'integration/own-pages'],
  'content-cli.ts': ['integration/new-site'],
  command: [],
  contract: ['integration/every-call', 'integration/specification'],
  desk: ['integration/asked-questions'],
  dev: ['processes/dev-server'],
  'dev-server.ts': ['processes/dev-server'],
  export: [],
  'follower.ts': ['postgres/languages'],
  'index-filler.ts': ['processes/start'],
  'page-start.ts': ['integration/page-frame'],
  publishing: ['integration/previews'],
  report: ['integration/report'],
  'routes.ts': ['integration/addresses', 'integration/specification'],
  screens: ['integration/article-lists', 'integration/article-page', 'integration/single-pages'],
  search: ['integration/search', 'integration/page-search'],
  'search-engine': ['integration/search'],
  server: ['integration/caching', 'integration/conditional-requests', 'integration/compression'],
  'server.ts': ['processes/start'],
  site: ['integration/addresses'],
  store: ['integration/posts-calls', 'integration/tags'],
  ui: ['integration/page-frame', 'integration/html-validity'],
  'worker.ts': ['processes/workers'],
};

/** Further files that tests compare with the code. */
const TESTS_OF_FILES: Readonly<Record<string, readonly string[]>> = {
  'docs/specification.md': ['tests/integration/specification.test.ts'],
};

/**
 * The few tests that are most likely to fail if these files are wrong: those beside them, and those
 * of their part.
 */
export function selectTests(changed: readonly string[]): readonly string[] {
  const selected = changed.flatMap((path) => {
    if (/^(?:packages|checks|scripts|bench|tests)\/.*\.test\.tsx?$/.test(path)) return path;
    const part = /^packages\/marketing-workbench\/src\/([^/]+)/.exec(path)?.[1];
    const own = (part === undefined ? undefined : TESTS_OF_PARTS[part]) ?? [];
    const beside = /^(?:packages|checks|scripts|bench)\//.test(path) ? listTestsNear(path) : [];
    return [
      ...beside,
      ...own.map((name) => `tests/${name}.test.ts`),
      ...(TESTS_OF_FILES[path] ?? []),
    ];
  });
  return [...new Set(selected)].toSorted();
}

/**
 * The test of the file; else those in its folder; else those of the nearest folder above that has
 * some, within its part.
 */
function listTestsNear(path: string): readonly string[] {
  const own = globSync(path.replace(/\.tsx?$/, '.test.{ts,tsx}'));
  if (own.length > 0) return own;
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    const found = globSync(`${folder}/*.test.{ts,tsx}`);
    if (found.length > 0) return found;
  }
  const [part = ''] = /^packages\/[^/]+\/src\/(?:[^/]+\/)?/.exec(path) ?? [];
  return part === '' ? [] : globSync(`${part}**/*.test.{ts,tsx}`).toSorted().slice(0, 3);
}
