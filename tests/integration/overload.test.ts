import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_SLICING } from '../../packages/marketing-workbench/src/store/lists/slices.ts';
import { openConnection } from '../support/connection.ts';
import { parseHtml } from '../support/html.ts';
import { getElement, listElements, listTexts } from '../support/html-search.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
/** Limits of the queue (src/server/answer-queue.ts). */
const REQUESTS_PER_CLIENT_MAX = 128;
const REQUESTS_MAX = 512;
const STRANGERS_MAX = 128;
const OVERLOADED = /overloaded: \d+ requests were answered with 503/;

/** More requests than one client may have open. */
const MANY = 200;
const CLIENT = '192.0.2.1';

describe('a client with more open requests than allowed', () => {
  test('gets 503 with Retry-After for each request beyond the limit, and then normal answers again', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    const answers = await Promise.all(askMany(site, CLIENT, MANY));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(countStatus(answers, 404)).toBe(REQUESTS_PER_CLIENT_MAX);
    expect(refused).toHaveLength(MANY - REQUESTS_PER_CLIENT_MAX);
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(site.takeLog().join()).toMatch(OVERLOADED);
    expectNotice(refused[0]?.body ?? '');
    const again = await Promise.all(askMany(site, CLIENT, REQUESTS_PER_CLIENT_MAX));
    expect(countStatus(again, 404)).toBe(REQUESTS_PER_CLIENT_MAX);
    site.takeLog();
  });

  test('gets a JSON message from a call, and counts as one with all IPv6 addresses of its network', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    const asked = listMany(MANY, (number) => searchMany(site, `2001:db8::${number}`, 1)).flat();
    const refused = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(MANY - REQUESTS_PER_CLIENT_MAX);
    expect(refused[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(refused[0]?.json()).toEqual({
      message: expect.stringMatching(/try again in a few seconds/),
    });
    site.takeLog();
  });

  test('does not delay others or monitoring', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    const flood = askMany(site, CLIENT, 100);
    expect((await askMany(site, '192.0.2.2', 1)[0])?.statusCode).toBe(404);
    for (const url of ['/api/system/health', '/api/system/ready'])
      expect((await site.get(url)).statusCode).toBe(200);
    expect(site.rendered.length).toBeLessThan(10);
    await Promise.all(flood);
  });

  test('does not keep out others while the queue is full', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    const flood = listMany(6, (number) => searchMany(site, `192.0.2.${number + 1}`, 100)).flat();
    expect((await askMany(site, '198.51.100.1', 1)[0])?.statusCode).toBe(404);
    expect(countStatus(await Promise.all(flood), 200)).toBe(REQUESTS_MAX - 1);
    site.takeLog();
  });
});

describe('many clients at once', () => {
  test('leave a place and one of the next turns to each reader who has asked for nothing yet', async () => {
    let gate: PromiseWithResolvers<void> | undefined;
    let started = 0;
    // Each page of the flood looks for similar addresses, and stops after its first step until the
    // gate opens.
    const nextTurn = () => {
      started += 1;
      return gate?.promise ?? DEFAULT_SLICING.nextTurn();
    };
    await using site = await createTestSite({
      trustProxy: 1,
      slicing: { ...DEFAULT_SLICING, turnMs: 0, nextTurn },
    });
    const networks = listMany(REQUESTS_MAX - REQUESTS_PER_CLIENT_MAX, formatAddress);
    const greedy = '192.0.2.1';
    await Promise.all(
      [...networks, greedy].map((network) => callMissingPage(site, network, 'first')),
    );
    // The first such page prepares the addresses among which all look.
    await Promise.all(askMany(site, '192.0.2.2', 1));
    gate = Promise.withResolvers();
    const flood = networks.flatMap((network) => askMany(site, network, 1));
    // The last one is beyond the limit of its client: when it is refused, all of the flood has
    // arrived.
    const last = askMany(site, greedy, REQUESTS_PER_CLIENT_MAX + 1);
    expect((await Promise.race(last)).statusCode).toBe(503);
    // The flood must wait until it has used more than the 500 that a stranger counts for; its first
    // 500 ms of waiting don't count.
    const start = performance.now();
    await expect.poll(() => performance.now() - start, { timeout: 10_000 }).toBeGreaterThan(1_100);
    const readers: { status: number; startedBefore: number }[] = [];
    for (let reader = 0; reader < 10; reader += 1) {
      const before = started;
      const { statusCode } = await callMissingPage(site, `203.0.113.${reader}`, 'quiet');
      readers.push({ status: statusCode, startedBefore: started - before });
    }
    gate.resolve();
    expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(Math.max(...readers.map(({ startedBefore }) => startedBefore))).toBeLessThan(5);
    expect(countStatus(await Promise.all([...flood, ...last]), 404)).toBe(REQUESTS_MAX);
    site.takeLog();
  });

  test('are answered after a reader who was answered before they came', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    await callMissingPage(site, '203.0.113.1', 'before');
    let answered = 0;
    const flood = listMany(REQUESTS_MAX + STRANGERS_MAX + 1, (number) =>
      callMissingPage(site, formatAddress(number), 'x').then(({ statusCode }) => {
        if (statusCode === 404) answered += 1;
      }),
    );
    for (let number = 0; number < 5; number += 1)
      expect((await callMissingPage(site, '203.0.113.1', `again-${number}`)).statusCode).toBe(404);
    expect(answered).toBeLessThan(25);
    await Promise.all(flood);
    // Each of the reader's five requests took the place of one that waited.
    expect(answered).toBe(REQUESTS_MAX + STRANGERS_MAX - 5);
    site.takeLog();
  });

  test('count as one if they are in one IPv6 /48, and fill half of the queue at most', async () => {
    await using site = await createTestSite({ trustProxy: 1 });
    const flood = listMany(REQUESTS_MAX, (number) =>
      callMissingPage(site, `2001:db8:1:${number.toString(16)}::1`, 'x'),
    );
    const others = listMany(REQUESTS_MAX / 2, (number) =>
      callMissingPage(site, `192.0.2.${number}`, 'x'),
    );
    for (const answers of [flood, others])
      expect(countStatus(await Promise.all(answers), 404)).toBe(REQUESTS_MAX / 2);
    site.takeLog();
  });
});

