import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, fetchTransport, sendRequest } from './request.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Answers every fetch with `respond`; gives what was asked. */
function answerFetches(respond: () => Response): readonly unknown[][] {
  const asked: unknown[][] = [];
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    asked.push(request);
    return respond();
  });
  return asked;
}

test.each([
  [{}, undefined],
  [{ 'X-Total-Count': '42' }, 42],
])(
  'a call is sent with credentials; with the headers %j its list has %s items',
  async (headers, total) => {
    const asked = answerFetches(() => Response.json([{ id: 1 }], { headers }));
    expect(await fetchTransport('/api/posts')).toEqual({
      kind: 'success',
      body: [{ id: 1 }],
      total,
    });
    expect(asked).toEqual([['/api/posts', { credentials: 'include' }]]);
  },
);

test.each(['GET', 'HEAD'] as const)(
  'a %s is sent with credentials and without a body',
  async (method) => {
    const asked = answerFetches(() => new Response(null, { status: 204 }));
    expect((await sendRequest(method, '/api/posts/1/view')).status).toBe(204);
    expect(asked).toEqual([['/api/posts/1/view', { method, credentials: 'include' }]]);
  },
);

test.each([
  [404, '{"message":"There is no such post."}', '', '{"message":"There is no such post."}'],
  [503, '', 'Service Unavailable', 'Service Unavailable'],
  [401, 'Sign in', 'Unauthorized', 'Sign in'],
])('a %i fails with its text, or its status text', async (status, body, statusText, text) => {
  answerFetches(() => new Response(body, { status, statusText }));
  expect(await fetchTransport('/api/posts/x')).toEqual({ kind: 'failure', status, text });
  const error = await sendRequest('GET', '/api/posts/x').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: `${status}: ${text}`, status, name: 'ApiError' });
});

test('a call fails if there is no answer, or if the answer is not JSON', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchTransport('/api/posts')).rejects.toThrow('Failed to fetch');
  answerFetches(() => new Response('<html>Please sign in to the hotel’s network'));
  await expect(fetchTransport('/api/posts')).rejects.toThrow(SyntaxError);
});
