import { type ContentRecord, recordKey } from '../src/site/records.ts';
import { openStore } from '../src/store/store.ts';
import type { Source } from '../src/store/sync/source.ts';
import { syncSource } from '../src/store/sync/sync.ts';
import { createLargeLibraryPost, outlinePost } from './large-library.ts';
import { createTaxonomy } from './taxonomy.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

/**
 * Fills the folder named first with as many posts as named second, in a process of its own, so that its memory is not taken for
 * that of searching; prints how long the store took, without the making of the posts, and the most memory that was used.
 */
function fillLibrary(dataDir: string, count: number): void {
  const store = openStore({ dataDir });
  const source = createLibrarySource(count);
  const start = performance.now();
  const used = process.cpuUsage();
  syncSource(store, source, NOW);
  const making = source.makingTime();
  const seconds = (performance.now() - start - making) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1e6 - making / 1_000;
  const peak = process.resourceUsage().maxRSS / 1_000;
  console.log(
    `index build ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of processor), at most ${Math.round(peak)} MB`,
  );
  store.close();
}

const POST = 'post:post-';

/** Makes each post when it is asked for, as published texts are read when they are. */
function createLibrarySource(count: number): Source & { readonly makingTime: () => number } {
  const taxonomy = new Map(createTaxonomy().map((record) => [recordKey(record), record]));
  const keys = [...taxonomy.keys(), ...Array.from({ length: count }, (_, number) => `${POST}${number}`)];
  const manifest = new Map(keys.map((key) => [key, '1']));
  let making = 0;
  const make = (key: string): ContentRecord => {
    const before = performance.now();
    const record = taxonomy.get(key) ?? createLargeLibraryPost(Number(key.slice(POST.length)));
    making += performance.now() - before;
    return record;
  };
  return {
    manifest: () => manifest,
    outlines: (wanted) =>
      wanted.flatMap((key) => (taxonomy.has(key) ? [] : outlinePost(Number(key.slice(POST.length))))),
    records: (wanted) => wanted.map(make),
    makingTime: () => making,
  };
}

const [dataDir = '', count = ''] = process.argv.slice(2);
fillLibrary(dataDir, Number(count));
