import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  createGhostData,
  createGhostExport,
  createGhostImport,
  createGhostPost,
} from '../../../../tests/support/ghost-export.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';

const PICTURE = await createPhoto(960, 640);

test('a post with its tags, author, SEO, pictures and addresses arrives', async () => {
  const { run, read, add, check } = createGhostImport();
  add('content/images/2023/05/shop.png', PICTURE);
  add('content/data/redirects.yaml', '301:\n  /old-rye/: /rye/\n');
  const post = createGhostPost('rye', {
    featured: 1,
    custom_excerpt: 'Rye at night',
    feature_image: '__GHOST_URL__/content/images/2023/05/shop.png',
    html: `<p>Rye. See <a href="__GHOST_URL__/starter/">the starter</a>.</p>
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w1000/2023/05/shop.png" class="kg-image" alt="" loading="lazy" srcset="x 600w"><figcaption>Our shop</figcaption></figure>`,
  });
  const { status, output } = await run(
    createGhostExport(
      [
        post,
        createGhostPost('starter', { html: '<p>Feed it.</p>' }),
        createGhostPost('about', { type: 'page', html: '<p>We.</p>' }),
      ],
      {
        posts_meta: [
          {
            id: 'm',
            post_id: 'rye',
            meta_title: 'Our rye',
            meta_description: 'Long',
            feature_image_alt: 'The shop',
            feature_image_caption: 'By <a href="https://photo.example/">Ann</a>',
          },
        ],
        tags: [
          { id: 1, name: 'Bread', slug: 'bread' },
          { id: 2, name: '#wide', slug: 'hash-wide' },
          { id: 3, name: 'Night', slug: 'night' },
        ],
        posts_tags: [
          { post_id: 'rye', tag_id: 3, sort_order: 2 },
          { post_id: 'rye', tag_id: 2, sort_order: 0 },
          { post_id: 'rye', tag_id: 1, sort_order: 1 },
        ],
        users: [
          {
            id: '1',
            name: 'Ann Hill',
            slug: 'ann',
            email: 'ann@private.example',
            bio: 'Bakes.',
            twitter: '@annhill',
            website: 'http://ann.example',
          },
        ],
        posts_authors: [{ post_id: 'rye', author_id: '1', sort_order: 0 }],
        members: [{ email: 'reader@private.example' }],
      },
    ),
  );
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('Ghost export of version 5.82.1: 3 texts imported into'),
  ]);
  expect(output).toContain('left out: members (1)\n');
  expect(read('articles/bread/rye.md')).toBe(`---
title: On rye
excerpt: Rye at night
metaDescription: Long
seoTitle: Our rye
author: ann-hill
publishedAt: 2023-05-02T22:30:00Z
cover:
  src: rye-shop.png
  alt: The shop
tags:
  - Night
featured: true
aliases:
  - /rye
---

Rye. See [the starter](/general/starter).

![shop](rye-shop.png "Our shop")

By [Ann](https://photo.example/)
`);
  expect(read('redirects.yaml')).toContain('- from: /old-rye\n  to: /bread/rye\n');
  expect(read('authors.yaml')).toContain('https://x.com/annhill');
  expect(['site.yaml', 'authors.yaml', '.import/report.json'].map(read).join('')).not.toMatch(
    /private|invalid|GHOST/,
  );
  const checked = await check();
  expect([checked.status, checked.output]).toEqual([0, expect.stringContaining('no errors')]);
});

test('drafts, scheduled texts, texts for members and mails arrive with the status that a site without members can have', async () => {
  const { run, read, notesOf } = createGhostImport();
  const html = '<p>One.</p>';
  const { output } = await run(
    createGhostExport([
      createGhostPost('idea', { html, status: 'draft', published_at: null }),
      createGhostPost('later', {
        html,
        status: 'scheduled',
        published_at: '2999-01-01T00:00:00.000Z',
      }),
      createGhostPost('paid', {
        html: '<p>One.</p><!--members-only--><p>Two.</p>',
        visibility: 'paid',
      }),
      createGhostPost('mail', { html, status: 'sent' }),
    ]),
  );
  const drafts = ['idea', 'later', 'paid', 'mail'].map((slug) =>
    read(`articles/general/${slug}.md`).includes('draft: true'),
  );
  expect(drafts).toEqual([true, false, true, true]);
  expect(read('articles/general/idea.md')).toContain('publishedAt: 2023-05-01T08:00:00Z\n');
  expect(output).toContain('1 texts were for members');
  expect(output).toContain('1 texts were sent by mail only');
  expect(notesOf('paid')).toContain('what follows the paywall was for members only');
});

