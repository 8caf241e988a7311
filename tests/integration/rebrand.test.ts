/**
 * A site whose `site.yaml` says everything else: nothing of the built-in site is left in any
 * answer.
 */
import { expect, test } from 'vitest';
import {
  DEFAULT_COLOURS,
  DEFAULT_THEMES,
} from '../../packages/marketing-workbench/src/site/brand/default-colours.ts';
import { DEFAULT_LOGO } from '../../packages/marketing-workbench/src/site/brand/logo.ts';
import { DEFAULT_SITE } from '../../packages/marketing-workbench/src/site/default-site.ts';
import { compileFiles, type Files } from '../support/content-shapes.ts';
import { getElement } from '../support/html-search.ts';
import { readMeta } from '../support/page.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const ORIGIN = 'https://www.hearthcrumb.example';

const FILES: Files = {
  'site.yaml': `name: Hearth & Crumb
domain: www.hearthcrumb.example
description: Bread from a home oven.
language: en-GB
hero: { title: Bread at home, text: Flour and water and time. }
verification: { google: abc-123, bing: DEF456, yandex: y1, baidu: b1, naver: n1, pinterest: p1, facebook: f1 }
colours: { paper: "#f5f0ff", panel: "#fefcff", sunken: "#e8e0f8", ink: "#1c1030", soft: "#4d4066", line: "#d0c4e8", edge: "#7d6a9c", accent: "#5a189a", accent-strong: "#3c096c", on-accent: "#fffeff", mark: "#ffd6e8" }
profiles:
  - { name: Mastodon, url: "https://social.example/@hearth" }
categories:
  - { slug: sourdough, name: Sourdough, colour: "#005f73", subcategories: [{ slug: starters, name: Starters }] }
  - { slug: ovens, name: Ovens, colour: "#8a1c4a" }
news: { slug: bakery-news, name: Bakery News, category: ovens, path: /bakery, colour: "#3a5a00" }
`,
  'articles/sourdough/starters/feed-a-starter.md': `---
title: Feed a starter
publishedAt: 2026-02-01
featured: true
---

Feed it with as much flour as it weighs.

## When it rises

It doubles in six hours at 24 °C.
`,
  'articles/ovens/bakery-news/stone-prices.md': `---
title: Stones cost more
publishedAt: 2026-11-19
---

A baking stone costs two euros more than last year.
`,
};

const VISITED = [
  '/',
  '/articles',
  '/sitemap',
  '/search',
  '/search?q=flour',
  '/search?q=nothing-like-it',
  '/db-setup-help',
  '/sourdough',
  '/sourdough/starters',
  '/bakery',
  '/no-such-page',
  '/no/such/page',
  '/broken',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sourdough/feed.xml',
  '/bakery/feed.json',
  '/api/sitemap.xml',
  '/api/news-sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/sourdough/starters/feed-a-starter.md',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/feed-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/api/categories',
  '/api/subcategories',
  '/api/posts',
  '/api/posts/feed-a-starter',
  '/api/system/health',
];

const colours = [DEFAULT_COLOURS, DEFAULT_THEMES]
  .flatMap((named) => Object.values<{ readonly light: string; readonly dark: string }>(named))
  .flatMap(({ light, dark }) => [light, dark])
  .filter((colour) => colour !== '#ffffff');
const sections = [...DEFAULT_SITE.categories, ...(DEFAULT_SITE.news ? [DEFAULT_SITE.news] : [])];
const OLD = new RegExp(
  [
    'marketing[\\s._-]*workbench',
    ...sections.map(({ slug }) => `\\b${slug}\\b`),
    'Do-It-Yourself',
    'Google Ads',
    'Facebook Ads',
    'digitalmarketing',
    ...colours,
    ...[...DEFAULT_LOGO.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path),
  ].join('|'),
  'i',
);

test('a site of another name, domain, look and sections has no word, colour or mark of the built-in one', async () => {
  const records = await compileFiles(FILES);
  await using site = await createTestSite({
    records,
    hasOwnDomain: true,
    wrapRenderer: (render) => async (request) => {
      if (request.address.pathname === '/broken') throw new Error('broken on purpose');
      return render(request);
    },
  });
  const answers = await crawl(site, VISITED);
  expect(site.takeLog().join('')).toContain('broken on purpose');
  for (const address of VISITED) expect([...answers.keys()]).toContain(address);
  expect(
    [...answers.keys()].filter((address) => address.startsWith('/social/')).length,
  ).toBeGreaterThan(5);
  expect([...answers.keys()]).toContainEqual(
    expect.stringMatching(/^\/assets\/theme-[0-9a-f]+\.css$/),
  );
  for (const [address, text] of answers)
    expect([address, decodeText(text).match(OLD)?.[0]]).toEqual([address, undefined]);
  for (const address of ['/', '/feed.xml', '/api/sitemap.xml', '/robots.txt', '/llms.txt'])
    expect(answers.get(address)).toContain(ORIGIN);
  for (const address of ['/', '/no-such-page', '/broken', '/manifest.webmanifest'])
    expect(answers.get(address)).toMatch(/Hearth (?:&|&amp;) Crumb/);
});

