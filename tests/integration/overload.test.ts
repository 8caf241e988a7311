import { describe, expect, test } from 'vitest';
import { type Connection, openConnection } from '../support/connection.ts';
import { parseHtml } from '../support/html.ts';
import { getElement, listTexts } from '../support/html-search.ts';
import { createRecordingSite, type TestSite } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
/** What the queue takes (src/server/admission/answer-queue.ts). */
const REQUESTS_PER_CLIENT_MAX = 128;
const REQUESTS_MAX = 512;
const OVERLOADED = /overloaded: \d+ requests were answered with 503/;

describe('a client that asks for more than the server can answer', () => {
  test('gets 503 with Retry-After past what one client may have open', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const answers = await Promise.all(askMany(site, { client: '192.0.2.1', count: 200 }));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(REQUESTS_PER_CLIENT_MAX);
    expect(refused).toHaveLength(200 - REQUESTS_PER_CLIENT_MAX);
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(site.takeLog().join()).toMatch(OVERLOADED);
  });

  test('reads why on a page in the looks of the site, without scripts', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const answers = await Promise.all(askMany(site, { client: '192.0.2.1', count: 200 }));
    const page = parseHtml(answers.find(({ statusCode }) => statusCode === 503)?.body ?? '');
    expect(listTexts(page, 'h1')).toEqual(['Too many requests just now']);
    expect(listTexts(page, 'a')).toContain('Facebook Ads');
    expect(getElement(page, 'link', { rel: 'stylesheet' }).attributes.href).toBe('/assets/browser.css');
    expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
    expect(listTexts(page, 'script')).toEqual([]);
    site.takeLog();
  });

  test('gets a message in JSON from a call', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => site.get(`/api/search?q=word+${number}`)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(200 - REQUESTS_PER_CLIENT_MAX);
    expect(refused[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(refused[0]?.json()).toEqual({ message: expect.stringMatching(/try again in a few seconds/) });
    site.takeLog();
  });

  test('is one client with all addresses of its network', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        (_, number) => askMany(site, { client: `2001:db8::${number}`, count: 1 })[0],
      ),
    );
    const statuses = answers.map((answer) => answer?.statusCode);
    expect(statuses.filter((status) => status === 404)).toHaveLength(REQUESTS_PER_CLIENT_MAX);
    site.takeLog();
  });

  test('doesn’t keep others from their turn', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const flood = askMany(site, { client: '192.0.2.1', count: 100 });
    const reader = await askMany(site, { client: '192.0.2.2', count: 1 })[0];
    expect(reader?.statusCode).toBe(404);
    expect(site.rendered.length).toBeLessThan(10);
    await Promise.all(flood);
  });

  test('doesn’t keep out others while the queue is full', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const clients = Array.from({ length: 6 }, (_, number) => `192.0.2.${number + 1}`);
    const flood = clients.flatMap((client) => askMany(site, { client, count: 100 }));
    const reader = await askMany(site, { client: '198.51.100.1', count: 1 })[0];
    expect(reader?.statusCode).toBe(404);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 404)).toHaveLength(REQUESTS_MAX - 1);
    site.takeLog();
  });

  test('finds room again once its requests are answered', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    await Promise.all(askMany(site, { client: '192.0.2.1', count: 200 }));
    const again = await Promise.all(askMany(site, { client: '192.0.2.1', count: REQUESTS_PER_CLIENT_MAX }));
    expect(new Set(again.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    site.takeLog();
  });

  test('doesn’t stop monitoring', async () => {
    await using site = await createRecordingSite({ trustProxy: 1 });
    const flood = askMany(site, { client: '192.0.2.1', count: 100 });
    expect((await site.get('/api/system/health')).statusCode).toBe(200);
    expect((await site.get('/api/system/ready')).statusCode).toBe(200);
    expect(site.rendered.length).toBeLessThan(10);
    await Promise.all(flood);
  });
});

test('a cached page waits for one uncached page at most, however many were asked for before it', async () => {
  await using site = await createRecordingSite({ trustProxy: 1 });
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

test('nothing is made for clients that have gone away while they waited', async () => {
  await using site = await createRecordingSite({ trustProxy: 1 });
  const connections = await openConnections(site);
  site.rendered.splice(0);
  const asked = connections.map((connection, number) => connection.ask(`/made-up-${number}`));
  await asked[0];
  for (const connection of connections) connection.close();
  expect((await askMany(site, { client: '192.0.2.9', count: 1 })[0])?.statusCode).toBe(404);
  await site.app.close();
  expect(site.rendered.length).toBeLessThan(20);
});

test('what was asked for before the site closes is answered', async () => {
  await using site = await createRecordingSite({ trustProxy: 1 });
  const connections = await openConnections(site);
  const asked = connections.map((connection, number) => connection.ask(`/made-up-${number}`));
  await asked[0];
  const closed = site.app.close();
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['404']));
  expect(answers.at(-1)?.isLast).toBe(true);
  await closed;
});

/** Forty open connections, each of which was used once. */
async function openConnections(site: TestSite): Promise<readonly Connection[]> {
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  const connections = await Promise.all(Array.from({ length: 40 }, () => openConnection(Number(port))));
  for (const [number, connection] of connections.entries()) await connection.ask(`/warm-up-${number}`);
  return connections;
}

type Asking = { readonly client: string; readonly count: number };

/** Requests for pages that don't exist, all at once, by a client behind the proxy that the site trusts. */
function askMany(site: TestSite, { client, count }: Asking) {
  return Array.from({ length: count }, (_, number) =>
    site.get(`/made-up-${client}-${number}`, { 'x-forwarded-for': client }),
  );
}
