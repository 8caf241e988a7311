/**
 * What happens to connections beyond the maximum, which a server reads from its limit of open
 * files.
 */
import { expect, test, vi } from 'vitest';
import { divideDescriptors } from '../../packages/marketing-workbench/src/server/connections/connection-max.ts';
import type { ConnectionMax } from '../../packages/marketing-workbench/src/server/connections/connection-tracker.ts';
import { type ClientConnection, openConnection } from '../support/connection.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const MAX = { busy: 3, total: 4 };
const PATIENCE = { timeout: 60_000, interval: 5 };

test('a new connection closes the one that has been idle longest, and no other', async () => {
  await using site = await createTestSite({ connectionMax: MAX });
  const open = await listen(site);
  const [first, second, third] = [await open(), await open(), await open()];
  for (const connection of [first, second, third, first]) await connection.ask(ARTICLE);
  const fourth = await open();
  expect(await fourth.ask(ARTICLE)).toMatchObject({ status: '200', isLast: false });
  await second.ended;
  const fifth = await open();
  expect(await fifth.ask('/made-up')).toMatchObject({ status: '404', isLast: false });
  await third.ended;
  expect((await first.ask(ARTICLE)).status).toBe('200');
  for (const connection of [first, fourth, fifth]) connection.close();
});

test('while all connections are answered, a further one gets cached pages and 503 for others', async () => {
  await using held = await holdAll(MAX);
  for (const [path, status] of [
    [ARTICLE, '200'],
    ['/made-up', '503'],
    ['/api/posts', '503'],
    ['/api/system/ready', '200'],
    ['/api/system/health', '200'],
  ] as const) {
    const surplus = await held.open();
    expect([path, await surplus.ask(path)]).toMatchObject([path, { status, isLast: true }]);
    await surplus.ended;
  }
  expect(await held.release()).toEqual(['404', '404', '404']);
  expect((await (await held.open()).ask('/made-up')).status).toBe('404');
});

test('a connection beyond all others is closed, and those that are answered are not', async () => {
  await using held = await holdAll({ busy: 3, total: 3 });
  await (await held.open()).ended;
  expect(await held.release()).toEqual(['404', '404', '404']);
  expect((await (await held.open()).ask('/made-up')).status).toBe('404');
});

test('a 503 for lack of connections says when to try again, in the design of the site', async () => {
  await using site = await createTestSite({ connectionMax: { busy: 0, total: 10 } });
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  for (const [path, text] of [
    ['/made-up', '<h1>Too many requests just now</h1>'],
    ['/api/posts', '{"message":"The site has more requests'],
  ] as const) {
    const response = await fetch(`${origin}${path}`);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([
      path,
      503,
      'no-store',
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.text()).replaceAll(/<h1[^>]*>/g, '<h1>')).toContain(text);
  }
});

test('of the free descriptors a quarter is left for files, and one connection may always be answered and one refused', () => {
  for (let free = -10; free < 30_000; free += 1) {
    const { total, busy } = divideDescriptors(free);
    expect(busy).toBeGreaterThanOrEqual(1);
    expect(total).toBeGreaterThan(busy);
    if (free >= 3) expect(total).toBeLessThanOrEqual(free * 0.75);
  }
  expect(divideDescriptors(1_000)).toEqual({ total: 750, busy: 657 });
});

async function listen(site: TestSite): Promise<() => Promise<ClientConnection>> {
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  return () => openConnection(Number(port));
}

/**
 * A site that renders a page for each of three connections, until `release`, which resolves with
 * their statuses.
 */
async function holdAll(connectionMax: ConnectionMax) {
  const rendering = Promise.withResolvers<void>();
  const isHeld = (path: string) => path.startsWith('/held');
  const site = await createTestSite({
    connectionMax,
    wrapRenderer: (render) => async (request) => {
      if (isHeld(request.address.pathname)) await rendering.promise;
      return render(request);
    },
  });
  const open = await listen(site);
  const busy = [await open(), await open(), await open()];
  await busy[0]?.ask(ARTICLE);
  const asked = busy.map((connection, number) => connection.ask(`/held-${number}`));
  await vi.waitFor(() => expect(site.rendered.filter(isHeld)).toHaveLength(3), PATIENCE);
  return {
    open,
    release: async () => {
      rendering.resolve();
      return (await Promise.all(asked)).map(({ status }) => status);
    },
    [Symbol.asyncDispose]: async () => {
      rendering.resolve();
      for (const connection of busy) connection.close();
      await site[Symbol.asyncDispose]();
    },
  };
}
