import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { findBrowser } from '../scripts/find-browser.ts';
import { PAGE_KINDS, RESULTS, startRealSite } from './real-site.ts';

/** Too large to be installed for every run of the tests; npm keeps it once it was fetched. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
const REPORT_MAX_BYTES = 64 * 1024 * 1024;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
] as const;

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      numericValue: z.number().optional(),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

type Result = {
  /** Of 100; the performance is the median of the runs, as is each metric. */
  readonly scores: Readonly<Record<string, number>>;
  /** Milliseconds; the layout shift has no unit. */
  readonly metrics: Readonly<Record<string, number>>;
  /** What lacks of 100 beside the performance. */
  readonly failedAudits: readonly string[];
};

/**
 * Measures a page of each kind with Lighthouse's phone (simulated throttling), and prints a table of medians; all that
 * was found stands in `bench/results/lighthouse.json`. `--runs 1` for a quick look, `--pages home,article` for some
 * pages, `--origin https://…` for a site that runs elsewhere.
 */
export async function benchLighthouse(args: readonly string[]): Promise<void> {
  const options = {
    runs: { type: 'string' },
    pages: { type: 'string' },
    origin: { type: 'string' },
  } as const;
  const { runs, pages, origin } = parseArgs({ args: [...args], options }).values;
  const wanted = pages?.split(',') ?? [...PAGE_KINDS.keys()];
  const site = origin === undefined ? await startRealSite() : { origin, stop: async () => undefined };
  try {
    const results: Record<string, Result> = {};
    printRow('page', [...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'SI ms', 'not passed']);
    for (const name of wanted) {
      const address = `${site.origin}${PAGE_KINDS.get(name) ?? '/'}`;
      const result = summarise(await measure(address, Number(runs ?? RUNS)));
      results[name] = result;
      printResult(name, result);
    }
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(`${RESULTS}/lighthouse.json`, `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    await site.stop();
  }
}

async function measure(address: string, runs: number): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let failures = 0;
  while (reports.length < runs) {
    try {
      reports.push(await measureOnce(address));
    } catch (error) {
      // On a busy machine Lighthouse now and then misses the beginning of its own trace.
      failures += 1;
      if (failures > runs) throw error;
    }
  }
  return reports;
}

async function measureOnce(address: string): Promise<Report> {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'];
  const { stdout } = await promisify(execFile)(
    'env',
    [`CHROME_PATH=${findBrowser()}`, 'npm', 'exec', '--yes', LIGHTHOUSE, '--', address, ...flags],
    { maxBuffer: REPORT_MAX_BYTES },
  );
  return reportSchema.parse(JSON.parse(stdout));
}

function summarise(reports: readonly Report[]): Result {
  const medianOf = (read: (report: Report) => number | null | undefined) =>
    findMedian(reports.map((report) => read(report) ?? Number.NaN));
  const pick = (
    names: readonly string[],
    read: (report: Report, name: string) => number | null | undefined,
  ) => Object.fromEntries(names.map((name) => [name, medianOf((report) => read(report, name))]));
  return {
    scores: pick(CATEGORIES, ({ categories }, name) => Math.round((categories[name]?.score ?? 0) * 100)),
    metrics: pick(METRICS, ({ audits }, name) => audits[name]?.numericValue),
    failedAudits: [...new Set(reports.flatMap(listFailedAudits))],
  };
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function listFailedAudits({ audits }: Report): string[] {
  return Object.entries(audits).flatMap(([name, { score, scoreDisplayMode }]) =>
    scoreDisplayMode === 'binary' && score !== 1 ? [name] : [],
  );
}

function printResult(name: string, { scores, metrics, failedAudits }: Result): void {
  const [fcp = 0, lcp = 0, tbt = 0, cls = 0, si = 0] = METRICS.map((metric) => metrics[metric]);
  const times = [fcp, lcp, tbt].map((value) => Math.round(value));
  printRow(name, [
    ...CATEGORIES.map((category) => scores[category] ?? 0),
    ...times,
    Number(cls.toFixed(3)),
    Math.round(si),
    failedAudits.join(' '),
  ]);
}

function printRow(name: string, cells: readonly (string | number)[]): void {
  console.log([name.padEnd(10), ...cells.map((cell) => String(cell).padEnd(8))].join('  ').trimEnd());
}
