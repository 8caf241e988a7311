import { expect, test } from 'vitest';
import type { PostSummary } from '../../src/site/entities.ts';
import { ARTICLE_ADDRESS, writeContentFolder } from '../support/content-folder.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createDatabase, runCommand } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { startReaders, view, waitUntil } from './support/readers.ts';

test('a machine that moves to PostgreSQL keeps ids, addresses and views, and can move back', async () => {
  // Publishing two folders gives ids that the database would not give, and one retired address.
  const CONTENT_DIR = await writeContentFolder();
  await using alone = await createSiteNode({ CONTENT_DIR });
  const here = { DATA_DIR: alone.dataDir };
  await runToTheEnd(['publish'], { ...here, CONTENT_DIR });
  await runToTheEnd(['publish', '--allow-gone'], here);
  const before = await listPosts(alone);
  const [first, second] = before;
  await view(alone, first?.id ?? 0, { from: 0, to: 12 });
  await view(alone, second?.id ?? 0, { from: 0, to: 30 });
  const popular = await listPopular(alone);

  const url = await createDatabase('moving', 'template0');
  await runToTheEnd(['migrate'], { DATABASE_URL: url });
  const trial = await runCommand(['publish', '--dry-run'], { ...here, DATABASE_URL: url });
  expect(trial).toMatchObject({ status: 0 });
  const readers = startReaders([alone]);
  const published = await runCommand(['publish'], { ...here, DATABASE_URL: url });
  expect(published).toMatchObject({ status: 0, output: expect.stringContaining('ids of this machine.') });
  await view(alone, first?.id ?? 0, { from: 100, to: 105 });
  await readers.report('from one machine to many: publishing', 'the machine goes on alone');

  await alone.kill();
  await alone.start({ DATABASE_URL: url });
  await using fresh = await createSiteNode({ DATABASE_URL: url });
  await waitUntil(async () => {
    for (const node of [alone, fresh]) {
      expect((await listPopular(node))[0]).toEqual(popular[0]);
      expect((await listPopular(node))[1]).toEqual([first?.slug, first?.id, 17]);
    }
    return true;
  });
  await expectAgreement({ url, nodes: [alone, fresh] });
  for (const node of [alone, fresh]) {
    expect((await listPosts(node)).map(({ slug, id }) => [slug, id])).toEqual(
      before.map(({ slug, id }) => [slug, id]),
    );
    expect((await node.get(ARTICLE_ADDRESS)).status).toBe(410);
  }
  expect(await runSql(url, 'SELECT sum(count)::integer AS views FROM post_views')).toEqual([{ views: 47 }]);
  await runSql(
    url,
    "INSERT INTO posts (slug, category, title, excerpt, meta_description, content, published_at) VALUES ('new', 'seo', 'T', 'E', 'M', '<p>T</p>', '2025-01-01')",
  );
  const highest = Math.max(...before.map(({ id }) => id));
  expect(await runSql(url, "SELECT id > $1 AS is_new FROM posts WHERE slug = 'new'", [highest])).toEqual([
    { is_new: true },
  ]);

  await alone.kill();
  await runToTheEnd(['publish', '--allow-gone'], here);
  await alone.start({ DATABASE_URL: '' });
  expect((await alone.health()).database).toBe('SQLite (embedded)');
  expect((await listPosts(alone)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect((await listPopular(alone))[1]).toEqual([first?.slug, first?.id, 17]);
});

async function runToTheEnd(...command: Parameters<typeof runCommand>): Promise<void> {
  const { status, output } = await runCommand(...command);
  expect(status, output).toBe(0);
}

async function listPosts(node: SiteNode): Promise<readonly PostSummary[]> {
  return JSON.parse((await node.get('/api/posts?limit=100')).text);
}

async function listPopular(node: SiteNode): Promise<readonly unknown[]> {
  const posts: readonly PostSummary[] = JSON.parse((await node.get('/api/posts/popular')).text);
  return posts.map(({ slug, id, popular }) => [slug, id, popular]);
}
