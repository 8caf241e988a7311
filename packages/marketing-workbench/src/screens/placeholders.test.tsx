import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SITE } from '../../../../tests/support/default-site.ts';
import { parseHtml } from '../../../../tests/support/html.ts';
import { getElement, listElements } from '../../../../tests/support/html-search.ts';
import { createQueryClient } from '../contract/query-client.ts';
import { screens } from '../routes.ts';
import { PageContext } from './page-head.tsx';
import type { RouteParams, ScreenProps } from './screen.ts';

const PARAMS: RouteParams = {
  path: '/seo',
  category: 'seo',
  subcategory: 'local-seo',
  slug: 'local-seo',
  page: 1,
  text: 'reviews',
};

test('the home page has placeholders for 3 featured articles, 4 categories and 4 recent articles', async () => {
  const { screen } = await screens.home();
  const page = renderWithoutData(screen.View);
  const count = (id: string) =>
    listElements(getElement(page, 'section', { id }), 'li', { 'data-placeholder': 'true' }).length;
  expect([count('featured'), count('categories'), count('recent')]).toEqual([3, 4, 4]);
});

test.each([
  ['articles', 'li', 9],
  ['category', 'li', 6],
  ['subcategory', 'li', 6],
  ['search', 'li', 6],
  ['article', 'div', 1],
  ['legacy', 'div', 1],
] as const)(
  'the screen %s has placeholders for its articles, or one for its text',
  async (name, element, count) => {
    const { screen } = await screens[name]();
    const page = renderWithoutData(screen.View);
    expect(listElements(page, element, { 'data-placeholder': 'true' })).toHaveLength(count);
  },
);

/** Returns the screen while its data is loading. */
function renderWithoutData(View: ComponentType<ScreenProps>) {
  const client = createQueryClient({
    transport: () => Promise.reject(new Error('Offline.')),
    lifetime: 'page',
  });
  return parseHtml(
    renderToString(
      <QueryClientProvider client={client}>
        <PageContext value={{ origin: 'https://x.example', site: SITE, now: new Date(0) }}>
          <View params={PARAMS} NotFound={() => null} />
        </PageContext>
      </QueryClientProvider>,
    ),
  );
}
