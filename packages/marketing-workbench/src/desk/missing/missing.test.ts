import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  type ContentOverrides,
  formatArticle,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';
import { runCommand } from '../../../../../tests/support/run-command.ts';
import { createDataDir } from '../../../../../tests/support/temporary-store.ts';
import { utcDay } from '../../site/dates.ts';
import { type Counted, countOnDay } from '../../store/counts/day-counts.ts';
import { openStore } from '../../store/store.ts';

type RecordedRequest = Counted & { readonly times?: number; readonly daysAgo?: number };

const REVIEWS = 'articles/seo/local-seo/customer-reviews.md';
const REVIEWS_ADDRESS = '/seo/local-seo/customer-reviews';
const REDIRECTS = '# Kept\n- from: /moved # why\n  to: /seo\n';
const FOLDER: ContentOverrides = {
  [REVIEWS]: formatArticle({ title: 'Ask customers for reviews' }),
  'articles/seo/local-seo/secret-plan.md': formatArticle({ title: 'Secret plan', draft: true }),
  'articles/seo/local-seo/far-future.md': formatArticle({
    title: 'Far future',
    publishedAt: '2100-01-01',
  }),
  'redirects.yaml': REDIRECTS,
};

async function createSite(asked: readonly RecordedRequest[], overrides: ContentOverrides = FOLDER) {
  const contentDir = await writeContentFolder(overrides);
  const dataDir = createDataDir();
  using store = openStore({ dataDir });
  const today = utcDay(new Date());
  store.state.transaction(() => {
    for (const { times = 1, daysAgo = 0, ...counted } of asked)
      for (let time = 0; time < times; time += 1)
        countOnDay(store.state, counted, today - daysAgo, { daysKept: 400, rowsPerDay: 1_000 });
  });
  return {
    run: (...args: readonly string[]) =>
      runCommand(['missing', ...args], { CONTENT_DIR: contentDir, DATA_DIR: dataDir }),
    readRedirects: () => readFileSync(join(contentDir, 'redirects.yaml'), 'utf8'),
  };
}

const missing = (name: string, times = 1, host = ''): RecordedRequest => ({
  kind: 'missing',
  name,
  host,
  times,
});

test('addresses asked for in vain are listed, most wanted first, with hosts and the page they mean', async () => {
  const site = await createSite([
    missing('/blog/customer-reviews.html', 3, 'google.com'),
    missing('/blog/customer-reviews.html', 1, 'bing.com'),
    missing('/Blog/Customer-Reviews.html/'),
    missing('/best-pizza-recipes', 2),
    missing('/old', 7),
    { ...missing('/old'), daysAgo: 40, times: 9 },
    { kind: 'missing-robot', name: '/customer-review', times: 2 },
    missing('/wp-login.php', 4),
    { kind: 'missing-robot', name: '/.env', times: 5 },
    missing('', 6),
    // These have a page or a redirect by now, or will have one.
    ...[ARTICLE_ADDRESS, '/SEO/', '/wrong/customer-reviews', '/moved', '/search', '/feed.xml'].map(
      (path) => missing(path),
    ),
  ]);
  const { status, output } = await site.run();
  expect({ status, output }).toEqual({
    status: 0,
    output: `Readers requested 3 addresses without a page in the last 30 days:
     7  /old
        no page is similar
     5  /blog/customer-reviews.html
        from google.com (3), bing.com (1)
        → ${REVIEWS_ADDRESS} (97 % sure)
     2  /best-pizza-recipes
        no page is similar
Robots requested 1 address without a page:
     2  /customer-review
        → ${REVIEWS_ADDRESS} (95 % sure)
Attackers tried 2 addresses 9 times, such as /.env, /wp-login.php; you need not do anything.
6 further requests for addresses beyond the limit of a day.
1 redirect would be written by: npm run content -- missing --write
`,
  });
  expect((await site.run('--days', '60')).output).toContain('    16  /old\n');
  const { readers, robots } = JSON.parse((await site.run('--json')).output);
  expect(readers[1]).toEqual({
    path: '/blog/customer-reviews.html',
    count: 5,
    hosts: [
      { host: 'google.com', count: 3 },
      { host: 'bing.com', count: 1 },
    ],
    guess: { path: REVIEWS_ADDRESS, title: 'Ask customers for reviews', certainty: 0.97 },
  });
  expect(robots).toHaveLength(1);
  expect(site.readRedirects()).toBe(REDIRECTS);
});

test('--write adds the sure ones once, keeps what the file has, and says what it leaves out', async () => {
  const site = await createSite([
    missing('/blog/customer-reviews.html', 3),
    missing('/blog/customer-reviews.html/'),
    missing('/customer-surveys'),
    missing('/seo/local-seo/secret-plan'),
    missing('/seo/local-seo/far-future'),
    missing('/2021/05/customer-reviews/comments:all'),
    missing('/customer-reviews/"quoted": yes'),
    { kind: 'missing-robot', name: '/customer-review' },
  ]);
  const { status, output } = await site.run('--write');
  expect(output).toContain(`/blog/customer-reviews.html → ${REVIEWS_ADDRESS}\n1 redirect written`);
  expect(status).toBe(0);
  const row = `- from: /blog/customer-reviews.html\n  to: ${REVIEWS_ADDRESS}\n`;
  expect(site.readRedirects()).toBe(REDIRECTS + row);
  const again = await site.run('--write');
  expect(again.output).toContain('No redirect is sure enough to be written.');
  expect(again.output).not.toContain('customer-reviews.html');
  expect(site.readRedirects()).toBe(REDIRECTS + row);
});

test('an address is harmless in the terminal, in JSON and in redirects.yaml, whatever it holds', async () => {
  const hostile = [
    '/customer-reviews\u001b[2J\u009b31m',
    '/customer-reviews\n- from: /seo',
    '/customer-reviews\u202etxt.html',
    '/customer-reviews: {a: b} #',
    `/customer-reviews/${'x'.repeat(180)}`,
    '/%zz/customer-reviews',
  ];
  const site = await createSite(hostile.map((name) => missing(name, 1, 'evil\u001b[2J.example')));
  for (const args of [[], ['--json'], ['--write']]) {
    const { output } = await site.run(...args);
    expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    if (args[0] === '--json') expect(JSON.parse(output).readers).toHaveLength(hostile.length);
  }
  expect(
    site
      .readRedirects()
      .split('\n')
      .filter((line) => line.startsWith('- from')),
  ).toHaveLength(1);
});

test('a wrong flag, an empty state and a missing or damaged one get a clear line', async () => {
  const site = await createSite([]);
  expect(await site.run()).toEqual({
    status: 0,
    output: 'Nobody requested an address without a page in the last 30 days.\n',
  });
  for (const days of ['0', '-1', 'x', '1e3', '99999'])
    expect((await site.run(`--days=${days}`)).output).toBe(
      '--days takes a whole number from 1 to 3650, such as --days 90.\n',
    );
  expect((await site.run('--json', '--write')).status).toBe(1);
  const dataDir = createDataDir();
  const run = () => runCommand(['missing'], { DATA_DIR: dataDir });
  expect((await run()).output).toContain('state.sqlite is missing. Start the site once');
  writeFileSync(join(dataDir, 'state.sqlite'), 'x'.repeat(5_000));
  const { status, output } = await run();
  expect([status, output.trim().split('\n').length]).toEqual([1, 1]);
});
