import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SITE } from '../../../../tests/support/default-site.ts';
import { parseHtml } from '../../../../tests/support/html.ts';
import { listHrefs, listTexts } from '../../../../tests/support/html-search.ts';
import { createQueryClient } from '../contract/query-client.ts';
import { screen as legacyScreen } from './legacy-screen.tsx';
import { NotFoundScreen, screen as notFoundScreen } from './not-found-screen.tsx';
import { PageContext } from './page-head.tsx';

const PARAMS = { path: '/old.html', category: '', subcategory: '', slug: '', page: 1, text: '' };

test('an old path whose post is missing is "Post Not Found" with a link to the home page', async () => {
  const client = createQueryClient({
    transport: async () => ({ kind: 'success', body: [] }),
    lifetime: 'page',
  });
  expect(await legacyScreen.load({ client, params: PARAMS, site: SITE })).toEqual({
    kind: 'not-found',
  });
  await notFoundScreen.load({ client, params: PARAMS, site: SITE });
  const page = parseHtml(
    renderToString(
      <QueryClientProvider client={client}>
        <PageContext value={{ origin: 'https://x.example', site: SITE, now: new Date(0) }}>
          <legacyScreen.View params={PARAMS} NotFound={NotFoundScreen} />
        </PageContext>
      </QueryClientProvider>,
    ),
  );
  expect(listTexts(page, 'h1')).toEqual(['Post Not Found']);
  expect(listTexts(page, 'p')).toContain('Legacy post not found');
  expect(listHrefs(page)).toContain('/');
});
