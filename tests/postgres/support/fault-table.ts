/** What became of readers and nodes in a fault. */
export type Fault = {
  readonly fault: string;
  /** Requests of readers meanwhile, how many were not answered well, and how long the slowest took. */
  readonly requests: number;
  readonly failed: number;
  readonly slowestMs: number;
  /** Until nodes, database and folder agreed, or what is said of it. */
  readonly agreedAfter: string;
};

const HEADINGS = ['fault', 'requests', 'failed', 'slowest', 'agreed again after'];

/** The table of the faults that were tried: of each, a line of JSON. */
export function formatFaultTable(lines: string): string {
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line): string[] => {
      const { fault, requests, failed, slowestMs, agreedAfter }: Fault = JSON.parse(line);
      return [fault, String(requests), String(failed), `${slowestMs} ms`, agreedAfter];
    })
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  const cells = [HEADINGS, HEADINGS.map(() => '---'), ...rows];
  return cells.map((row) => `| ${row.join(' | ')} |\n`).join('');
}
