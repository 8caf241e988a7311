import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { createDatabase, succeed } from './support/cluster.ts';
import { waitUntil } from './support/readers.ts';

const HOUSES = 'articles/seo/local-seo/haeuser.md';

test('a node that follows PostgreSQL reads all texts again when the language of the site changes', async () => {
  const url = await createDatabase('languages', 'template0');
  const folder = await writeContentFolder({
    'site.yaml': 'language: en\n',
    [HOUSES]: formatArticle({ title: 'Häuser dämmen' }, 'Erst das Dach.'),
  });
  const run = (command: string) => succeed([command], { DATABASE_URL: url, CONTENT_DIR: folder });
  await run('migrate');
  await run('publish');
  await using node = await createSiteNode({ DATABASE_URL: url, CONTENT_DIR: folder });
  await waitUntil(async () => (await node.get('/api/search?q=x')).status === 200);
  await waitUntil(async () => (await findSlugs(node, '"Häuser"')).includes('haeuser'));
  expect(await findSlugs(node, '"Haus"')).toEqual([]);
  await writeFile(join(folder, 'site.yaml'), 'language: de\n');
  await run('publish');
  await waitUntil(async () => (await findSlugs(node, '"Haus"')).includes('haeuser'));
  expect(await findSlugs(node, '"Dächer"')).toEqual(['haeuser']);
});

async function findSlugs(node: SiteNode, text: string): Promise<readonly string[]> {
  const { status, text: body } = await node.get(`/api/search?q=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  const posts: readonly { readonly slug: string }[] = JSON.parse(body);
  return posts.map(({ slug }) => slug);
}
