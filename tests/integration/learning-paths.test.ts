import { describe, expect } from 'vitest';
import type {
  CategoryDetail,
  Post,
  PostSummary,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import {
  getElement,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { createContent } from '../support/records.ts';
import { createTestSite, test } from '../support/test-site.ts';

const STEPS = [
  '/google-ads/google-search/google-ads-budget',
  '/google-ads/google-search/conversion-tracking',
  '/google-ads/google-search/keyword-match-types',
  '/google-ads/google-search/responsive-search-ads',
  '/google-ads/google-search/negative-keywords',
  '/google-ads/performance-max/performance-max-worth-it',
] as const;

describe('GET /api/categories/{slug}', () => {
  test('adds the learning path to the fields of the list', async ({ site }) => {
    const posts = await site.read<readonly PostSummary[]>('/api/posts?categoryId=1');
    const [category] = await site.read<readonly CategoryDetail[]>('/api/categories');
    const answer = await site.read<CategoryDetail>('/api/categories/google-ads');
    expect(answer).toEqual({
      ...category,
      learningPath: STEPS.map((step) => posts.find(({ slug }) => slug === step.split('/').at(-1))),
    });
    expect(category).not.toHaveProperty('learningPath');
  });

  test('leaves the field out if there is no path', async () => {
    await using site = await createTestSite({ records: createContent({ slug: 'one' }) });
    const answer = await site.read<CategoryDetail>('/api/categories/seo');
    expect(Object.keys(answer)).toEqual(['id', 'slug', 'name', 'description', 'icon', 'postCount']);
  });
});

describe('the page of a category', () => {
  const sectionOf = { 'aria-labelledby': 'start-here-title' };

  test('begins with its learning path: title, excerpt and reading time, in order', async ({
    site,
  }) => {
    const { learningPath = [] } = await site.read<CategoryDetail>('/api/categories/google-ads');
    const { main } = await site.page('/google-ads');
    const section = getElement(main, 'section', sectionOf);
    expect(section.attributes.id).toBe('start-here');
    expect(listTexts(section, 'h2')).toEqual(['Start here']);
    expect(listHrefs(section)).toEqual(STEPS);
    expect(listTexts(getElement(section, 'ol'), 'li')).toEqual(
      learningPath.map(
        ({ title, excerpt, readTime }, index) =>
          `${index + 1} ${title} ${excerpt} ${readTime} min read`,
      ),
    );
    expect(listTexts(main, 'h2').slice(0, 2)).toEqual(['Start here', 'Articles, newest first']);
  });

  test.for([
    '/google-ads?page=2',
    '/google-ads/google-search',
    '/digitalmarketingnews',
    '/articles',
  ])('%s shows none', async (url, { site }) => {
    expect(listElements((await site.page(url)).main, 'section', sectionOf)).toEqual([]);
  });

  test('shows none if the category has no path', async () => {
    await using site = await createTestSite({ records: createContent({ slug: 'one' }) });
    const { main } = await site.page('/seo');
    expect(listElements(main, 'section', sectionOf)).toEqual([]);
  });
});

describe('the end of an article', () => {
  const nav = { 'aria-label': 'Learning path' };

  test.for(STEPS.map((url, index) => [index + 1, url] as const))(
    'names step %i and links to the next one',
    async ([number, url], { site }) => {
      const { main } = await site.page(url);
      const step = getElement(main, 'nav', nav);
      const next = STEPS[number];
      const title = next && (await site.read<Post>(`/api/posts/${next.split('/').at(-1)}`)).title;
      expect(readElementText(step)).toBe(
        `Step ${number} of 6 in Google Ads ${title === undefined ? 'All articles in Google Ads' : `Next: ${title}`}`,
      );
      expect(listHrefs(step)).toEqual(['/google-ads#start-here', next ?? '/google-ads']);
    },
  );

  test.for(['/google-ads/google-search/quality-score', '/digitalmarketingnews/cookies-stay'])(
    '%s, which is not a step, does not mention a path',
    async (url, { site }) => {
      const { main } = await site.page(url);
      expect(listElements(main, 'nav', nav)).toEqual([]);
      expect(readElementText(main)).not.toContain('Start here');
    },
  );
});
