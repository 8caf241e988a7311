import { describe, expect, test } from 'vitest';
import { SITE } from '../../../../tests/support/default-site.ts';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { createQueryClient } from '../contract/query-client.ts';
import { formatPageState, PAGE_STATE_ID, restorePageState } from './page-state.ts';

const PAGE = {
  site: SITE,
  origin: 'https://www.example.com',
  renderedAt: '2026-11-20',
};
const CONTENT = '<p>Ask once. </p><!-- a --><p>Then wait &amp; see.</p>';
const NASTY = '</script><script>alert(1)</script><!-- & "\' \u2028';

/** What the calls answer, by address. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/categories': [{ id: 1, name: NASTY }],
  '/api/posts?categoryId=1&page=2': [{ id: 3, slug: 'three' }],
  '/api/posts/reviews': { id: 3, slug: 'reviews', title: NASTY, content: CONTENT },
  '/api/legacy-posts/old': { id: 1, slug: 'old', content: '<p>Old.</p>' },
};

/** Returns a client as the server has it when a page is done. */
async function createFilledClient() {
  const client = createEmptyClient();
  await client.fetchQuery(queries.categories());
  await client.fetchQuery(queries.listPosts({ categoryId: 1, page: 2 }));
  await client.fetchQuery(queries.findPost('reviews'));
  await client.fetchQuery(queries.findPost('nothing'));
  await client.fetchQuery(queries.findLegacyPost('old'));
  await client.prefetchQuery(queries.health());
  return client;
}

function createEmptyClient() {
  return createQueryClient({
    lifetime: 'page',
    transport: async (address) => {
      if (address === endpoints.health.address()) throw new Error('Health is not known.');
      const body = ANSWERS[address];
      return body === undefined
        ? { kind: 'failure', status: 404, text: 'There is no such thing.' }
        : { kind: 'success', body, total: 30 };
    },
  });
}

/** Returns a page with this state, and with the text of that call in it. */
function createPage(state: string, contents: Readonly<Record<string, string>>) {
  return {
    getElementById: (id: string) => (id === PAGE_STATE_ID ? { textContent: state } : null),
    querySelectorAll: () =>
      Object.entries(contents).map(([address, innerHTML]) => ({
        innerHTML,
        getAttribute: () => address,
      })),
  };
}

describe('the state of a page', () => {
  test('passes the answers of the server to the browser', async () => {
    const server = await createFilledClient();
    const browser = createEmptyClient();
    const page = createPage(formatPageState(server, PAGE), {
      '/api/posts/reviews': CONTENT,
      '/api/legacy-posts/old': '<p>Old.</p>',
    });
    expect(restorePageState(page, browser)).toEqual(PAGE);
    const known = server
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.status === 'success');
    expect(known).toHaveLength(5);
    for (const { queryKey, state } of known)
      expect(browser.getQueryData(queryKey)).toEqual(state.data);
    expect(browser.getQueryCache().getAll()).toHaveLength(5);
  });

  test('has null for what was not found, and neither texts that are in the page nor failures', async () => {
    const state = formatPageState(await createFilledClient(), PAGE);
    expect(JSON.parse(state).answers).toEqual({
      '/api/categories': [{ id: 1, name: NASTY }],
      '/api/posts?categoryId=1&page=2': { items: [{ id: 3, slug: 'three' }], total: 30 },
      '/api/posts/reviews': { id: 3, slug: 'reviews', title: NASTY },
      '/api/posts/nothing': null,
      '/api/legacy-posts/old': { id: 1, slug: 'old' },
    });
    // It would close the script element.
    expect(state).not.toContain('<');
  });

  test('never assigns a text to another answer', async () => {
    const browser = createEmptyClient();
    const page = createPage(formatPageState(await createFilledClient(), PAGE), {
      '/api/posts/other': CONTENT,
    });
    restorePageState(page, browser);
    expect(browser.getQueryData(['/api/posts/reviews'])).not.toHaveProperty('content');
    expect(browser.getQueryData(['/api/posts/other'])).toBeUndefined();
  });
});
