import path from 'node:path';
import { expect, test } from 'vitest';
import { changeFolder, runIn } from '../../../../tests/support/change-folder.ts';
import {
  ARTICLE_FILE,
  formatArticle,
  formatLegacyPost,
  formatStandard,
  legacyFile,
} from '../../../../tests/support/content-folder.ts';

const OTHER = 'articles/seo/technical-seo/other.md';
const THIRD = 'articles/google-ads/display/third.md';
const LEGACY_PATH = '/2013/05/what-is-adwords';

const article = (title: string, body?: string, keys = {}) =>
  formatArticle({ title, ...keys }, body);

test('a check counts errors and advice apart, and only errors make it fail', async () => {
  const advised = { [OTHER]: article('x'.repeat(61), '[a](http://shop.example)') };
  const long = `content/${OTHER}:2 advice (lengths): title has 61 characters; write 1 to 60 characters`;
  const insecure = `content/${OTHER}:8 advice (insecureLinks): link to http://shop.example is not encrypted; write https://`;
  const good = await changeFolder(advised, 'check');
  const counts = '2 live articles, 28 legacy posts, 0 pictures';
  expect(good).toMatchObject({ status: 0, files: {} });
  expect(good.output).toBe(
    `${long}\n${insecure}\n${good.contentDir}: ${counts}, no errors, 2 pieces of advice.\n`,
  );
  const published = await runIn(good.contentDir, 'publish');
  expect(published.status).toBe(0);
  expect(published.output).toMatch(
    new RegExp(`^no errors, 2 pieces of advice: npm run content -- check\nPublished ${counts}: `),
  );
  const faulty = await changeFolder({ ...advised, [THIRD]: article('Third', '# No') }, 'check');
  expect([faulty.status, faulty.output]).toEqual([
    1,
    `content/${THIRD}:8 heading “No” is a second title; begin it with ##\n${long}\n${insecure}\n1 error to fix, 2 pieces of advice.\n`,
  ]);
});

test('a check of everything lists errors first, then one line for each rule', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `articles/seo/local-seo/a-${index}.md`);
  const folder = await changeFolder(
    {
      ...Object.fromEntries(
        names.map((name, index) => [name, article(`${index} ${'x'.repeat(61)}`)]),
      ),
      'articles/seo/local-seo/b.md': article('B', '[a](http://shop.example)'),
      [OTHER]: article('Other', '# No'),
      [THIRD]: article('Third', '[a](http://shop.example) and [b](http://b.example)'),
      'guides/short.md': '---\ntitle: 7\npublishedAt: 2025-01-01\n---\n\nWords.\n',
    },
    'check',
  );
  const errors = [
    `content/${OTHER}:8 heading “No” is a second title; begin it with ##`,
    'content/guides/short.md:2 title is not a text; write "7", in quotes',
  ];
  const summary = '2 errors to fix, 26 pieces of advice.\n';
  expect([folder.status, folder.output.split('\n')]).toEqual([
    1,
    [
      ...errors,
      'advice (lengths): 23 places, which npm run content -- check --advice lengths lists',
      'advice (insecureLinks): 3 places, which npm run content -- check --advice insecureLinks lists',
      ...summary.split('\n'),
    ],
  ]);
  const countLines = (output: string) => output.match(/ advice \(/g)?.length;
  const lengths = await runIn(folder.contentDir, 'check', '--advice', 'lengths');
  expect(lengths.output).toMatch(new RegExp(`^${errors.join('\n')}\n[^]*\n${summary}$`));
  expect(countLines(lengths.output)).toBe(23);
  const part = await runIn(
    folder.contentDir,
    'check',
    'articles/google-ads',
    '--advice',
    'lengths',
  );
  expect(part.output).toBe('content/articles/google-ads: no errors, 2 pieces of advice.\n');
  const all = await runIn(folder.contentDir, 'check', 'articles/seo');
  expect(all.output).toMatch(new RegExp(`^${errors[0]}\n`));
  expect(countLines(all.output)).toBe(24);
  expect(await runIn(folder.contentDir, 'check', '--advice', 'length')).toMatchObject({
    status: 1,
    output: 'length is not a rule of advice; did you mean lengths?\n',
  });
});

test('a check says that the interface of a site in another language is in English', async () => {
  const { status, output } = await changeFolder({ 'site.yaml': 'language: de-AT\n' }, 'check');
  expect(status).toBe(0);
  expect(output).toMatch(
    /no problems\.\nThe language of the texts is Austrian German \(de-AT\)\. The interface, such as menus, buttons and dates, is in English\.\n$/,
  );
});

