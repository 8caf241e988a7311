import { expect, test } from 'vitest';
import type { PostSummary } from '../../packages/marketing-workbench/src/site/entities.ts';
import { ARTICLE_ADDRESS, writeContentFolder } from '../support/content-folder.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createDatabase, insertPost, succeed } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { startReaders, view, waitUntil } from './support/readers.ts';

test('a machine that moves to PostgreSQL keeps ids, addresses and views, and can move back', async () => {
  // Publishing two folders gives ids that the database would not give, and one retired address.
  const CONTENT_DIR = await writeContentFolder();
  await using alone = await createSiteNode({ CONTENT_DIR });
  const here = { DATA_DIR: alone.dataDir };
  await succeed(['publish'], { ...here, CONTENT_DIR });
  await succeed(['publish', '--allow-gone'], here);
  const before = await listPosts(alone);
  const [first, second] = before;
  await view(alone, first?.id ?? 0, { from: 0, to: 12 });
  await view(alone, second?.id ?? 0, { from: 0, to: 30 });
  const popular = await listPopular(alone);

  const url = await createDatabase('moving', 'template0');
  await succeed(['migrate'], { DATABASE_URL: url });
  await succeed(['publish', '--dry-run'], { ...here, DATABASE_URL: url });
  {
    await using _readers = startReaders([alone]);
    const output = await succeed(['publish'], { ...here, DATABASE_URL: url });
    expect(output).toContain('ids of this machine.');
  }
  await view(alone, first?.id ?? 0, { from: 100, to: 105 });

  await alone.kill();
  await alone.start({ DATABASE_URL: url });
  await using fresh = await createSiteNode({ DATABASE_URL: url });
  await waitUntil(async () => {
    for (const node of [alone, fresh]) {
      expect((await listPopular(node))[0]).toEqual(popular[0]);
      expect((await listPopular(node))[1]).toEqual([first?.slug, first?.id, 17]);
    }
  });
  await expectAgreement({ url, nodes: [alone, fresh] });
  for (const node of [alone, fresh]) {
    expect((await listPosts(node)).map(({ slug, id }) => [slug, id])).toEqual(
      before.map(({ slug, id }) => [slug, id]),
    );
    expect((await node.get(ARTICLE_ADDRESS)).status).toBe(410);
  }
  expect(await runSql(url, 'SELECT sum(count)::integer AS views FROM post_views')).toEqual([
    { views: 47 },
  ]);
  await runSql(url, insertPost('new'));
  const highest = Math.max(...before.map(({ id }) => id));
  expect(
    await runSql(url, "SELECT id > $1 AS is_new FROM posts WHERE slug = 'new'", [highest]),
  ).toEqual([{ is_new: true }]);

  await alone.kill();
  await succeed(['publish', '--allow-gone'], here);
  await alone.start({ DATABASE_URL: '' });
  expect((await alone.health()).database).toBe('SQLite (embedded)');
  expect((await listPosts(alone)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect((await listPopular(alone))[1]).toEqual([first?.slug, first?.id, 17]);
});

async function listPosts(node: SiteNode): Promise<readonly PostSummary[]> {
  return JSON.parse((await node.get('/api/posts?limit=100')).text);
}

async function listPopular(node: SiteNode): Promise<readonly unknown[]> {
  const posts: readonly PostSummary[] = JSON.parse((await node.get('/api/posts/popular')).text);
  return posts.map(({ slug, id, popular }) => [slug, id, popular]);
}
