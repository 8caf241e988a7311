import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openConnection } from '../support/connection.ts';
import { ROOT } from '../support/fixture-content.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';

const TOKEN = 'a-token-of-more-than-32-characters';
const ARTICLE = '/seo/local-seo/ask-for-reviews';
const METRICS = '/api/system/metrics';
const PATIENCE = { timeout: 100_000, interval: 50 };

let node: SiteNode & AsyncDisposable;
beforeAll(async () => {
  node = await createSiteNode(
    // Nothing answers at the address of the database: the node is in fallback, and views wait.
    {
      WORKERS: '2',
      METRICS_TOKEN: TOKEN,
      ACCESS_LOG: 'stdout',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    },
    { isPublished: true },
  );
  await vi.waitFor(async () => expect((await readMetrics()).get('mw_workers')).toBe(2), PATIENCE);
});
afterAll(() => node[Symbol.asyncDispose]());

test('the counts are added up over the workers, also of one that was killed', async () => {
  const sample = 'mw_http_requests_total{kind="page",code="200"}';
  const before = (await readMetrics()).get(sample) ?? 0;
  await requestOften(ARTICLE, 100);
  const after = await readMetrics();
  expect(after.get(sample)).toBe(before + 100);
  expect(after.get('mw_http_request_duration_seconds_bucket{kind="page",le="+Inf"}')).toBe(
    after.get('mw_http_request_duration_seconds_count{kind="page"}'),
  );
  const [worker] = await listWorkers();
  process.kill(worker ?? 0, 'SIGKILL');
  await vi.waitFor(async () => {
    const metrics = await readMetrics();
    expect(metrics.get(sample)).toBe(before + 100);
    expect(metrics.get('mw_worker_exits_total')).toBe(1);
    expect(metrics.get('mw_workers')).toBe(2);
  }, PATIENCE);
});

