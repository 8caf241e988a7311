import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queries } from './queries.ts';
import { createQueryClient, type QueryClientOptions } from './query-client.ts';
import { ApiError, type TransportAnswer } from './request.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FOUND: TransportAnswer = { kind: 'success', body: { id: 1 }, total: undefined };
const NETWORK_FAILURE = new TypeError('Failed to fetch');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

/** Returns a client whose calls get these answers, one after the other, the last one for ever. */
function createClient(
  answers: readonly (TransportAnswer | Error)[],
  options: Partial<QueryClientOptions> = {},
) {
  const asked: string[] = [];
  const client = createQueryClient({
    transport: async (address) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? NETWORK_FAILURE;
      asked.push(address);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...options,
  });
  return { client, asked };
}

/** Returns the outcome of a call, including all retries and their delays. */
async function settle(work: Promise<unknown>): Promise<unknown> {
  const settled = work.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  return settled;
}

function fail(status: number, text = 'Text'): TransportAnswer {
  return { kind: 'failure', status, text };
}

test.for([
  ['4 times after network failures', [NETWORK_FAILURE], 4, expect.any(Error)],
  ['4 times after a 500', [fail(500)], 4, expect.any(Error)],
  ['4 times after a 503', [fail(503)], 4, expect.any(Error)],
  ['until a retry succeeds', [NETWORK_FAILURE, fail(502), NETWORK_FAILURE, FOUND], 4, { id: 1 }],
  ['once after a 404', [fail(404)], 1, null],
  ...[400, 401, 403, 429].map(
    (status) => [`once after a ${status}`, [fail(status)], 1, expect.any(Error)] as const,
  ),
] as const)('an article is fetched %s', async ([, answers, attempts, outcome]) => {
  const { client, asked } = createClient(answers);
  expect(await settle(client.fetchQuery(queries.findPost('x')))).toEqual(outcome);
  expect(asked).toEqual(Array(attempts).fill('/api/posts/x'));
});

test('the fetch of an article waits longer before each retry', async () => {
  const { client, asked } = createClient([NETWORK_FAILURE]);
  const outcome = client.fetchQuery(queries.findPost('x')).catch(() => undefined);
  const attempts: number[] = [];
  for (const milliseconds of [0, 300, 600, 1200]) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    attempts.push(asked.length);
  }
  expect(attempts).toEqual([1, 2, 3, 4]);
  await outcome;
});

test.each([
  ['categories', queries.categories()],
  ['a list', queries.listPosts({ page: 1 })],
  ['a search', queries.search('ads', 1)],
  ['a legacy post', queries.findLegacyPost('x')],
])('the fetch of %s is never retried', async (_, query) => {
  for (const failure of [NETWORK_FAILURE, fail(500)]) {
    const { client, asked } = createClient([failure]);
    expect(
      await settle(client.fetchQuery({ queryKey: query.queryKey, meta: query.meta ?? {} })),
    ).toBeInstanceOf(Error);
    expect(asked).toHaveLength(1);
  }
});

test.for([
  [
    'an error with the status, a colon and the text',
    fail(404, 'No.'),
    queries.categories(),
    {},
    '404: No.',
  ],
  ['null for calls that look up one entity', fail(404), queries.findLegacyPost('x'), {}, null],
  ['an error, also for a 401', fail(401, 'Sign in'), queries.categories(), {}, '401: Sign in'],
  ['null for a 401 if configured so', fail(401), queries.categories(), { on401: 'null' }, null],
  [
    'an error for a 403 all the same',
    fail(403, 'No'),
    queries.categories(),
    { on401: 'null' },
    '403: No',
  ],
] as const)(
  'an answer that is not OK is %s',
  async ([, answer, { queryKey, meta }, options, expected]) => {
    const { client } = createClient([answer], options);
    const outcome = await settle(client.fetchQuery<unknown>({ queryKey, ...(meta && { meta }) }));
    expect(outcome instanceof ApiError ? outcome.message : outcome).toBe(expected);
  },
);

test('fetched data is never refetched while in use, after any time, focus, reconnection or remount', async () => {
  const { client, asked } = createClient([FOUND]);
  client.mount();
  const mount = () => new QueryObserver(client, queries.categories()).subscribe(() => undefined);
  const unmounts = [mount()];
  await vi.advanceTimersByTimeAsync(DAY_MS);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  unmounts.push(mount());
  await settle(client.fetchQuery(queries.categories()));
  expect(asked).toHaveLength(1);
  for (const unmount of unmounts) unmount();
  client.unmount();
});

test('a fetch without a network fails instead of waiting', async () => {
  onlineManager.setOnline(false);
  const { client, asked } = createClient([NETWORK_FAILURE]);
  expect(await settle(client.fetchQuery(queries.categories()))).toBe(NETWORK_FAILURE);
  expect(asked).toHaveLength(1);
});

test('a failure is reported only if a screen waits for the data', async () => {
  const failures: Error[] = [];
  const { client } = createClient([NETWORK_FAILURE], {
    onFailure: (error) => failures.push(error),
  });
  await settle(client.prefetchQuery(queries.categories()));
  expect(failures).toEqual([]);
  const stop = new QueryObserver(client, queries.recentPosts()).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(failures).toEqual([NETWORK_FAILURE]);
  stop();
});

test('the client of one server-rendered page retries without a delay and leaves no timer behind', async () => {
  const { client, asked } = createClient([FOUND, NETWORK_FAILURE], { lifetime: 'page' });
  await settle(client.fetchQuery(queries.categories()));
  const failed = client.fetchQuery(queries.findPost('x')).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveLength(5);
  expect(await failed).toBe(NETWORK_FAILURE);
  expect(vi.getTimerCount()).toBe(0);
});