test('exports before version 1 arrive with times in milliseconds, dated addresses and Markdown', async () => {
  const { run, read } = createGhostImport();
  const old = {
    id: 7,
    title: 'Old',
    slug: 'old',
    markdown: '## A\n\n| a |\n| - |\n| 1 |\n\nText[^1]\n\n[^1]: Note',
    html: '',
    image: null,
    featured: 0,
    page: 0,
    status: 'published',
    author_id: 1,
    meta_title: 'Old title',
    created_at: 1_400_000_000_000,
    published_at: 1_400_019_600_000,
    updated_at: 1_400_019_600_000,
  };
  const about = {
    ...old,
    id: 8,
    slug: 'about',
    page: 1,
    html: '<p>About<sup id="fnref:1"><a href="#fn:1" rel="footnote">1</a></sup></p><div class="footnotes"><ol><li class="footnote" id="fn:1"><p>Us <a href="#fnref:1" title="return to article">↩</a></p></li></ol></div>',
  };
  const settings = {
    permalinks: '/:year/:month/:day/:slug/',
    activeTimezone: 'Asia/Tokyo',
    amp: 'true',
  };
  const users = [{ id: 1, name: 'Ann', slug: 'ann' }];
  await run({ meta: { version: '003' }, data: createGhostData([old, about], { users }, settings) });
  const post = read('articles/general/old.md');
  expect(post).toContain('aliases:\n  - /2014/05/14/old\n  - /2014/05/14/old/amp\n');
  expect(post).toContain('publishedAt: 2014-05-13T22:20:00Z\n');
  expect(post).toContain('seoTitle: Old title\nauthor: ann\n');
  expect(post).toContain('## A\n\n| a |\n| - |\n| 1 |\n\nText[^1]\n\n[^1]: Note\n');
  expect(read('pages/about.md')).toContain('About[^1]\n\n[^1]: Us\n');
});

test('routes.yaml and patterns of redirects say where texts were', async () => {
  const { run, read, add } = createGhostImport();
  add(
    'content/settings/routes.yaml',
    `routes:
  /hello/:
    data: page.about
  /shop/: shop
collections:
  /news/:
    permalink: /news/{year}/{slug}/
    filter: tag:news
  /:
    permalink: /{primary_author}/{slug}/
taxonomies:
  tag: /topic/{slug}/
`,
  );
  add(
    'content/data/redirects.json',
    JSON.stringify([
      { from: '^/(?:a|b)/?$', to: '/news/2023/one/', permanent: true },
      { from: '^\\/old\\/(.*)$', to: '/ann/$1/' },
      { from: '/c\\.html', to: 'https://elsewhere.example/', permanent: false },
      { from: '^\\/([0-9]{4})\\/(.*)$', to: '/$2' },
    ]),
  );
  const { output } = await run(
    createGhostExport(
      [
        createGhostPost('one'),
        createGhostPost('two'),
        createGhostPost('about', { type: 'page', html: '<p>Us</p>' }),
      ],
      {
        tags: [{ id: 1, name: 'News', slug: 'news' }],
        posts_tags: [{ post_id: 'one', tag_id: 1 }],
        users: [{ id: 1, name: 'Ann', slug: 'ann' }],
        posts_authors: [{ post_id: 'two', author_id: 1 }],
      },
    ),
  );
  expect(read('articles/news/one.md')).toContain('- /news/2023/one\n');
  expect(read('articles/general/two.md')).toContain('- /ann/two\n');
  const redirects = read('redirects.yaml');
  for (const from of ['/hello', '/a', '/b', '/c.html', '/topic/news', '/news/rss'])
    expect(redirects).toContain(`from: ${from}\n`);
  expect(redirects).toContain('- from: /old\n  to: /ann/\n  match: prefix\n');
  expect(output).toContain('routes.yaml: /shop/ is a page of the theme');
  expect(output).toContain(
    "^\\/([0-9]{4})\\/(.*)$ → /$2 is a pattern that redirects.yaml can't express",
  );
});

