import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { findBrowser } from '../scripts/find-browser.ts';
import { PAGE_KINDS, printTable, startRealSite } from './measured.ts';

/** Downloaded on use, because it is too large to install for every test run. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const METRICS = {
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

type LighthouseAudit = { readonly score: number | null; readonly numericValue?: number };
type LighthouseReport = Readonly<
  Record<'categories' | 'audits', Readonly<Record<string, LighthouseAudit>>>
>;

/**
 * Measures pages of all kinds on Lighthouse's simulated phone and prints medians. `--runs 1` for a
 * quick look.
 */
export async function benchLighthouse(args: readonly string[]): Promise<void> {
  const options = { runs: { type: 'string', default: '5' } } as const;
  const runs = Number(parseArgs({ args: [...args], options }).values.runs);
  const { origin, stop } = await startRealSite();
  const rows: Record<string, object> = {};
  for (const [name, path] of PAGE_KINDS) {
    const reports: LighthouseReport[] = [];
    while (reports.length < runs) reports.push(await runLighthouse(`${origin}${path}`));
    rows[name] = summariseReports(reports);
  }
  await stop();
  printTable(rows);
}

async function runLighthouse(address: string): Promise<LighthouseReport> {
  const flags = [
    '--output=json',
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ];
  const { stdout } = await promisify(execFile)(
    'env',
    [`CHROME_PATH=${findBrowser()}`, 'npm', 'exec', '--yes', LIGHTHOUSE, '--', address, ...flags],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

function summariseReports(reports: readonly LighthouseReport[]) {
  const median = (read: (report: LighthouseReport) => number) =>
    reports.map(read).toSorted((a, b) => a - b)[reports.length >> 1];
  const row: Record<string, number | undefined> = {};
  for (const name of ['performance', 'accessibility', 'best-practices', 'seo']) {
    row[name] = median(({ categories }) => (categories[name]?.score ?? 0) * 100);
  }
  for (const [name, audit] of Object.entries(METRICS)) {
    row[name] = median(({ audits }) => audits[audit]?.numericValue ?? 0);
  }
  return row;
}
