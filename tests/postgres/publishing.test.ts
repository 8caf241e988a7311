import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ARTICLE_ADDRESS, writeContentFolder } from '../support/content-folder.ts';
import { expectAgreement } from './support/agreement.ts';
import { insertPost, runCommand, startCommand, succeed } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { waitForTitle, waitUntil } from './support/readers.ts';
import { changeByHand, prepareSharedSite } from './support/shared-site.ts';

/** Unsafe changes by slug, with the reason for the refusal. */
const UNSAFE: Readonly<Record<string, readonly [change: string, reason: string]>> = {
  'ad-rank': [
    "content = '<p>Fine.</p><script>alert(1)</script>'",
    'content has HTML that is not allowed: "<script>',
  ],
  'ask-for-reviews': [
    `content = '<p onclick="alert(1)">Fine.</p>'`,
    'content has HTML that is not allowed: "<p onclick',
  ],
  'keyword-match-types': [
    `content = '<p><a href="javascript:alert(1)">Fine</a></p>'`,
    'content has HTML that is not allowed',
  ],
  'welcome-series': ["excerpt = ' '", 'excerpt is empty'],
};

const site = await prepareSharedSite('publishing');
const { first, nodes, second, url } = site;

test('unsafe rows are refused, and the other rows of the transaction are synced', async () => {
  const posts = Object.entries(UNSAFE);
  const read = () => Promise.all(posts.map(([slug]) => first.get(`/api/posts/${slug}`)));
  const before = await read();
  expect(before.map(({ status }) => status)).toEqual(posts.map(() => 200));
  const updates = posts.map(
    ([slug, [change]]) => `UPDATE posts SET ${change} WHERE slug = '${slug}';`,
  );
  await runSql(
    url,
    `BEGIN; UPDATE posts SET title = 'Sound' WHERE slug = 'ad-schedule'; ${updates.join(' ')} COMMIT`,
  );
  await waitForTitle([first], 'Sound', 'ad-schedule');
  expect((await read()).map(readOwnFields)).toEqual(before.map(readOwnFields));
  for (const [slug, [, reason]] of posts) {
    const line = `Refused posts "${slug}": ${reason}`;
    await waitUntil(async () => first.output().includes(line.replaceAll('"', String.raw`\"`)));
  }
  expect((await site.publish()).status).toBe(0);
  await expectAgreement(site);
});

/** Related posts may include the changed one. */
function readOwnFields({ text }: { readonly text: string }) {
  const { title, excerpt, content } = JSON.parse(text);
  return { title, excerpt, content };
}

test('rows with an invalid slug or category are refused even if the database accepted them', async () => {
  await runSql(
    url,
    `
    ALTER TABLE posts DROP CONSTRAINT posts_category_fkey, DROP CONSTRAINT posts_category_subcategory_fkey, DROP CONSTRAINT posts_slug_check;
    ${insertPost('Capitals')} ${insertPost('nowhere')} ${insertPost('by-a-cms', { title: 'By another program' })}
    UPDATE posts SET category = 'no-such-category' WHERE slug = 'nowhere'`,
  );
  await waitForTitle([second], 'By another program', 'by-a-cms');
  expect((await second.get('/api/posts/nowhere')).status).toBe(404);
  await waitUntil(async () => {
    expect(second.output()).toContain('Refused posts \\"Capitals\\": slug is not a slug');
    expect(second.output()).toContain(
      'Refused posts \\"nowhere\\": category \\"no-such-category\\" does not exist',
    );
  });
  expect((await site.publish()).output).toContain(
    '0 removed; 3 of other programs left as they are',
  );
  await runSql(
    url,
    `DELETE FROM posts WHERE folder_hash IS NULL; DELETE FROM post_addresses WHERE slug IN ('nowhere', 'by-a-cms', 'Capitals');
    SET CONSTRAINTS ALL IMMEDIATE;
    ALTER TABLE posts ADD CONSTRAINT posts_category_fkey FOREIGN KEY (category) REFERENCES categories DEFERRABLE`,
  );
  await expectAgreement(site);
});

test('a program with rights on the content tables only can publish changes to every node', async () => {
  await runSql(
    url,
    `CREATE ROLE a_cms LOGIN PASSWORD 'secret';
    GRANT SELECT, INSERT, UPDATE, DELETE ON categories, subcategories, posts, legacy_posts, media TO a_cms`,
  );
  const asCms = url.replace('//postgres:', '//a_cms:');
  await changeByHand(asCms, 'By a CMS');
  await runSql(asCms, insertPost('of-a-cms', { title: 'Its own' }));
  await waitForTitle(nodes, 'By a CMS');
  await waitForTitle(nodes, 'Its own', 'of-a-cms');
  await expect(runSql(asCms, 'SELECT * FROM post_views')).rejects.toThrow('permission denied');
  await runSql(asCms, "DELETE FROM posts WHERE slug = 'of-a-cms'");
  expect((await site.publish('--allow-gone')).status).toBe(0);
  await expectAgreement(site);
});