test('a site whose texts link to each other by whole addresses has their origin', async () => {
  const { run, read } = createGhostImport();
  const link = (slug: string) =>
    `<p><a href="https://hill.example/${slug}/">x</a> <a href="https://hill.example/gone.png">y</a></p>`;
  await run(
    createGhostExport([
      createGhostPost('one', { html: link('two') }),
      createGhostPost('two', { html: link('one') }),
    ]),
  );
  expect(read('site.yaml')).toContain('domain: hill.example\n');
  expect(read('articles/general/one.md')).toContain('[x](/general/two)');
});

test('an export without its pictures names them, and links to them if the address of the old site is given', async () => {
  const html =
    '<p><img src="__GHOST_URL__/content/images/a.png" alt="A"></p><p><a href="__GHOST_URL__/content/files/b.zip">B</a></p><img src="__GHOST_URL__/" alt="C">';
  const body = async (...flags: readonly string[]) => {
    const { run, read, check } = createGhostImport();
    const { output } = await run(createGhostExport([createGhostPost('a', { html })]), ...flags);
    expect((await check()).status).toBe(0);
    return { output, text: read('articles/general/a.md') };
  };
  const unknown = await body();
  expect(unknown.text).toContain('\n\nPicture: A\n\nB\n\nPicture: C\n');
  expect(unknown.output).toContain('give it with --url https://….\n');
  const named = await body('--url', 'https://hill.example/');
  expect(named.text).toContain(
    '[Picture: A](https://hill.example/content/images/a.png)\n\n[B](https://hill.example/content/files/b.zip)\n\nPicture: C\n',
  );
  expect(named.output).not.toContain('--url');
});

test('a site below a path of its domain has its addresses there', async () => {
  const { run, read } = createGhostImport();
  const html =
    '<p><a href="__GHOST_URL__/b/">b</a> <img src="__GHOST_URL__/content/images/a.png" alt="A"></p>';
  const posts = [createGhostPost('a', { html }), createGhostPost('b')];
  await run(createGhostExport(posts), '--url', 'https://hill.example/blog/');
  const text = read('articles/general/a.md');
  expect(text).toContain('aliases:\n  - /blog/a\n');
  expect(text).toContain('[b](/general/b)');
  expect(text).toContain('[Picture: A](https://hill.example/blog/content/images/a.png)');
  expect(read('redirects.yaml')).toContain('- from: /blog/rss\n');
});

test('exports with wrong types, repeated ids and hostile texts arrive as far as they can be read', async () => {
  const { run, read, folder } = createGhostImport();
  const deep = `{"root":{"type":"root","children":[${'{"type":"paragraph","children":['.repeat(3000)}${']}'.repeat(3000)}]}}`;
  const odd = {
    id: {},
    title: 5,
    slug: ['x'],
    html: 7,
    status: null,
    published_at: 'soon',
    featured: 'no',
    canonical_url: 'x',
  };
  const { status, output } = await run(
    createGhostExport(
      [
        createGhostPost('../../evil', { html: '<p><a href="javascript:alert(1)">a</a></p>' }),
        odd,
        createGhostPost('deep', { lexical: deep }),
        createGhostPost('cut', { lexical: '{"root":' }),
        createGhostPost('twin', { html: '<p>1</p>' }),
        createGhostPost('twin', { html: '<p>2</p>' }),
      ],
      { tags: 'none', users: [null, 3], posts_tags: [{ post_id: 'twin', tag_id: '__proto__' }] },
    ),
  );
  expect([status, output]).toEqual([0, expect.stringContaining('6 texts')]);
  expect(read('articles/general/evil.md')).not.toContain('javascript');
  expect(existsSync(path.join(folder, '../evil.md'))).toBe(false);
  expect(read('articles/general/deep.md')).toContain('```unconverted\n');
  expect(read('articles/general/cut.md')).toContain('```unconverted\n{"root":\n```');
  expect(['twin', 'twin-2'].map((slug) => read(`articles/general/${slug}.md`).at(-2))).toEqual([
    '1',
    '2',
  ]);
});

test.each([
  [
    'a truncated export',
    JSON.stringify(createGhostExport([createGhostPost('a')])).slice(0, -40),
    'ends in the middle',
  ],
  ['an export of something else', '{"data":{"products":[]}}', 'not an export of Ghost'],
])('%s is refused with a reason', async (_, content, reason) => {
  const { run, folder } = createGhostImport();
  const { status, output } = await run(content);
  expect([status, output]).toEqual([1, expect.stringContaining(reason)]);
  expect(output).not.toContain('    at ');
  expect(existsSync(path.join(folder, 'site.yaml'))).toBe(false);
});
