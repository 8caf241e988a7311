import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { compileContent } from '../packages/marketing-workbench/src/content/compile-content.ts';
import {
  RELATED_WEIGHTS,
  type RelatedWeights,
} from '../packages/marketing-workbench/src/search/rank-related.ts';
import { listRelatedPosts } from '../packages/marketing-workbench/src/search/related-posts.ts';
import { findPost } from '../packages/marketing-workbench/src/store/posts/posts.ts';
import { openStore, type Store } from '../packages/marketing-workbench/src/store/store.ts';
import { createRecordsSource } from '../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../packages/marketing-workbench/src/store/sync/sync.ts';
import { bootstrap, computeMean } from './bootstrap.ts';
import { printTable } from './measured.ts';

const WORST_COUNT = 10;
const NOW = Date.now();

const judgedSchema = z.record(z.string(), z.object({ best: z.array(z.string()) }));

const VARIANTS: Readonly<Record<string, Partial<RelatedWeights>>> = {
  'own links': { linked: 0 },
  'links of others': { linking: 0 },
  links: { linked: 0, linking: 0 },
};

/**
 * Prints which share of the three related articles is among the three best (precision@3), with its
 * interval, for the whole ranking and without each evidence, then the worst articles.
 */
export async function measureRelated(path: string): Promise<void> {
  const judged = Object.entries(judgedSchema.parse(parse(readFileSync(path, 'utf8'))));
  using folder = mkdtempDisposableSync(join(tmpdir(), 'related-bench-'));
  using store = openStore({ dataDir: folder.path });
  const { records } = await compileContent('site/content', new Date(NOW));
  syncSource(store, createRecordsSource(records), NOW);
  const measureAll = (weights: Partial<RelatedWeights>) =>
    judged.map(([slug, { best }]) =>
      compareWithBest(listRelatedSlugs(store, slug, { ...RELATED_WEIGHTS, ...weights }), best),
    );
  const whole = measureAll({});
  const rows = { whole: summarisePrecision(whole) };
  for (const [name, weights] of Object.entries(VARIANTS)) {
    Object.assign(rows, { [`- ${name}`]: summarisePrecision(measureAll(weights)) });
  }
  console.log(`${path}: precision@3 of ${judged.length} articles`);
  printTable(rows);
  const named = whole.map((one, place) => ({ slug: judged[place]?.[0], ...one }));
  printTable(named.toSorted((a, b) => a.precision - b.precision).slice(0, WORST_COUNT));
}

function listRelatedSlugs(store: Store, slug: string, weights: RelatedWeights): string[] {
  const id = findPost(store, slug, NOW)?.id;
  if (id === undefined) throw new Error(`there is no article ${slug}; give the slug of one`);
  return (listRelatedPosts(store, id, NOW, weights) ?? []).map((related) => related.slug);
}

function compareWithBest(shown: readonly string[], best: readonly string[]) {
  const missed = best.filter((slug) => !shown.includes(slug));
  const others = shown.filter((slug) => !best.includes(slug));
  return {
    precision: 1 - others.length / shown.length,
    missed: missed.join(' '),
    instead: others.join(' '),
  };
}

function summarisePrecision(measured: readonly { readonly precision: number }[]) {
  const precisions = measured.map(({ precision }) => precision);
  const { low, high } = bootstrap(precisions, computeMean);
  return { 'precision@3': computeMean(precisions), '95 % from': low, to: high };
}
