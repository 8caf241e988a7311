import { describe, expect } from 'vitest';
import type { Post, Subcategory } from '../../packages/marketing-workbench/src/site/entities.ts';
import { countView } from '../support/count-view.ts';
import {
  getElement,
  getPart,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { listCardLinks } from '../support/list-page.ts';
import { readPage } from '../support/page.ts';
import { createContent, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, test } from '../support/test-site.ts';

const ADDRESS = '/seo/local-seo/ask-for-reviews';
const TITLE = 'Ask for reviews without being a nuisance';

describe('an article', () => {
  test.for([
    [ADDRESS, ['Home /', 'SEO /seo', 'Local SEO /seo/local-seo', TITLE]],
    [
      '/digitalmarketingnews/cookies-stay',
      [
        'Home /',
        'SEO /seo',
        'Digital Marketing News /digitalmarketingnews',
        'Third-party cookies stay in Chrome after all',
      ],
    ],
    [
      '/seo/seo-basics-checklist',
      ['Home /', 'SEO /seo', 'An SEO checklist for your first weekend'],
    ],
  ] as const)('%s has its breadcrumb', async ([url, crumbs], { site }) => {
    const { main } = await site.page(url);
    const nav = getElement(main, 'nav', { 'aria-label': 'Breadcrumb' });
    const links = listElements(nav, 'a').map(
      (link) => `${readElementText(link)} ${link.attributes.href}`,
    );
    expect([
      ...links,
      readElementText(getElement(nav, 'span', { 'aria-current': 'page' })),
    ]).toEqual(crumbs);
  });

  test('shows category, reading time, title, excerpt, date and the text itself', async ({
    site,
  }) => {
    const post = await site.read<Post>('/api/posts/google-ads-budget');
    const response = await site.get('/google-ads/google-search/google-ads-budget');
    const { main } = readPage(response);
    const header =
      listElements(main, 'header').find((element) => listElements(element, 'h1').length === 1) ??
      main;
    expect(listTexts(header, 'a', { href: '/google-ads' })).toEqual(['Google Ads']);
    expect(listTexts(header, 'span')).toContain('1 min read');
    expect(listTexts(header, 'h1')).toEqual(['How much to spend on Google Ads at first']);
    expect(listTexts(header, 'p')).toContain(post.excerpt);
    expect(listTexts(header, 'time')).toEqual(['January 15, 2024', 'March 4, 2025']);
    expect(response.body).toContain(post.content);
  });

  test('has its text only once in the HTML', async ({ site }) => {
    const { content } = await site.read<Post>('/api/posts/ask-for-reviews');
    const { body } = await site.get(ADDRESS);
    const sentence = content.replace(/<[^>]+>/g, '\n').match(/[^\n.]{40,}\./)?.[0] ?? '';
    expect(sentence).not.toBe('');
    expect(body.split(sentence)).toHaveLength(2);
  });

  test('has in its page state only the fields of lists that scripts read', async ({ site }) => {
    const { body } = await site.get(ADDRESS);
    const { id } = await site.read<Post>('/api/posts/ask-for-reviews');
    const related = await site.read<readonly Post[]>(`/api/posts/${id}/related`);
    const subcategories = await site.read<readonly Subcategory[]>('/api/subcategories');
    const state = /id="PageState">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    for (const { name, description } of subcategories) {
      expect(state).toContain(JSON.stringify(name));
      expect(state).not.toContain(JSON.stringify(description));
    }
    for (const { title, metaDescription } of related) {
      expect(state).toContain(JSON.stringify(title));
      expect(state).not.toContain(JSON.stringify(metaDescription));
    }
    expect(Object.keys(JSON.parse(state).answers)).not.toContain('/api/categories/seo');
  });

  test('has the related articles of the call below it', async ({ site }) => {
    const { id } = await site.read<Post>('/api/posts/ask-for-reviews');
    const related = await site.read<readonly Post[]>(`/api/posts/${id}/related`);
    const { main } = await site.page(ADDRESS);
    const section = getPart(main, 'Related Articles');
    expect(readElementText(getElement(section, 'h2'))).toBe('Related Articles');
    expect(listCardLinks(section).map((link) => link.split('/').at(-1))).toEqual(
      related.map(({ slug }) => slug),
    );
  });

  test('cuts the excerpts of related articles at 80 characters, and shows none if it is the only article', async () => {
    await using site = await createTestSite({
      records: createContent({ slug: 'one' }, { slug: 'two', excerpt: 'a'.repeat(81) }),
    });
    const { main } = await site.page('/seo/local-seo/one');
    expect(listTexts(getPart(main, 'Related Articles'), 'p')).toContain(`${'a'.repeat(80)}…`);
    syncStore(site.store, createContent({ slug: 'one' }), NOW);
    const alone = (await site.page('/seo/local-seo/one')).main;
    expect(listTexts(alone, 'h2')).not.toContain('Related Articles');
  });

  test('links to its neighbours in the same subcategory', async ({ site }) => {
    const { main } = await site.page('/digitalmarketingnews/inp-replaces-fid');
    const neighbours = getElement(main, 'nav', { 'aria-label': 'Older and newer articles' });
    expect(listHrefs(neighbours)).toEqual([
      '/digitalmarketingnews/sender-rules-announced',
      '/digitalmarketingnews/cookies-stay',
    ]);
  });

  test('has the categories beside it, with their numbers of articles', async ({ site }) => {
    const { main } = await site.page(ADDRESS);
    const section = getPart(main, 'Categories');
    const counts = ['Google Ads 34', 'Facebook Ads 6', 'Email Marketing 5', 'SEO 11'];
    expect(listTexts(section, 'li')).toEqual(counts);
    expect(listHrefs(section)).toEqual([
      '/google-ads',
      '/facebook-ads',
      '/email-marketing',
      '/seo',
    ]);
  });

  test.for([
    [0, []],
    [1, ['1 view']],
    [1001, ['1.0k views']],
  ] as const)('viewed %i times has %j in the popular articles', async ([views, shown]) => {
    await using site = await createTestSite({
      records: createContent({ slug: 'one' }, { slug: 'two' }),
    });
    for (let view = 0; view < views; view += 1) countView(site.store, 1);
    const { main } = await site.page('/seo/local-seo/two');
    const section = getPart(main, 'Popular Articles');
    expect(listElements(section, 'li')).toHaveLength(2);
    expect(listTexts(section, 'p')).toEqual(shown);
  });
});

describe('the contents of a long article', () => {
  const write = (headings: readonly string[]) =>
    createContent({
      slug: 'long',
      content: headings
        .map((heading, index) => `<h2 id="part-${index}">${heading}</h2><p>Text.</p>`)
        .join(''),
    });

  test.for([
    [['One', 'Two', 'Three'], []],
    [
      ['One', 'Two &#x26; three', '<code>four</code>', 'A <a href="/seo">linked</a> five'],
      ['One #part-0', 'Two & three #part-1', 'four #part-2', 'A linked five #part-3'],
    ],
  ] as const)('of an article with the headings %j are %j', async ([headings, expected]) => {
    await using site = await createTestSite({ records: write(headings) });
    const { main } = await site.page('/seo/local-seo/long');
    const contents = listElements(main, 'nav', { 'aria-label': 'In this article' });
    expect(contents.length > 0).toBe(expected.length > 0);
    for (const nav of contents)
      expect(
        listElements(nav, 'a').map((link) => `${readElementText(link)} ${link.attributes.href}`),
      ).toEqual(expected);
  });
});

test('the ids of headings do not collide with ids of the page', async () => {
  const names =
    'content contents related categories search-panel mobile-menu page-state search'.split(' ');
  const content = names.map((id) => `<h2 id="${id}">${id}</h2>`).join('');
  await using site = await createTestSite({
    records: createContent({ slug: 'clash', content }, { slug: 'other' }),
  });
  const { root } = await site.page('/seo/local-seo/clash');
  const ids = listElements(root, '*').flatMap(({ attributes }) => attributes.id ?? []);
  expect(ids).toEqual([...new Set(ids)]);
});
