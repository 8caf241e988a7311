import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  type ContentOverrides,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  GUIDE_FILE,
  SVG,
  writeContentFolder,
} from '../support/content-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestSite } from '../support/test-site.ts';

const OTHER_FILE = 'articles/seo/local-seo/other.md';
const NEW_FILE = 'articles/seo/local-seo/new.md';
const NEW_ADDRESS = '/seo/local-seo/new';
const BROKEN = '---\ntitle: [\n---\n\nWords.\n';
const FIGURE = '![A square](figure.svg "A square.")';

/** Publishes a folder, changed by `overrides`, to a running site. */
async function createPublishedSite(overrides: ContentOverrides = {}) {
  const contentDir = await writeContentFolder(overrides);
  const site = await createTestSite({ records: [], now: '2026-06-01T00:00:00Z' });
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: path.dirname(site.store.indexPath) };
  return {
    get: site.get,
    title: async (address: string) => (await site.page(address)).title,
    run: (...args: readonly string[]) => runCommand(args, environment),
    publish: (...flags: readonly string[]) => runCommand(['publish', ...flags], environment),
    /** Writes files; null removes one. */
    write: (files: ContentOverrides) => {
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(contentDir, name);
        mkdirSync(path.dirname(file), { recursive: true });
        if (content === null) rmSync(file);
        else writeFileSync(file, content);
      }
    },
    removeIndex: () => site.restart(() => rmSync(site.store.indexPath)),
    takeLog: site.takeLog,
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
}

type Site = Awaited<ReturnType<typeof createPublishedSite>>;

async function readStatuses(site: Site, ...addresses: readonly string[]) {
  return Promise.all(addresses.map(async (address) => (await site.get(address)).statusCode));
}