test('the language of a site is that of its pages and feeds', async () => {
  await using site = await createTestSite({ records: await compileFiles(FILES) });
  const { root } = await site.page('/sourdough');
  expect(getElement(root, 'html').attributes.lang).toBe('en-GB');
  expect(readMeta(root, 'og:locale')).toBe('en_GB');
  expect((await site.get('/feed.xml')).body).toContain('<language>en-gb</language>');
  expect((await site.get('/atom.xml')).body).toContain('xml:lang="en-GB"');
  expect(await site.read('/feed.json')).toMatchObject({ language: 'en-GB' });
});

test('the home page alone has the codes of verification, and no script gets them', async () => {
  await using site = await createTestSite({ records: await compileFiles(FILES) });
  const { root } = await site.page('/');
  expect(readMeta(root, 'google-site-verification')).toBe('abc-123');
  expect(readMeta(root, 'msvalidate.01')).toBe('DEF456');
  const others = ['yandex-verification', 'baidu-site-verification', 'naver-site-verification'];
  expect(others.map((name) => readMeta(root, name))).toEqual(['y1', 'b1', 'n1']);
  expect(readMeta(root, 'p:domain_verify')).toBe('p1');
  expect(readMeta(root, 'facebook-domain-verification')).toBe('f1');
  expect((await site.get('/')).body.match(/abc-123/g)).toHaveLength(1);
  expect((await site.get('/articles')).body).not.toContain('abc-123');
});

test('each icon and card differs from that of the built-in site', async () => {
  const { 'site.yaml': _, ...texts } = FILES;
  const builtIn = Object.entries(texts).map(([path, text]) => [
    path
      .replace('sourdough/starters', 'seo/local-seo')
      .replace('ovens/bakery-news', 'seo/digital-marketing-news'),
    text,
  ]);
  await using old = await createTestSite({
    records: await compileFiles(Object.fromEntries(builtIn)),
  });
  await using site = await createTestSite({ records: await compileFiles(FILES) });
  for (const icon of VISITED.filter((address) => /\.(?:svg|ico|png)$/.test(address))) {
    const [one, other] = [await old.get(icon), await site.get(icon)];
    expect([icon, one.statusCode, other.statusCode]).toEqual([icon, 200, 200]);
    expect(one.rawPayload.equals(other.rawPayload)).toBe(false);
  }
  const [oldCards, cards] = await Promise.all(
    [old, site].map(async (either) => listCards((await either.get('/articles')).body)),
  );
  expect(cards?.length).toBeGreaterThan(0);
  for (const card of cards ?? []) expect(oldCards).not.toContain(card);
});

/** The texts of all answers within the site, by address. */
async function crawl(
  site: TestSite,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const waiting = [...addresses];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (answers.has(address)) continue;
    const { body, headers } = await site.get(address);
    answers.set(address, `${JSON.stringify(headers)}\n${body}`);
    const text = String(headers['content-type']).startsWith('image/')
      ? ''
      : `${headers.location ?? ''}\n${body}`;
    waiting.push(...listAddresses(text));
  }
  return answers;
}

function listAddresses(text: string): readonly string[] {
  const named = [
    ...text.matchAll(/(?:href|src|content)="([^"]+)"/g),
    ...text.matchAll(/(https:\/\/www\.hearthcrumb\.example[^\s"<>\\)]*)/g),
  ].map(([, name = '']) => name.replaceAll('&amp;', '&'));
  return named
    .filter((name) => name.startsWith('/') || name.startsWith(ORIGIN))
    .map((name) => new URL(name, ORIGIN))
    .map(({ pathname, search }) => pathname + search);
}

function listCards(html: string): readonly string[] {
  return [...html.matchAll(/\/social\/[^"]+/g)].map(([address]) => address);
}

/** With what is written as a part of a data address. */
function decodeText(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const byte = Number.parseInt(code.slice(1), 16);
    return byte < 128 ? String.fromCharCode(byte) : code;
  });
}