test('every kind of answer has a label of a bounded set, whatever clients send', async () => {
  const paths = [
    '/',
    '/no-such-page',
    '/%',
    '/api/posts',
    '/api/none',
    '/feed.xml',
    '/media/none.png',
    '/media/none.pdf',
    '/robots.txt',
    '/assets/none.js',
    '/preview/a/b/c',
    '/social/none.png',
  ];
  for (const path of paths) await requestOften(path, 1);
  await fetch(`${node.origin()}/`, { method: 'POST' });
  const { port } = new URL(node.origin());
  await (await openConnection(Number(port))).ask('/ HTTP/1.1\r\nBad header\r\n');
  const metrics = await vi.waitFor(async () => {
    const metrics = await readMetrics();
    expect(metrics.get('mw_http_requests_total{kind="refused",code="400"}')).toBe(1);
    return metrics;
  }, PATIENCE);
  expect(metrics.get('mw_http_requests_total{kind="page",code="405"}')).toBe(1);
  const labels = [...metrics.keys()].flatMap(
    (sample) => /^mw_http_requests_total\{kind="(\w+)"/.exec(sample)?.[1] ?? [],
  );
  expect(new Set(labels)).toEqual(
    new Set([
      'page',
      'call',
      'feed',
      'image',
      'download',
      'asset',
      'crawler',
      'preview',
      'system',
      'refused',
    ]),
  );
});

test('the state of the follower and what waits for the database are told', async () => {
  const view = {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
  };
  expect((await fetch(`${node.origin()}/api/posts/55/view`, view)).status).toBe(204);
  await vi.waitFor(async () => {
    const metrics = await readMetrics();
    expect(metrics.get('mw_waiting_views')).toBe(1);
    expect(metrics.get('mw_waiting_day_counts')).toBeGreaterThan(0);
    expect(metrics.get('mw_follower_connected')).toBe(0);
    expect(metrics.get('mw_follower_last_success_timestamp_seconds')).toBe(0);
  }, PATIENCE);
});

test('each expression of the dashboard and of the alerts is valid and names metrics and labels that exist', async () => {
  const samples = [...(await readMetrics()).keys()];
  const names = new Set(samples.map((sample) => sample.replace(/\{.*/, '')));
  const alerts = await listAlertExpressions();
  expect(alerts).toHaveLength(9);
  const expressions = [...(await listDashboardExpressions()), ...alerts];
  expect(expressions.length).toBeGreaterThan(40);
  for (const expression of expressions) {
    const { selectors, labels, isValid } = parsePromQl(expression);
    expect(isValid, expression).toBe(true);
    expect([...names, 'up'], expression).toEqual(
      expect.arrayContaining(selectors.map(({ name }) => name)),
    );
    for (const { name, matched } of selectors)
      for (const label of matched) expect(listLabels(samples, [name]), expression).toContain(label);
    const known = listLabels(
      samples,
      selectors.map(({ name }) => name),
    );
    for (const label of labels) expect(known, expression).toContain(label);
  }
});

test('without the right token the answer is 401 and tells nothing', async () => {
  for (const authorization of [
    undefined,
    'Bearer',
    `Bearer ${TOKEN}x`,
    `Basic ${TOKEN}`,
    'Bearer '.repeat(900),
  ]) {
    const response = await request(METRICS, authorization === undefined ? {} : { authorization });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/mw_|process_/);
  }
});

test('the answer has the type of the text format and is not cached', async () => {
  const response = await request(METRICS, { authorization: `bearer ${TOKEN}` });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('METRICS=loopback answers programs on this machine, and others like an unknown address', async () => {
  await using local = await createSiteNode({ METRICS: 'loopback' }, { isPublished: true });
  expect((await local.get(METRICS)).status).toBe(200);
  const unknown = await (await fetch(`${local.origin()}/api/system/none`)).text();
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
    const response = await fetch(local.origin() + METRICS, { headers: { [name]: '127.0.0.1' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(unknown);
  }
  expect((await local.get(METRICS)).status).toBe(200);
});

function request(path: string, headers: Readonly<Record<string, string>> = {}) {
  // A connection that a worker was handed as it died is never answered.
  const signal = AbortSignal.timeout(5_000);
  return fetch(node.origin() + path, { signal, headers: { connection: 'close', ...headers } });
}

async function requestOften(path: string, count: number): Promise<void> {
  const responses = await Promise.all(Array.from({ length: count }, () => request(path)));
  await Promise.all(responses.map((response) => response.text()));
}

/** Values by name and labels. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const text = await (await request(METRICS, { authorization: `Bearer ${TOKEN}` })).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, sample = '', value] =
        /^(\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (\S+)$/.exec(line) ?? [];
      return [sample, Number(value)];
    }),
  );
}

async function listWorkers(): Promise<readonly number[]> {
  const children = await readFile(`/proc/${node.pid()}/task/${node.pid()}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
  return pids.filter((_, index) => commands[index]?.includes('worker.ts'));
}

/** With the variables of Grafana replaced by values. */
async function listDashboardExpressions(): Promise<readonly string[]> {
  const dashboard = JSON.parse(
    await readFile(
      join(ROOT, 'packages/marketing-workbench/deploy/grafana-dashboard.json'),
      'utf8',
    ),
  );
  const panels: readonly { targets?: readonly { expr: string }[] }[] = dashboard.panels;
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return expressions.map((text) =>
    text.replaceAll('$__rate_interval', '5m').replaceAll('$node', '.*'),
  );
}

/** Of the table in the runbook. */
async function listAlertExpressions(): Promise<readonly string[]> {
  const runbook = await readFile(
    join(ROOT, 'packages/marketing-workbench/docs/runbook.md'),
    'utf8',
  );
  const [, table = ''] = /^Alerts worth having:\n\n([\s\S]*?)\n\n/m.exec(runbook) ?? [];
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, expression = '']) => expression);
}

function parsePromQl(expression: string) {
  const selectors: { name: string; matched: string[] }[] = [];
  const labels: string[] = [];
  let isValid = true;
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to, node }) => {
      const text = expression.slice(from, to);
      if (type.isError) isValid = false;
      if (name === 'VectorSelector')
        selectors.push({ name: text.replace(/\{.*/s, ''), matched: [] });
      if (name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') labels.push(text);
      else selectors.at(-1)?.matched.push(text);
    },
  });
  return { selectors, labels, isValid };
}

/** `instance` is added by Prometheus. */
function listLabels(samples: readonly string[], names: readonly string[]): readonly string[] {
  const own = samples.filter((sample) => names.includes(sample.replace(/\{.*/, '')));
  return [
    'instance',
    ...own.flatMap((sample) => [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label)),
  ];
}
