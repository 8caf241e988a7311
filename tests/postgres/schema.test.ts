import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import { expect, test } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';
import { createSiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createDatabase, runCommand, succeed } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { startReaders, waitForDatabase } from './support/readers.ts';
import { NOTICE } from './support/shared-site.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('tables of a newer program are refused by commands and nodes, which recover after a repair', async () => {
  const url = await createDatabase('newer');
  await runSql(url, "INSERT INTO pgmigrations (name, run_on) VALUES ('999-of-the-future', now())");
  const says =
    /tables are newer than this program, which does not know 999-of-the-future; run the newer program/;
  await using node = await createSiteNode({ DATABASE_URL: url });
  await using _readers = startReaders([node]);
  await waitForDatabase(node, says);
  expect((await node.get('/one/two/three/four')).text).toContain(NOTICE);
  for (const command of ['publish', 'migrate']) {
    const refused = await runCommand([command], { DATABASE_URL: url });
    expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(says) });
  }
  await runSql(url, "DELETE FROM pgmigrations WHERE name = '999-of-the-future'");
  await expectAgreement({ url, nodes: [node] });
});

test('tables to which a newer program only added are followed and published to', async () => {
  const url = await createDatabase('expanded');
  await runSql(
    url,
    `ALTER TABLE posts ADD COLUMN of_the_future text;
    INSERT INTO pgmigrations (name, run_on) VALUES ('998-expand-posts', now())`,
  );
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, 'PostgreSQL');
  expect(await succeed(['migrate'], { DATABASE_URL: url })).toContain('The tables are up to date.');
  await succeed(['publish'], { DATABASE_URL: url });
  await expectAgreement({ url, nodes: [node] });
});

test('tables of an older program are refused, migrated and then followed', async () => {
  const url = await createDatabase('older', 'template0');
  await runner({
    databaseUrl: url,
    dir: join(ROOT, 'packages/marketing-workbench/migrations'),
    direction: 'up',
    count: 1,
    migrationsTable: 'pgmigrations',
    logger: silent,
  });
  await runSql(
    url,
    `INSERT INTO categories (slug, name, description, icon, position) VALUES ('google-ads', 'Ads', 'D', 'I', 7);
    INSERT INTO posts (slug, category, title, excerpt, meta_description, content, published_at)
      VALUES ('ad-rank', 'google-ads', 'Of old', 'E', 'M', '<p>T</p>', '2020-01-01')`,
  );
  const says =
    /older than this program \(without 002-views, 003-addresses, 004-moved-posts, 005-day-counts, 006-notices, 007-expand-changes\); run npm run content -- migrate/;
  await using node = await createSiteNode({ DATABASE_URL: url });
  // Addresses of both the old content and the new.
  await using _readers = startReaders(
    [node],
    ['/', '/google-ads', '/api/posts/ad-rank', '/search?q=ads'],
  );
  await waitForDatabase(node, says);
  expect((await node.get('/one/two/three/four')).text).toContain(NOTICE);
  const refused = await runCommand(['publish'], { DATABASE_URL: url });
  expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(says) });
  expect(await succeed(['migrate'], { DATABASE_URL: url })).toContain(
    'Migrated: 002-views, 003-addresses, 004-moved-posts, 005-day-counts, 006-notices, 007-expand-changes.',
  );
  expect(await runSql(url, 'SELECT slug, category FROM post_addresses')).toEqual([
    { slug: 'ad-rank', category: 'google-ads' },
  ]);
  await succeed(['publish'], { DATABASE_URL: url });
  await expectAgreement({ url, nodes: [node] });
  expect(await succeed(['migrate'], { DATABASE_URL: url })).toContain('The tables are up to date.');
});

test('a node serves its folder until tables and content exist, then follows the database', async () => {
  const url = await createDatabase('missing', 'template0');
  await using node = await createSiteNode({ DATABASE_URL: url });
  await using _readers = startReaders([node]);
  await waitForDatabase(node, 'no tables of this site yet');
  await succeed(['migrate'], { DATABASE_URL: url });
  await waitForDatabase(node, 'holds no content yet');
  await succeed(['publish'], { DATABASE_URL: url });
  await expectAgreement({ url, nodes: [node] });
});

test('migrations are numbered consecutively and say whether they expand or contract', () => {
  const files = readdirSync(join(ROOT, 'packages/marketing-workbench/migrations'));
  expect(files.map((file) => Number(file.slice(0, 3)))).toEqual(files.map((_, index) => index + 1));
  for (const file of files.slice(6)) expect(file).toMatch(/^\d{3}-(?:expand|contract)-/);
  for (const file of files)
    expect(
      readFileSync(join(ROOT, 'packages/marketing-workbench/migrations', file), 'utf8'),
    ).toMatch(/^-- Up Migration\n/);
});
