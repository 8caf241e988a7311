import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  type ContentOverrides,
  formatArticle,
  GUIDE_FILE,
  SVG,
  writeContentFolder,
} from '../support/content-folder.ts';
import { createSiteNode } from '../support/site-node.ts';
import { createDatabase, runCommand } from './support/cluster.ts';
import { waitForDatabase, waitUntil } from './support/readers.ts';

const OTHER_FILE = 'articles/seo/local-seo/other.md';
const NEW_FILE = 'articles/seo/local-seo/new.md';
const OTHER = '/api/posts/other';

test('PostgreSQL keeps the last version of a text with an error, and gets everything else', async () => {
  const contentDir = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle(
      { aliases: ['/old-address'] },
      '![A square](figure.svg "A square.")',
    ),
    'articles/seo/local-seo/figure.svg': SVG,
    [OTHER_FILE]: formatArticle({ title: 'The other' }),
  });
  const url = await createDatabase('held-back');
  const publish = (...flags: readonly string[]) =>
    runCommand(['publish', ...flags], { DATABASE_URL: url, CONTENT_DIR: contentDir });
  const write = (files: ContentOverrides) => {
    for (const [name, content] of Object.entries(files))
      if (content === null) rmSync(path.join(contentDir, name));
      else writeFileSync(path.join(contentDir, name), content);
  };
  expect(await publish('--allow-gone', '--allow-deletions')).toMatchObject({ status: 0 });
  await using node = await createSiteNode({ DATABASE_URL: url, CONTENT_DIR: contentDir });
  await waitForDatabase(node, /^PostgreSQL$/);
  const waitForTitle = (address: string, title: string) =>
    waitUntil(async () => (await node.get(address)).text.includes(title));
  await waitForTitle(OTHER, 'The other');
  const before = await node.get(ARTICLE_ADDRESS);
  const figure = /\/media\/[^"]+\.svg/.exec(before.text)?.[0] ?? '';

  write({
    [ARTICLE_FILE]: '---\ntitle: [\n---\n\nWords.\n',
    [GUIDE_FILE]: '',
    [OTHER_FILE]: formatArticle({ title: 'The changed one' }),
    [NEW_FILE]: formatArticle({ title: 7 }),
  });
  expect((await publish('--strict')).output).toContain('Nothing was published');
  const heldBack =
    'HELD BACK until corrected: content/articles/seo/local-seo/base-article.md (its last version stays), content/articles/seo/local-seo/new.md (not published yet), content/guides/google-ads-coupon-codes.md (its last version stays).';
  for (const counts of ['0 added, 1 changed, 0 removed', '0 added, 0 changed, 0 removed']) {
    const { status, output } = await publish();
    expect(output).toContain(heldBack);
    expect(output).toContain(`Published 2 live articles, 28 legacy posts, 0 pictures: ${counts}`);
    expect(status).toBe(1);
  }
  await waitForTitle(OTHER, 'The changed one');
  expect((await node.get(ARTICLE_ADDRESS)).text).toContain('Base article');
  const statuses = async (...addresses: readonly string[]) =>
    Promise.all(addresses.map(async (address) => (await node.get(address)).status));
  expect(
    await statuses('/seo/local-seo/new', figure, '/google-ads-coupon-codes', '/old-address'),
  ).toEqual([404, 200, 200, 200]);

  write({
    [ARTICLE_FILE]: formatArticle({ title: 'Mended' }),
    [GUIDE_FILE]: null,
    [NEW_FILE]: formatArticle({ title: 'New' }),
    'articles/seo/local-seo/figure.svg': null,
  });
  expect(await publish()).toMatchObject({ status: 0 });
  await waitForTitle('/api/posts/base-article', 'Mended');
  expect(await statuses('/seo/local-seo/new', figure)).toEqual([200, 404]);
});
