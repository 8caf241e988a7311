import { readFile, rename } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { READER } from '../support/test-site.ts';

const PATIENCE = { timeout: 100_000, interval: 50 };
const AMOUNT = 200;

test('two workers write one whole line for each request, also after the file was moved, and lose none at stop', async () => {
  const path = join(createDataDir(), 'access.log');
  await using node = await createSiteNode(
    { WORKERS: '2', ACCESS_LOG: path },
    { isPublished: true },
  );
  await requestOften(node, AMOUNT);
  await vi.waitFor(async () => expect(await countLines(path)).toBe(AMOUNT), PATIENCE);
  await rename(path, `${path}.1`);
  await requestOften(node, AMOUNT);
  await vi.waitFor(async () => expect(await countLines(path)).toBeGreaterThan(0), PATIENCE);
  await requestOften(node, AMOUNT);
  await node.stop();
  expect((await countLines(path)) + (await countLines(`${path}.1`))).toBe(3 * AMOUNT);
});

test('a line tells what happened and holds no person', async () => {
  const path = join(createDataDir(), 'access.log');
  await using node = await createSiteNode({ ACCESS_LOG: path }, { isPublished: true });
  const headers = {
    'user-agent': READER,
    referer: 'https://somebody:secret@search.example:8080/find?q=somebody',
    'x-forwarded-for': '203.0.113.77',
  };
  await fetch(`${node.origin()}/seo?email=somebody@mail.example`, { headers });
  await fetch(`${node.origin()}/seo`, {
    headers: { ...headers, 'x-forwarded-for': '2001:db8:1:2::7' },
  });
  await fetch(`${node.origin()}/somebody%2540mail.example`, { method: 'HEAD', headers });
  await fetch(`${node.origin()}/preview/somebody/1/signature`, { headers });
  await fetch(`${node.origin()}/%22%0A%7B${'x'.repeat(1_000)}`, {
    headers: { referer: 'no address "\\' },
  });
  await sendInput(node, 'GET / HTTP/1.1\r\nNo header\r\n\r\n');
  await node.stop();
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/somebody|secret|signature|203\.0\.113\.77|2001:db8:1:2|Mozilla/);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind !== 'system');
  expect(lines).toMatchObject([
    {
      method: 'GET',
      path: '/seo',
      status: 200,
      kind: 'page',
      cache: 'miss',
      network: '203.0.113.0/24',
    },
    { path: '/seo', cache: 'hit', network: '2001:db8:1::/48', referrer: 'search.example' },
    { method: 'HEAD', path: '(withheld)', status: 404, agent: 'browser/Firefox' },
    { path: '(withheld)', status: 404, kind: 'preview' },
    { status: 404 },
    { method: '-', path: '-', status: 400, kind: 'refused' },
  ]);
  expect(lines[4].path).toHaveLength(300);
});

test('a full disk drops lines, which a metric counts, and the site keeps answering', async () => {
  const environment = { ACCESS_LOG: '/dev/full', METRICS: 'loopback' };
  await using node = await createSiteNode(environment, { isPublished: true });
  await vi.waitFor(async () => {
    await requestOften(node, AMOUNT);
    const dropped = /^mw_access_log_dropped_lines_total (\d+)$/m.exec(
      (await node.get('/api/system/metrics')).text,
    );
    expect(Number(dropped?.[1])).toBeGreaterThan(0);
  }, PATIENCE);
  await node.stop();
  expect(node.output().match(/access log \/dev\/full can't be written: ENOSPC/g)).toHaveLength(1);
});

test('a file that can’t be opened keeps the server from starting, with a reason', async () => {
  const failing = createSiteNode(
    { ACCESS_LOG: '/no/such/folder/access.log' },
    { isPublished: true },
  );
  await expect(failing).rejects.toThrow(
    "ACCESS_LOG /no/such/folder/access.log can't be opened (ENOENT)",
  );
});

async function requestOften(node: SiteNode, count: number): Promise<void> {
  const headers = { connection: 'close' };
  const ask = async () => (await fetch(`${node.origin()}/seo`, { headers })).text();
  await Promise.all(Array.from({ length: count }, ask));
}

/** Without those of monitoring. */
async function countLines(path: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.filter((line) => line !== '' && JSON.parse(line).kind === 'page').length;
}

async function sendInput(node: SiteNode, text: string): Promise<void> {
  const { port } = new URL(node.origin());
  const socket = connect({ host: '127.0.0.1', port: Number(port) }).end(text);
  await new Promise((resolve) => void socket.resume().once('close', resolve));
}
