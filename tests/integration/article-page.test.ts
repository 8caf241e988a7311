import { describe, expect } from 'vitest';
import type { Post, Subcategory } from '../../src/site/entities.ts';
import { countView } from '../../src/store/views.ts';
import { getElement, getPart, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { listCardLinks } from '../support/list-page.ts';
import { readPage } from '../support/page.ts';
import { createContent } from '../support/records.ts';
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
    ['/seo/seo-basics-checklist', ['Home /', 'SEO /seo', 'An SEO checklist for your first weekend']],
  ] as const)('%s stands at the end of the way from home', async ([url, crumbs], { site }) => {
    const { main } = await site.page(url);
    const nav = getElement(main, 'nav', { 'aria-label': 'Breadcrumb' });
    const links = listElements(nav, 'a').map((link) => `${readText(link)} ${link.attributes.href}`);
    expect([...links, readText(getElement(nav, 'span', { 'aria-current': 'page' }))]).toEqual(crumbs);
  });

  test('shows category, reading time, title, excerpt, date and the text itself', async ({ site }) => {
    const post = await site.read<Post>('/api/posts/google-ads-budget');
    const response = await site.get('/google-ads/google-search/google-ads-budget');
    const { main } = readPage(response);
    const header =
      listElements(main, 'header').find((element) => listElements(element, 'h1').length === 1) ?? main;
    expect(listTexts(header, 'a', { href: '/google-ads' })).toEqual(['Google Ads']);
    expect(listTexts(header, 'span')).toContain('1 min read');
    expect(listTexts(header, 'h1')).toEqual(['How much to spend on Google Ads at first']);
    expect(listTexts(header, 'p')).toContain(post.excerpt);
    expect(listTexts(header, 'time')).toEqual(['January 15, 2024', 'March 4, 2025']);
    expect(response.body).toContain(post.content);
  });

  test('is read by scripts from where it stands: its text is sent once', async ({ site }) => {
    const { content } = await site.read<Post>('/api/posts/ask-for-reviews');
    const { body } = await site.get(ADDRESS);
    const sentence = content.replace(/<[^>]+>/g, '\n').match(/[^\n.]{40,}\./)?.[0] ?? '';
    expect(sentence).not.toBe('');
    expect(body.split(sentence)).toHaveLength(2);
  });

  test('hands over to scripts only what they read of lists', async ({ site }) => {
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

  test('is followed by the related articles, those the call gives', async ({ site }) => {
    const { id } = await site.read<Post>('/api/posts/ask-for-reviews');
    const related = await site.read<readonly Post[]>(`/api/posts/${id}/related`);
    const { main } = await site.page(ADDRESS);
    const section = getPart(main, 'Related Articles');
    expect(readText(getElement(section, 'h2'))).toBe('Related Articles');
    expect(listCardLinks(section).map((link) => link.split('/').at(-1))).toEqual(
      related.map(({ slug }) => slug),
    );
  });

  test('cuts a related article’s excerpt after 80 characters', async () => {
    await using site = await createTestSite({
      records: createContent({ slug: 'one' }, { slug: 'two', excerpt: 'a'.repeat(81) }),
    });
    const { main } = await site.page('/seo/local-seo/one');
    expect(listTexts(getPart(main, 'Related Articles'), 'p')).toContain(`${'a'.repeat(80)}…`);
  });

  test('leads to its neighbours in the same subcategory', async ({ site }) => {
    const { main } = await site.page('/digitalmarketingnews/inp-replaces-fid');
    const neighbours = getElement(main, 'nav', { 'aria-label': 'Older and newer articles' });
    expect(listLinks(neighbours)).toEqual([
      '/digitalmarketingnews/sender-rules-announced',
      '/digitalmarketingnews/cookies-stay',
    ]);
  });

  test('has no related articles where it is the only one', async () => {
    await using site = await createTestSite({ records: createContent({ slug: 'one' }) });
    const { main } = await site.page('/seo/local-seo/one');
    expect(listTexts(main, 'h2')).not.toContain('Related Articles');
  });

  test('stands beside the categories, each with its number of articles', async ({ site }) => {
    const { main } = await site.page(ADDRESS);
    const section = getPart(main, 'Categories');
    expect(listTexts(section, 'li')).toEqual([
      'Google Ads 34',
      'Facebook Ads 6',
      'Email Marketing 5',
      'SEO 11',
    ]);
    expect(listLinks(section)).toEqual(['/google-ads', '/facebook-ads', '/email-marketing', '/seo']);
  });

  test.for([
    [0, []],
    [1, ['1 view']],
    [1001, ['1.0k views']],
  ] as const)('viewed %i times it stands with %j among the popular ones', async ([views, shown]) => {
    await using site = await createTestSite({ records: createContent({ slug: 'one' }, { slug: 'two' }) });
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

  test('lead to its headings, from four on', async () => {
    const headings = ['One', 'Two &#x26; three', '<code>four</code>', 'A <a href="/seo">linked</a> five'];
    await using site = await createTestSite({ records: write(headings) });
    const { main } = await site.page('/seo/local-seo/long');
    const contents = listElements(main, 'nav', { 'aria-label': 'In this article' });
    expect(contents).not.toEqual([]);
    for (const nav of contents) {
      expect(listTexts(nav, 'li')).toEqual(['One', 'Two & three', 'four', 'A linked five']);
      expect(listLinks(nav)).toEqual(['#part-0', '#part-1', '#part-2', '#part-3']);
    }
  });

  test('are left out where there are fewer', async () => {
    await using site = await createTestSite({ records: write(['One', 'Two', 'Three']) });
    const { main } = await site.page('/seo/local-seo/long');
    expect(listElements(main, 'nav', { 'aria-label': 'In this article' })).toEqual([]);
  });
});

test('a heading may be called like a part of the page around it', async () => {
  const names = [
    'content',
    'contents',
    'related',
    'categories',
    'search-panel',
    'mobile-menu',
    'page-state',
    'search',
  ];
  await using site = await createTestSite({
    records: createContent(
      { slug: 'clash', content: names.map((id) => `<h2 id="${id}">${id}</h2>`).join('') },
      { slug: 'other' },
    ),
  });
  const { root } = await site.page('/seo/local-seo/clash');
  const ids = listElements(root, '*').flatMap(({ attributes }) => attributes.id ?? []);
  expect(ids).toEqual([...new Set(ids)]);
});