test('two publishers at the same time run one after the other', async () => {
  await runSql(url, "UPDATE posts SET title = title || '!'");
  const publishers = [
    startCommand(['publish'], { DATABASE_URL: url }),
    startCommand(['publish'], { DATABASE_URL: url }),
  ];
  const results = await Promise.all(publishers.map(({ ended }) => ended));
  expect(results.map(({ status }) => status)).toEqual([0, 0]);
  expect(results.map(({ output }) => /57 changed/.test(output)).sort()).toEqual([false, true]);
  await expectAgreement(site);
});

test('deleting more than a tenth of the records needs a flag', async () => {
  const small = { DATABASE_URL: url, CONTENT_DIR: await writeContentFolder() };
  const refused = await runCommand(['publish', '--allow-gone'], small);
  expect(refused.status).toBe(1);
  expect(refused.output).toMatch(
    /would delete \d+ of \d+ published records, more than a tenth\. Nothing was published/,
  );
  await expectAgreement(site);
});

test('retiring a published address needs a flag, and then answers 410 on every node', async () => {
  const small = { DATABASE_URL: url, CONTENT_DIR: await writeContentFolder() };
  for (const flags of [['--allow-deletions'], ['--allow-deletions', '--dry-run']]) {
    const refused = await runCommand(['publish', ...flags], small);
    expect(refused.status).toBe(1);
    expect(refused.output).toContain(
      '/google-ads/google-search/ad-rank was published and is about to vanish',
    );
    expect(refused.output.includes('- post:ad-rank')).toBe(flags.includes('--dry-run'));
    expect(refused.output).toContain('Nothing was published');
  }
  await expectAgreement(site);
  await succeed(['publish', '--allow-deletions', '--allow-gone'], small);
  await expectAgreement({ ...site, contentDir: small.CONTENT_DIR });
  for (const node of nodes) {
    expect((await node.get('/google-ads/google-search/ad-rank')).status).toBe(410);
  }
  expect(await succeed(['publish'], small)).toContain('0 added, 0 changed, 0 removed');
  expect((await site.publish('--allow-deletions', '--allow-gone')).status).toBe(0);
  await expectAgreement(site);
  expect((await first.get('/google-ads/google-search/ad-rank')).status).toBe(200);
  expect((await first.get(ARTICLE_ADDRESS)).status).toBe(410);
});

test('a vanished address of another program is reported and does not stop publishing', async () => {
  await runSql(url, insertPost('by-a-cms') + insertPost('not-yet', { publishedAt: '2100-01-01' }));
  expect((await site.publish()).output).toContain('2 of other programs left as they are');
  await runSql(url, "DELETE FROM posts WHERE slug IN ('by-a-cms', 'not-yet')");
  const { status, output } = await site.publish();
  expect(status).toBe(0);
  expect(output).toContain(
    '/seo/by-a-cms was written and removed by another program, and no page answers it now',
  );
  expect(output).not.toContain('/seo/not-yet');
  expect((await site.publish('--allow-gone')).output).not.toContain('/seo/by-a-cms');
  expect((await site.publish()).output).not.toContain('/seo/by-a-cms');
  await expectAgreement(site);
});

test('publishing announces changes to search engines, a dry run does not', async () => {
  const announcing = { DATABASE_URL: url, INDEXNOW_KEY: '8f14e45fceea167a' };
  expect((await runCommand(['publish', '--dry-run'], announcing)).output).not.toContain('IndexNow');
  expect((await runCommand(['publish'], announcing)).output).toContain(
    'IndexNow: nothing to announce.',
  );
  // A proxy that refuses every connection keeps the announcement on this machine.
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const asked: string[] = [];
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const port = typeof address === 'object' ? address?.port : '';
  await runSql(url, "UPDATE posts SET updated_at = '2026-01-01' WHERE slug = 'ad-rank'");
  const { status, output } = await runCommand(['publish'], {
    ...announcing,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: `http://127.0.0.1:${port}`,
  });
  expect(status).toBe(0);
  expect(output).toContain('IndexNow: could not be reached');
  expect(asked).toEqual(['api.indexnow.org:443']);
});