test('a client whose answers cost little comes before one whose answers cost much', async () => {
  await using site = await createTestSite({ trustProxy: 1 });
  await Promise.all(askMany(site, '192.0.2.1', 30));
  await Promise.all(searchMany(site, '192.0.2.2', 1));
  site.rendered.splice(0);
  const [dear, cheap] = ['192.0.2.1', '192.0.2.2'].map((client) =>
    listMany(5, (number) => site.get(`/again-${client}-${number}`, { 'x-forwarded-for': client })),
  );
  await Promise.all([...(dear ?? []), ...(cheap ?? [])]);
  const order = site.rendered.map((path) => path.includes('192.0.2.2'));
  // One of the other client may have started before these arrived.
  expect(order.slice(0, 6).filter(Boolean)).toHaveLength(5);
});

test('an answer that takes many turns runs alone while its time alone lasts', async () => {
  let interrupted = 0;
  let most = 0;
  const nextTurn = async () => {
    interrupted += 1;
    most = Math.max(most, interrupted);
    // In so many turns all requests would start.
    for (let turn = 0; turn < MANY; turn += 1) await DEFAULT_SLICING.nextTurn();
    interrupted -= 1;
  };
  await using site = await createTestSite({
    trustProxy: 1,
    slicing: { ...DEFAULT_SLICING, turnMs: 0, nextTurn },
  });
  // On a busy machine an answer of so many turns would outlast its time alone.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const searches = listMany(50, (number) => searchMany(site, `192.0.2.${number}`, 1)).flat();
    expect(countStatus(await Promise.all(searches), 200)).toBe(50);
  } finally {
    vi.useRealTimers();
  }
  expect(most).toBe(1);
});

test('a cached page waits for one uncached page at most, however many are queued before it', async () => {
  await using site = await createTestSite({ trustProxy: 1 });
  const [reader, ...flood] = await openConnections(site);
  if (reader === undefined) throw new Error('There is no connection.');
  await reader.ask(ARTICLE);
  site.rendered.splice(0);
  const asked = flood.map((connection, number) => connection.ask(`/made-up-${number}`));
  expect((await reader.ask(ARTICLE)).status).toBe('200');
  expect(site.rendered.length).toBeLessThan(10);
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set(['404']));
  for (const connection of [...flood, reader]) connection.close();
});

test('nothing is rendered for clients that have disconnected while they waited', async () => {
  await using site = await createTestSite({ trustProxy: 1 });
  const connections = await openConnections(site);
  site.rendered.splice(0);
  const asked = connections.map((connection, number) => connection.ask(`/made-up-${number}`));
  await asked[0];
  for (const connection of connections) connection.close();
  expect((await askMany(site, '192.0.2.9', 1)[0])?.statusCode).toBe(404);
  await site.app.close();
  expect(site.rendered.length).toBeLessThan(20);
});

/** Forty open connections, each used once. */
async function openConnections(site: TestSite) {
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  const connections = await Promise.all(listMany(40, () => openConnection(Number(port))));
  for (const [number, connection] of connections.entries())
    await connection.ask(`/warm-up-${number}`);
  return connections;
}

/**
 * Concurrent requests for pages that don't exist, by a client behind the proxy that the site
 * trusts.
 */
function askMany(site: TestSite, client: string, count: number) {
  const headers = { 'x-forwarded-for': client };
  return listMany(count, (number) => site.get(`/made-up-${client}-${number}`, headers));
}

/** The cheapest call: for one of the owner's pages, which doesn't exist. */
function callMissingPage(site: TestSite, client: string, name: string) {
  return site.get(`/api/pages/${name}-${client.replaceAll(/\W/g, '-')}`, {
    'x-forwarded-for': client,
  });
}

/** Concurrent searches, each for another query, by a client behind the proxy. */
function searchMany(site: TestSite, client: string, count: number) {
  const headers = { 'x-forwarded-for': client };
  return listMany(count, (number) => site.get(`/api/search?q=${client}+${number}`, headers));
}

/** In the design of the site, without scripts. */
function expectNotice(body: string): void {
  const page = parseHtml(body);
  expect(listTexts(page, 'h1')).toEqual(['Too many requests just now']);
  expect(listTexts(page, 'a')).toContain('Facebook Ads');
  expect(
    listElements(page, 'link', { rel: 'stylesheet' }).map(({ attributes }) => attributes.href),
  ).toEqual([expect.stringMatching(/^\/assets\/theme-[0-9a-f]{16}\.css$/), '/assets/browser.css']);
  expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
  expect(listTexts(page, 'script')).toEqual([]);
}

function formatAddress(number: number): string {
  return `198.51.${number >> 8}.${number & 255}`;
}

function listMany<Item>(length: number, create: (number: number) => Item): readonly Item[] {
  return Array.from({ length }, (_, number) => create(number));
}

function countStatus(answers: readonly { readonly statusCode: number }[], status: number): number {
  return answers.filter(({ statusCode }) => statusCode === status).length;
}