test('a check of one file or folder lists its findings only', async () => {
  const folder = await changeFolder(
    {
      [OTHER]: article('Other', `# No\n\n[a](${LEGACY_PATH}x)`),
      [THIRD]: article('Third', 'To [another](/seo/technical-seo/other).'),
      [ARTICLE_FILE]: article('Base article', '# No'),
    },
    'check',
    'articles/seo/technical-seo',
  );
  const own = [
    `content/${OTHER}:8 heading “No” is a second title; begin it with ##`,
    `content/${OTHER}:10 link to ${LEGACY_PATH}x does not exist; did you mean ${LEGACY_PATH}?`,
    '2 errors to fix.\n',
  ].join('\n');
  expect([folder.status, folder.output]).toEqual([1, own]);
  for (const place of [OTHER, `content/${OTHER}`, path.join(folder.contentDir, OTHER)])
    expect((await runIn(folder.contentDir, 'check', place)).output).toBe(own);
  expect(await runIn(folder.contentDir, 'check', 'articles/google-ads/')).toMatchObject({
    status: 0,
    output: 'content/articles/google-ads: no problems.\n',
  });
  expect(await runIn(folder.contentDir, 'check', 'articles/seo/tecnical-seo')).toMatchObject({
    status: 1,
    output: `articles/seo/tecnical-seo is not a file or folder of ${folder.contentDir}; did you mean content/articles/seo/technical-seo?\n`,
  });
  expect((await runIn(folder.contentDir, 'check', '/etc')).output).toBe(
    `/etc is not a file or folder of ${folder.contentDir}; write the path of a text, or of a folder such as articles/seo.\n`,
  );
});

test('--fix rewrites links that redirect, in one file or in all, and keeps all other bytes', async () => {
  const [legacy, kept] = [legacyFile(LEGACY_PATH), '[no](/none) http://a.example `[x](/once)`'];
  const bodyOf = (to: string, seo: string) =>
    `---\n\nA [link](${to}#grö-ße  "/once"), <!-- -->[two][r] & [\\] three](<${seo}>)\r\n${kept}\n\n[r]: ${to}\n`;
  const write = (to: string, seo: string, base: string) => ({
    [OTHER]: `\uFEFF${article('Other').replace(/---\n\nSome words.\n$/, () => bodyOf(to, seo))}`,
    [THIRD]: article('Third', `[old](${base})`).replaceAll('\n', '\r\n'),
  });
  const files = {
    [ARTICLE_FILE]: formatArticle({}, '## Grö ße').replace('---\n', '---\naliases: [/once]\n'),
    [legacy]: formatLegacyPost(LEGACY_PATH, { redirectTo: '/seo/local-seo/base-article' }),
  };
  const base = '/seo/local-seo/base-article';
  const one = await changeFolder(
    { ...files, ...write('/once', '/SEO/', LEGACY_PATH) },
    'check',
    THIRD,
    '--fix',
  );
  const after = write(base, '/seo', base);
  expect(one).toMatchObject({ status: 0, files: { [THIRD]: after[THIRD] } });
  expect(one.output).toBe(
    `content/${THIRD}: 1 link, line 8\n1 link in 1 file rewritten.\ncontent/${THIRD}: no problems.\n`,
  );
  const all = await runIn(one.contentDir, 'check', '--fix');
  expect(all.files).toEqual({ [OTHER]: after[OTHER] });
  expect(all.output).toContain(
    `content/${OTHER}: 3 links, lines 8, 11\n3 links in 1 file rewritten.\n`,
  );
  expect(all.output).toContain(`content/${OTHER}:9 link to /none does not exist`);
  expect(await runIn(one.contentDir, 'check', '--fix')).toMatchObject({ status: 1, files: {} });
});

test('a check and a publication tell how many texts are live, scheduled and drafts', async () => {
  const later = (publishedAt: string) => ({ publishedAt });
  const folder = await changeFolder(
    {
      [OTHER]: article('Other', undefined, later('2100-01-02 09:30')),
      [THIRD]: article('Third', undefined, later('2100-01-01T12:00+02:00')),
      'articles/seo/draft.md': article('Draft', undefined, { draft: true }),
      'standard.yaml': formatStandard({ enforce: false }),
    },
    'publish',
  );
  const counts =
    '1 live article, 2 scheduled (the next on 2100-01-01 at 10:00 UTC), 1 draft, 28 legacy posts, 0 pictures';
  expect(folder.output).toContain(`\nPublished ${counts}: `);
  expect((await runIn(folder.contentDir, 'check')).output).toContain(
    `: ${counts}, no errors, 1 piece of`,
  );
});
