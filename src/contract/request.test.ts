import { afterEach, describe, expect, test, vi } from 'vitest';
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

describe('fetchTransport', () => {
  test('sends credentials and returns the parsed body', async () => {
    const asked = answerFetches(() => Response.json([{ id: 1 }]));
    expect(await fetchTransport('/api/categories')).toEqual({
      kind: 'success',
      body: [{ id: 1 }],
      total: undefined,
    });
    expect(asked).toEqual([['/api/categories', { credentials: 'include' }]]);
  });

  test('returns the total of a list', async () => {
    answerFetches(() => Response.json([], { headers: { 'X-Total-Count': '42' } }));
    expect(await fetchTransport('/api/posts?page=9')).toMatchObject({ body: [], total: 42 });
  });

  test.each([
    [404, '{"message":"There is no such post."}', '', '{"message":"There is no such post."}'],
    [503, '', 'Service Unavailable', 'Service Unavailable'],
    [401, 'Sign in', 'Unauthorized', 'Sign in'],
  ])(
    'returns a %i as a failure with its text, or its status text',
    async (status, body, statusText, text) => {
      answerFetches(() => new Response(body, { status, statusText }));
      expect(await fetchTransport('/api/posts/x')).toEqual({ kind: 'failure', status, text });
    },
  );

  test('fails if there is no answer, or if the answer is not JSON', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(fetchTransport('/api/posts')).rejects.toThrow('Failed to fetch');
    answerFetches(() => new Response('<html>Please sign in to the hotel’s network'));
    await expect(fetchTransport('/api/posts')).rejects.toThrow(SyntaxError);
  });
});

describe('sendRequest', () => {
  test.each(['GET', 'HEAD'] as const)('sends a %s with credentials and without a body', async (method) => {
    const asked = answerFetches(() => new Response(null, { status: 204 }));
    expect((await sendRequest(method, '/api/posts/1/view')).status).toBe(204);
    expect(asked).toEqual([['/api/posts/1/view', { method, credentials: 'include' }]]);
  });

  test.each([
    [404, 'There is no such post.', '', '404: There is no such post.'],
    [500, '', 'Internal Server Error', '500: Internal Server Error'],
  ])('throws for a %i, with the status, a colon and the text', async (status, body, statusText, message) => {
    answerFetches(() => new Response(body, { status, statusText }));
    const error = await sendRequest('GET', '/api/posts/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, status, name: 'ApiError' });
  });
});
