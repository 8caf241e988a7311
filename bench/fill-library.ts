import { CATEGORIES, listBuiltInSubcategories } from '../src/site/categories.ts';
import { type ContentRecord, recordKey } from '../src/site/records.ts';
import { openStore } from '../src/store/store.ts';
import type { Source } from '../src/store/sync/source.ts';
import { syncSource } from '../src/store/sync/sync.ts';
import { createLargeLibraryPost, outlinePost } from './large-library.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

/**
 * Writes so many posts into a data folder and prints the time without generating them, and the peak memory. It is a program of its
 * own so that its memory does not count as that of the process that searches.
 */
function fillLibrary(dataDir: string, count: number): void {
  const store = openStore({ dataDir });
  const source = createLibrarySource(count);
  const start = performance.now();
  const used = process.cpuUsage();
  syncSource(store, source, NOW);
  const generating = source.generatingMs();
  const seconds = (performance.now() - start - generating) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1e6 - generating / 1_000;
  const peak = process.resourceUsage().maxRSS / 1_000;
  console.log(
    `index build ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of processor), at most ${Math.round(peak)} MB`,
  );
  store.close();
}

const POST = 'post:post-';

/** Generates each post when it is read. */
function createLibrarySource(count: number): Source & { readonly generatingMs: () => number } {
  const taxonomy = new Map(createTaxonomy().map((record) => [recordKey(record), record]));
  const keys = [...taxonomy.keys(), ...Array.from({ length: count }, (_, number) => `${POST}${number}`)];
  const manifest = new Map(keys.map((key) => [key, '1']));
  let generating = 0;
  const generate = (key: string): ContentRecord => {
    const before = performance.now();
    const record = taxonomy.get(key) ?? createLargeLibraryPost(Number(key.slice(POST.length)));
    generating += performance.now() - before;
    return record;
  };
  return {
    manifest: () => manifest,
    outlines: (wanted) =>
      wanted.flatMap((key) => (taxonomy.has(key) ? [] : outlinePost(Number(key.slice(POST.length))))),
    records: (wanted) => wanted.map(generate),
    generatingMs: () => generating,
  };
}

/** The built-in categories and subcategories, which posts refer to. */
function createTaxonomy(): ContentRecord[] {
  return [
    ...CATEGORIES.map(({ slug, name, icon }, index) => ({
      ...{ kind: 'category' as const, slug, name, icon, description: name, position: index + 1 },
    })),
    ...listBuiltInSubcategories().map(({ slug, name, category }, index) => ({
      ...{ kind: 'subcategory' as const, slug, name, category, description: name, position: index + 1 },
    })),
  ];
}

const [dataDir = '', count = ''] = process.argv.slice(2);
fillLibrary(dataDir, Number(count));
