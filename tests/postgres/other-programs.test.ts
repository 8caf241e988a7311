import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createSiteNode } from '../support/site-node.ts';
import {
  createDatabase,
  insertPost,
  runCommand,
  startCommand,
  succeed,
} from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { countViews, readPost, view, waitForDatabase, waitUntil } from './support/readers.ts';

const url = await createDatabase('other-programs');
const node = await createSiteNode({ DATABASE_URL: url });
afterAll(() => node[Symbol.asyncDispose]());

function publish(...flags: readonly string[]) {
  return runCommand(['publish', ...flags], { DATABASE_URL: url });
}

test('a post with the slug of a subcategory is refused, and deleting it leaves the subcategory’s page', async () => {
  await runSql(url, insertPost('local-seo'));
  await waitUntil(async () => node.output().includes('Refused posts \\"local-seo\\": slug'));
  expect(node.output()).toContain('is the name of a subcategory, whose page would hide it');
  await runSql(url, "DELETE FROM posts WHERE slug = 'local-seo'");
  expect(await publish('--allow-gone')).toMatchObject({ status: 0 });
  expect(
    await runSql(
      url,
      "SELECT details FROM other_records WHERE kind = 'redirects' AND details::text LIKE '%410%'",
    ),
  ).toEqual([]);
  expect((await node.get('/seo/local-seo')).status).toBe(200);
});

test('only committed addresses are recorded, and posts removed by other programs do not stop publishing', async () => {
  await runSql(
    url,
    `BEGIN; ${insertPost('tmp-one')} DELETE FROM posts WHERE slug = 'tmp-one';
    ${insertPost('tmp-two')} UPDATE posts SET slug = 'settled' WHERE slug = 'tmp-two'; COMMIT`,
  );
  expect(await listAddresses()).toEqual(['settled']);
  await runSql(url, "DELETE FROM posts WHERE slug = 'settled'");
  for (const flags of [['--dry-run'], ['--allow-gone']]) {
    const { status, output } = await publish(...flags);
    expect(status).toBe(0);
    expect(output.includes('/seo/settled was written and removed')).toBe(
      flags.includes('--dry-run'),
    );
    expect(output).not.toContain('/seo/tmp-');
  }
});

async function listAddresses(): Promise<readonly unknown[]> {
  const rows = await runSql(
    url,
    "SELECT slug FROM post_addresses WHERE slug LIKE 'tmp-%' OR slug = 'settled' ORDER BY slug",
  );
  return rows.map(({ slug }) => slug);
}

test('a renamed post keeps views and addresses, also when publishing restores its slug', async () => {
  const [own, other] = ['ad-rank', 'ad-rank-2'].map((slug) => `/google-ads/google-search/${slug}`);
  const { id } = await readPost(node, 'ad-rank');
  await view(node, id, { from: 0, to: 5 });
  await waitUntil(async () => (await countViews(url)) === 5);
  await runSql(url, "UPDATE posts SET slug = 'ad-rank-2' WHERE slug = 'ad-rank'");
  await waitUntil(async () => (await findRedirect(own)) === other);
  await waitUntil(async () => (await readPost(node, 'ad-rank-2')).popular === 5);
  expect(await runSql(url, 'SELECT slug, count FROM post_views')).toEqual([
    { slug: 'ad-rank-2', count: '5' },
  ]);
  await runSql(url, 'SELECT count_views(gen_random_uuid(), $1)', [
    JSON.stringify({ 'ad-rank': { count: 2, heat: 690 } }),
  ]);
  expect((await publish('--dry-run')).output).toContain('~ post:ad-rank');
  expect(await publish()).toMatchObject({ status: 0, output: expect.stringContaining('0 added') });
  await waitUntil(async () => (await findRedirect(other)) === own);
  await waitUntil(async () => (await readPost(node, 'ad-rank')).popular === 7);
  expect(await readPost(node, 'ad-rank')).toMatchObject({ id });
  expect((await publish()).output).toContain('0 added, 0 changed, 0 removed');
});

async function findRedirect(path = ''): Promise<string | null> {
  const { headers } = await fetch(`${node.origin()}${path}`, { redirect: 'manual' });
  return headers.get('location');
}

test('articles are found by the name that another program gives their subcategory, and no longer by the former one', async () => {
  const rename = (name: string) =>
    runSql(url, `UPDATE subcategories SET name = '${name}' WHERE slug = 'technical-seo'`);
  const count = async (text: string) =>
    Number((await fetch(`${node.origin()}/api/search?q=${text}`)).headers.get('x-total-count'));
  const [row] = await runSql(
    url,
    "SELECT count(*)::integer AS posts FROM posts WHERE subcategory = 'technical-seo' AND published_at < now()",
  );
  await rename('Quokka');
  await waitUntil(async () => (await count('quokka')) === row?.posts);
  expect(row?.posts).toBeGreaterThan(0);
  await rename('Technical SEO');
  await waitUntil(async () => (await count('quokka')) === 0);
});

test('a publisher reports that it waits for another program’s transaction', async () => {
  const writer = new Client({ connectionString: url });
  await writer.connect();
  try {
    await writer.query("BEGIN; UPDATE posts SET title = 'Not yet' WHERE slug = 'ad-rank'");
    const publisher = startCommand(['publish'], { DATABASE_URL: url });
    let said = '';
    publisher.child.stdout?.on('data', (part) => {
      said += part;
    });
    await waitUntil(async () => said.includes('keeps PostgreSQL’s tables locked; waiting for it'));
    await writer.query('ROLLBACK');
    expect(await publisher.ended).toMatchObject({ status: 0 });
  } finally {
    await writer.end();
  }
});

test('impossible view counts are refused, and a sum is capped', async () => {
  for (const values of ["'9223372036854775807', 1", "1, 'NaN'", "1, 'Infinity'"]) {
    const insert = `INSERT INTO post_views VALUES ('welcome-email-series', ${values})`;
    await expect(runSql(url, insert)).rejects.toThrow('violates check constraint');
  }
  const many = JSON.stringify({ endless: { count: Number.MAX_SAFE_INTEGER, heat: 700 } });
  for (const _ of [1, 2]) await runSql(url, 'SELECT count_views(gen_random_uuid(), $1)', [many]);
  expect(
    await runSql(url, "DELETE FROM post_views WHERE slug = 'endless' RETURNING count"),
  ).toEqual([{ count: String(Number.MAX_SAFE_INTEGER) }]);
});

test('a node moved to an empty database keeps its views, and publishing carries them over', async () => {
  const empty = await createDatabase('other-programs-empty', 'template0');
  await succeed(['migrate'], { DATABASE_URL: empty });
  await node.kill();
  await node.start({ DATABASE_URL: empty });
  await waitForDatabase(node, 'holds no content yet');
  const { id } = await readPost(node, 'ad-rank');
  await view(node, id, { from: 50, to: 53 });
  expect(await readPost(node, 'ad-rank')).toMatchObject({ popular: 10 });
  expect(await runSql(empty, 'SELECT * FROM post_views')).toEqual([]);
  const here = { DATABASE_URL: empty, DATA_DIR: node.dataDir };
  // The node also recorded addresses of other programs, which the folder lacks.
  await succeed(['publish', '--allow-gone'], here);
  await waitForDatabase(node, /^PostgreSQL$/);
  await waitUntil(async () => (await countViews(empty)) === 10);
  await view(node, id, { from: 60, to: 61 });
  await waitUntil(async () => (await countViews(empty)) === 11);
  expect(await readPost(node, 'ad-rank')).toMatchObject({ id, popular: 11 });
});
