/**
 * A link signed with the site's secret shows one article that is not published, for seven days, and
 * nothing else does.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatPreviewPath } from '../../packages/marketing-workbench/src/site/addresses.ts';
import { signPreview } from '../../packages/marketing-workbench/src/store/posts/preview-links.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatText,
  GUIDE_FILE,
  SVG,
  writeContentFolder,
} from '../support/content-folder.ts';
import { listElements } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import {
  createPageRecord,
  createPostRecord,
  createTaxonomyRecords,
  NOW,
} from '../support/records.ts';
import { runCommand } from '../support/run-command.ts';
import { syncStore } from '../support/sync-store.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, ORIGIN } from '../support/test-site.ts';

const SECRET = 'a secret of thirty-two characters';
const DAY_S = 24 * 60 * 60;
const UNTIL = NOW / 1000 + 7 * DAY_S;
const DRAFT = 'zebra-crossing';
const TITLE = 'Zebra crossing at midnight';
const PUBLISHED = createPostRecord({ slug: 'published' });
const PAGE_DRAFT = {
  ...createPageRecord({ slug: 'about-zebras', title: 'About zebras', form: 'page' }),
  kind: 'pageDraft' as const,
};
const RECORDS = [
  ...createTaxonomyRecords(),
  PUBLISHED,
  createPostRecord({ slug: 'scheduled', publishedAt: NOW + 2 * DAY_S * 1000 }),
  { ...createPostRecord({ slug: DRAFT, title: TITLE }), kind: 'draft' as const },
];

function formatLink(slug: string, { secret = SECRET, until = UNTIL } = {}): string {
  return formatPreviewPath(signPreview(secret, slug, until));
}

test('a link shows the draft as an article, with a note, and for nobody else', async () => {
  await using site = await createTestSite({ records: RECORDS, previewSecret: SECRET });
  for (let request = 0; request < 2; request += 1) {
    const answer = await site.get(formatLink(DRAFT));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.headers).not.toHaveProperty('etag');
    const page = readPage(answer);
    expect(page).toMatchObject({ h1: TITLE, canonical: undefined, robots: 'noindex, nofollow' });
    expect(page.structuredData.size).toBe(0);
    expect(answer.body).toContain('Content of zebra-crossing.');
    expect(answer.body).toContain(
      'Draft: not published. This link works until November 27, 2026 at 12:00 UTC.',
    );
    expect(answer.body).toContain('<link rel="preload" href="/assets/text-common.woff2" as="font"');
    expect(answer.body).not.toContain('<script');
    expect(answer.body).not.toMatch(/Related Articles|Share this article/);
  }
});

test('a link shows the draft of a page or guide, and leads to it once it is published', async () => {
  const guide = {
    ...PAGE_DRAFT,
    slug: 'zebra-guide',
    title: 'All about zebras',
    form: 'guide' as const,
  };
  const records = [...RECORDS, PAGE_DRAFT, guide];
  await using site = await createTestSite({ records, previewSecret: SECRET });
  for (const { slug, title } of [PAGE_DRAFT, guide]) {
    const answer = await site.get(formatLink(slug));
    expect(answer.statusCode).toBe(200);
    expect(readPage(answer)).toMatchObject({
      h1: title,
      canonical: undefined,
      robots: 'noindex, nofollow',
    });
    expect(answer.body).toContain('Draft: not published. This link works until November 27, 2026');
    expect(answer.body).toContain('Content of about-zebras.');
    expect(answer.body).not.toMatch(/<script|Share this/);
    for (const url of [`/${slug}`, `/api/pages/${slug}`, `/${slug}.md`])
      expect([url, (await site.get(url)).statusCode]).toEqual([url, 404]);
  }
  for (const url of [
    '/',
    '/sitemap',
    '/api/sitemap.xml',
    '/llms.txt',
    '/feed.xml',
    '/search?q=zebras',
  ])
    expect([url, /about-zebras|zebra-guide/.test((await site.get(url)).body)]).toEqual([
      url,
      false,
    ]);
  syncStore(site.store, [...RECORDS, { ...PAGE_DRAFT, kind: 'page' }, guide], NOW);
  const { statusCode, headers } = await site.get(formatLink(PAGE_DRAFT.slug));
  expect([statusCode, headers.location]).toEqual([302, '/about-zebras']);
});

test('every link on the page of a draft that leads into the site leads somewhere', async () => {
  await using site = await createTestSite({ records: RECORDS, previewSecret: SECRET });
  const { root } = readPage(await site.get(formatLink(DRAFT)));
  const own = listElements(root, 'a')
    .map(({ attributes }) => attributes.href ?? '')
    .filter((href) => href.startsWith('/') && !href.endsWith(`/${DRAFT}`));
  expect(own.length).toBeGreaterThan(10);
  for (const href of new Set(own))
    expect([href, (await site.get(href)).statusCode < 400]).toEqual([href, true]);
});

test('a scheduled article is shown with its time, and a published one at its own address', async () => {
  await using site = await createTestSite({ records: RECORDS, previewSecret: SECRET });
  expect((await site.get(formatLink('scheduled'))).body).toContain(
    'Scheduled for November 22, 2026 at 12:00 UTC. This link works until November 27',
  );
  const { statusCode, headers } = await site.get(formatLink('published'));
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    302,
    '/seo/local-seo/published',
    'no-store',
  ]);
});

test('a link ends after its time with words, and other links are unknown addresses', async () => {
  await using site = await createTestSite({ records: RECORDS, previewSecret: SECRET });
  const good = signPreview(SECRET, DRAFT, UNTIL);
  const links = {
    'another secret': formatLink(DRAFT, { secret: 'another secret of thirty-two letters' }),
    'another slug': formatPreviewPath({ ...good, slug: 'scheduled' }),
    'a later end': formatPreviewPath({ ...good, until: String(UNTIL + 1) }),
    'no number': formatPreviewPath({ ...good, until: 'never' }),
    'a shorter signature': formatPreviewPath({ ...good, signature: good.signature.slice(1) }),
    'a longer signature': formatPreviewPath({ ...good, signature: `${good.signature}é` }),
    'no signature': formatPreviewPath({ ...good, signature: '' }),
    'a broken escape': formatPreviewPath({ ...good, slug: '%E0%A4%A' }),
    'an unknown slug': formatLink('no-such-text'),
  };
  for (const [name, link] of Object.entries(links)) {
    const answer = await site.get(link);
    expect([name, answer.statusCode, readPage(answer).h1]).toEqual([
      name,
      404,
      expect.stringMatching(/^(?:404 - Page|Article) Not Found$/),
    ]);
  }
  site.setTime(new Date(UNTIL * 1000 - 1).toISOString());
  expect((await site.get(formatLink(DRAFT))).statusCode).toBe(200);
  site.setTime(new Date(UNTIL * 1000).toISOString());
  const ended = await site.get(formatLink(DRAFT));
  expect([ended.statusCode, readPage(ended).h1]).toEqual([410, 'This link has ended']);
  expect(ended.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(ended.body).not.toContain(TITLE);
});

test('a failure on the way to a draft is logged without the link', async () => {
  await using site = await createTestSite({
    records: RECORDS,
    previewSecret: SECRET,
    wrapRenderer: () => () => Promise.reject(new Error('no page')),
  });
  const link = formatLink(DRAFT);
  const query = `/no-page?missing=${encodeURIComponent(link)}`;
  for (const address of [`/${link}`, link.replace('p', '%50'), query])
    expect([address, (await site.get(address)).statusCode]).toEqual([address, 500]);
  expect((await site.get('/no-page')).statusCode).toBe(500);
  // As the framework does when it can't send an answer.
  site.app.log.error({ req: { method: 'GET', url: link, ip: '203.0.113.77' } });
  const log = site.takeLog().map((line) => JSON.parse(line));
  expect(log.map(({ url }) => url)).toEqual([
    '(withheld)',
    '(withheld)',
    '(withheld)',
    '/no-page',
    undefined,
  ]);
  expect(log.at(-1)?.req).toEqual({ method: 'GET', url: '(withheld)' });
  expect(JSON.stringify(log)).not.toContain(link.split('/').at(-1));
});

test('without a secret a link is an unknown address, which no cache keeps', async () => {
  await using site = await createTestSite({ records: RECORDS });
  const answer = await site.get(formatLink(DRAFT));
  expect([answer.statusCode, readPage(answer).h1]).toEqual([404, '404 - Page Not Found']);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
});

test('a draft is at no other address and in no list, search, feed or sitemap', async () => {
  await using site = await createTestSite({ records: RECORDS, previewSecret: SECRET });
  const calls = [
    '/api/posts',
    `/api/posts/${DRAFT}`,
    '/api/search?q=zebra',
    '/api/search/suggestions?q=zebra',
  ];
  const files = [
    '/feed.xml',
    '/seo/feed.json',
    '/api/sitemap.xml',
    '/llms.txt',
    `/seo/local-seo/${DRAFT}.md`,
  ];
  for (const url of [
    '/',
    '/articles',
    '/seo',
    '/sitemap',
    `/seo/local-seo/${DRAFT}`,
    ...calls,
    ...files,
  ]) {
    const { statusCode, body } = await site.get(url);
    expect([url, statusCode === 200 && /zebra.crossing/i.test(body)]).toEqual([url, false]);
  }
});

describe('the command', () => {
  const draft = `articles/seo/local-seo/${DRAFT}.md`;
  const writeFolder = () =>
    writeContentFolder({
      [draft]: formatArticle(
        { title: TITLE, draft: true, downloads: ['zebra.csv'] },
        '![A zebra](zebra.svg "It crosses.")',
      ),
      'articles/seo/local-seo/zebra.svg': SVG,
      'articles/seo/local-seo/zebra.csv': 'stripe,width',
    });

  test('prints a link that works on a site with the published draft, its picture and its download', async () => {
    const folder = await writeFolder();
    const environment = {
      CONTENT_DIR: folder,
      DATA_DIR: createDataDir(),
      SITE_URL: ORIGIN,
      PREVIEW_SECRET: SECRET,
    };
    const { status, output } = await runCommand(['preview', DRAFT], environment);
    expect(status).toBe(0);
    const [link = '', explanation] = output.split('\n');
    expect(explanation).toMatch(/^It shows the text as last published .* until \d{4}-\d\d-\d\dT/);
    const { records } = await compileFolder(folder, undefined, { wanted: 'drafts' });
    await using site = await createTestSite({
      records,
      previewSecret: SECRET,
      now: new Date().toISOString(),
    });
    const { statusCode, body } = await site.get(link.replace(ORIGIN, ''));
    expect([statusCode, body.includes(TITLE)]).toEqual([200, true]);
    const [picture = ''] = /\/media\/[\w-]+\.svg/.exec(body) ?? [];
    expect((await site.get(picture)).statusCode).toBe(200);
    const [download = ''] = /\/media\/\w+-zebra\.csv/.exec(body) ?? [];
    expect((await site.get(download)).body).toBe('stripe,width');
  });

  test('prints a link to the draft of a page or guide, which publishing stores', async () => {
    const description = `About: ${DESCRIPTION}`;
    const folder = await writeContentFolder({
      'pages/about.md': formatText(
        { title: 'About us', metaDescription: description, draft: true },
        'Us.',
      ),
      [GUIDE_FILE]: formatGuide('Words of the guide.', { draft: true }),
      'pages/terms.md': formatText({ title: 'Terms', metaDescription: DESCRIPTION }, 'Rules.'),
    });
    const environment = {
      CONTENT_DIR: folder,
      DATA_DIR: createDataDir(),
      SITE_URL: ORIGIN,
      PREVIEW_SECRET: SECRET,
    };
    const published = (await runCommand(['publish'], environment)).output;
    expect(published).toContain(', 2 drafts for preview links only,');
    const { records } = await compileFolder(folder, undefined, { wanted: 'drafts' });
    await using site = await createTestSite({
      records,
      previewSecret: SECRET,
      now: new Date().toISOString(),
    });
    for (const [slug, words] of [
      ['about', 'Us.'],
      ['google-ads-coupon-codes', 'Words of the guide.'],
    ] as const) {
      const { output } = await runCommand(['preview', slug], environment);
      const { statusCode, body } = await site.get(
        (output.split('\n')[0] ?? '').replace(ORIGIN, ''),
      );
      expect([slug, statusCode, body.includes(words)]).toEqual([slug, 200, true]);
    }
    const { output } = await runCommand(['preview', 'terms'], environment);
    expect(output).toBe('terms is published already, at /terms.\n');
  });

  test('says why it prints none', async () => {
    const folder = await writeFolder();
    const run = async (slug: string, more: Readonly<Record<string, string>>) =>
      (
        await runCommand(['preview', slug], {
          CONTENT_DIR: folder,
          DATA_DIR: createDataDir(),
          ...more,
        })
      ).output;
    expect(await run(DRAFT, {})).toMatch(/^PREVIEW_SECRET is not set\. Set it to/);
    const secret = { PREVIEW_SECRET: SECRET };
    expect(await run('base-article', secret)).toBe(
      'base-article is published already, at /seo/local-seo/base-article.\n',
    );
    expect(await run('zebra', secret)).toBe(
      `No draft or scheduled article without problems has the slug zebra; write one of ${DRAFT}.\n`,
    );
  });

  test('drafts are published only with a secret, and withdrawn when they are gone', async () => {
    const folder = await writeFolder();
    const environment = { CONTENT_DIR: folder, DATA_DIR: createDataDir() };
    const publish = async (more: Readonly<Record<string, string>>) =>
      (await runCommand(['publish'], { ...environment, ...more })).output;
    expect(await publish({})).toMatch(/, 0 pictures: \d+ added, 0 changed, 0 removed;/);
    const secret = { PREVIEW_SECRET: SECRET };
    expect(await publish(secret)).toMatch(
      /, 1 draft for preview links only, 28 legacy posts, 1 picture, 1 download: 3 added, 0 changed, 0 removed;/,
    );
    await rm(join(folder, draft));
    await rm(join(folder, 'articles/seo/local-seo/zebra.svg'));
    await rm(join(folder, 'articles/seo/local-seo/zebra.csv'));
    expect(await publish(secret)).toMatch(/, 0 pictures: 0 added, 0 changed, 3 removed;/);
  });
});