test('a text with an error keeps its last version, and everything else is published', async () => {
  await using site = await createPublishedSite({
    [ARTICLE_FILE]: formatArticle({ aliases: ['/old-address'], tags: ['Maps'] }, FIGURE),
    'articles/seo/local-seo/figure.svg': SVG,
    [OTHER_FILE]: formatArticle({ title: 'The other' }),
  });
  expect(await site.publish()).toMatchObject({ status: 0 });
  const figure = /\/media\/[^"]+\.svg/.exec((await site.get(ARTICLE_ADDRESS)).body)?.[0] ?? '';

  site.write({
    [ARTICLE_FILE]: BROKEN,
    [OTHER_FILE]: formatArticle({ title: 'The other one' }, `Read [the new](${NEW_ADDRESS}).`),
    [NEW_FILE]: formatArticle({ title: 7 }),
    'articles/seo/local-seo/new-and-good.md': formatArticle({ title: 'Good' }),
  });
  const strict = await site.publish('--strict');
  expect(strict.status).toBe(1);
  expect(strict.output).toMatch(/to fix.*\.\nNothing was published; .*\n$/);
  expect(await site.title('/seo/local-seo/other')).toContain('The other');
  expect(await readStatuses(site, '/seo/local-seo/new-and-good')).toEqual([404]);

  // The redirect of the alias is stored again, as one that is active.
  for (const counts of ['1 added, 2 changed, 0 removed', '0 added, 0 changed, 0 removed']) {
    const { status, output } = await site.publish();
    expect(status).toBe(1);
    expect(output.split('\n')).toEqual([
      expect.stringMatching(/^content\/articles\/seo\/local-seo\/base-article\.md:2 /),
      expect.stringMatching(/^content\/articles\/seo\/local-seo\/new\.md:2 title /),
      expect.stringMatching(/^2 errors to fix/),
      expect.stringContaining(`Published 3 live articles, 28 legacy posts, 0 pictures: ${counts}`),
      'content/articles/seo/local-seo/other.md:8 leads to /seo/local-seo/new, which answers 404 until content/articles/seo/local-seo/new.md is corrected',
      'HELD BACK until corrected: content/articles/seo/local-seo/base-article.md (its last version stays), content/articles/seo/local-seo/new.md (not published yet).',
      '',
    ]);
  }
  expect(await site.title('/seo/local-seo/other')).toContain('The other one');
  expect(await site.title(ARTICLE_ADDRESS)).toContain('Base article');
  expect(await readStatuses(site, NEW_ADDRESS, '/seo/local-seo/new-and-good', figure)).toEqual([
    404, 200, 200,
  ]);
  expect((await site.get('/old-address')).headers.location).toBe(ARTICLE_ADDRESS);
  for (const address of ['/search?q=base', '/feed.xml', '/seo/local-seo', '/sitemap-pages.xml'])
    expect((await site.get(address)).body, address).toContain(ARTICLE_ADDRESS);

  site.write({
    [ARTICLE_FILE]: formatArticle({ title: 'Mended' }),
    [NEW_FILE]: formatArticle({ title: 'New' }),
    'articles/seo/local-seo/figure.svg': null,
  });
  const mended = await site.publish('--strict');
  expect(mended.output).not.toContain('HELD BACK');
  expect(mended.status).toBe(0);
  expect(await site.title(ARTICLE_ADDRESS)).toContain('Mended');
  expect(await readStatuses(site, NEW_ADDRESS, figure)).toEqual([200, 404]);
});

test('every kind of text keeps its last version, also when a picture or a fact is wrong', async () => {
  const legacy = (body: string) => `${formatLegacyPost('/2012/old.html')}${body}`;
  const fact = (number: string) =>
    `- fact: A length\n  value: "${number} letters"\n  source: https://example.com/\n  checkedAt: 2026-11-01\n  texts: [other]\n`;
  await using site = await createPublishedSite({
    [ARTICLE_FILE]: formatArticle({}, FIGURE),
    'articles/seo/local-seo/figure.svg': SVG,
    [OTHER_FILE]: formatArticle({ title: 'The other' }, 'It has 30 letters.'),
    'facts.yaml': fact('30'),
    'pages/about.md': formatGuide('About us.', { title: 'About' }),
    'legacy/old.md': legacy('Old.'),
  });
  expect(await site.publish()).toMatchObject({ status: 0 });
  const addresses = [
    ARTICLE_ADDRESS,
    '/seo/local-seo/other',
    '/google-ads-coupon-codes',
    '/about',
    '/2012/old.html',
  ];
  const bodies = await Promise.all(
    addresses.map(async (address) => (await site.get(address)).body),
  );
  site.write({
    'articles/seo/local-seo/figure.svg': '<svg',
    'facts.yaml': fact('35'),
    [GUIDE_FILE]: '',
    'pages/about.md': BROKEN,
    'legacy/old.md': '---\nlegacyUrl: /2012/old.html\ntitle: [\n---\n',
  });
  const { status, output } = await site.publish();
  expect(output.match(/\(its last version stays\)/g)).toHaveLength(addresses.length);
  expect(status).toBe(1);
  for (const [index, address] of addresses.entries())
    expect((await site.get(address)).body).toBe(bodies[index]);
});

test.each([
  ['content/site.yaml', { 'site.yaml': 'name: 7\n' }],
  ['content/redirects.yaml', { 'redirects.yaml': '- from: /gone\n  to: /nowhere\n' }],
  ['content/unknown.yaml', { 'unknown.yaml': '' }],
])('an error in %s stops publishing', async (_, files) => {
  await using site = await createPublishedSite();
  site.write({ [ARTICLE_FILE]: formatArticle({ title: 'Changed' }), ...files });
  const { status, output } = await site.publish();
  expect(status).toBe(1);
  expect(output).toMatch(/Nothing was published; .*\n$/);
});

test('of two texts with one slug the one that is published stays, and of two new ones none is published', async () => {
  await using site = await createPublishedSite();
  expect(await site.publish()).toMatchObject({ status: 0 });
  // Its file comes first, so the error names the older text.
  const [moved, first, second] = [
    'articles/google-ads/base-article.md',
    'articles/google-ads/twin.md',
    'articles/seo/twin.md',
  ];
  site.write({
    [moved]: formatArticle({ title: 'The newer one' }),
    [first]: formatArticle({ title: 'First twin' }),
    [second]: formatArticle({ title: 'Second twin' }),
    [ARTICLE_FILE]: formatArticle({ title: 'The older one' }),
  });
  const { status, output } = await site.publish();
  expect(status).toBe(1);
  expect(output).toContain(
    `HELD BACK until corrected: content/${moved} (not published yet), content/${second} (not published yet), content/${first} (not published yet).`,
  );
  expect(await site.title(ARTICLE_ADDRESS)).toContain('The older one');
  expect(await readStatuses(site, '/google-ads/twin', '/seo/twin')).toEqual([404, 404]);
});

/** A site with the categories of the base, and more of them. */
function formatSite(name: string, ...more: readonly string[]): ContentOverrides {
  const categories = [
    `  - slug: seo\n    name: ${name}\n    subcategories: [{ slug: local-seo, name: Local }]`,
    ...more.map((slug) => `  - slug: ${slug}\n    name: ${slug}`),
  ];
  return { 'site.yaml': `categories:\n${categories.join('\n')}\n` };
}

const LOST_FILE = 'articles/extra/lost.md';
const OWN_SITE = { ...formatSite('Search', 'extra'), 'categories.yaml': null };

test('a text that is withdrawn as a draft with an error does not stay public', async () => {
  await using site = await createPublishedSite({
    [OTHER_FILE]: formatArticle({ title: 'The other' }),
  });
  expect(await site.publish()).toMatchObject({ status: 0 });
  site.write({ [OTHER_FILE]: formatArticle({ draft: true, excerpt: 7 }) });
  expect((await site.publish()).output).toContain('/seo/local-seo/other was published');
  expect(await site.publish('--allow-gone')).toMatchObject({ status: 1 });
  expect(await readStatuses(site, ARTICLE_ADDRESS, '/seo/local-seo/other')).toEqual([200, 410]);
});

test('a last version whose category is gone is left out, and its address is protected', async () => {
  await using site = await createPublishedSite({
    ...OWN_SITE,
    [LOST_FILE]: formatArticle({ title: 'Lost' }),
  });
  expect(await site.publish()).toMatchObject({ status: 0 });
  site.write({ ...formatSite('Search'), [ARTICLE_FILE]: formatArticle({ title: 'Changed' }) });
  const { status, output } = await site.publish();
  expect(status).toBe(1);
  expect(output).toContain('/extra/lost was published and is about to vanish');
  expect(await readStatuses(site, '/extra/lost')).toEqual([200]);
  expect((await site.publish('--allow-gone')).output).toContain(
    'HELD BACK until corrected: content/articles/extra/lost.md (left out, because its category “extra” is gone).',
  );
  expect(await readStatuses(site, '/extra/lost')).toEqual([410]);
  expect(await site.title(ARTICLE_ADDRESS)).toContain('Changed');
});

test('a last version is found by the new name of its category, and in a new language', async () => {
  await using site = await createPublishedSite(OWN_SITE);
  expect(await site.publish()).toMatchObject({ status: 0 });
  site.write({ ...formatSite('Findability', 'extra'), [ARTICLE_FILE]: BROKEN });
  expect((await site.publish()).output).toContain('Published 1 live article');
  expect((await site.get('/search?q=findability')).body).toContain(ARTICLE_ADDRESS);
  const { 'site.yaml': settings } = formatSite('Findability', 'extra');
  site.write({ 'site.yaml': `language: de\n${settings}` });
  expect((await site.publish()).output).toContain('Published 1 live article');
  expect((await site.get('/search?q=base')).body).toContain(ARTICLE_ADDRESS);
});

test('without an index a text with errors is left out, and its address stays for it', async () => {
  await using site = await createPublishedSite({ [OTHER_FILE]: formatArticle({ title: 'Other' }) });
  expect(await site.publish()).toMatchObject({ status: 0 });
  site.write({ [ARTICLE_FILE]: BROKEN });
  await site.removeIndex();
  const { status, output } = await site.publish();
  expect(output).toContain('base-article.md (not published yet).');
  expect(status).toBe(1);
  expect(await readStatuses(site, ARTICLE_ADDRESS, '/seo/local-seo/other')).toEqual([404, 200]);
  site.write({ [ARTICLE_FILE]: formatArticle() });
  expect(await site.publish()).toMatchObject({ status: 0 });
  expect(await readStatuses(site, ARTICLE_ADDRESS)).toEqual([200]);
});
