import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ContentRecord,
  recordKey,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { connect } from '../../packages/marketing-workbench/src/store/postgres/connection.ts';
import { publishRecords } from '../../packages/marketing-workbench/src/store/postgres/publish-records.ts';
import { createRecordsSource } from '../../packages/marketing-workbench/src/store/sync/source.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { createSiteNode } from '../support/site-node.ts';
import { createDatabase } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { startReaders, waitForTitle, waitUntil } from './support/readers.ts';

const POSTS = 10_000;
/** Generous, for a busy machine. */
const SYNC_WITHIN_MS = 480_000;

test('a fresh node syncs 10,000 posts while it serves its folder', {
  timeout: 900_000,
}, async () => {
  const url = await createDatabase('large');
  const records = await createLargeContent(POSTS);
  await using connection = await connect({ url, answerWithinMs: 300_000, lockWithinMs: 30_000 });
  await publishRecords(
    connection,
    { records, createSource: createRecordsSource },
    {
      isDryRun: false,
      allowDeletions: true,
      protect: () => ({ problems: [], records, retired: [], notices: [] }),
      log: () => undefined,
    },
  );

  await using node = await createSiteNode({ DATABASE_URL: url, DATABASE_ANSWER_SECONDS: '60' });
  await using _readers = startReaders([node], ['/', '/seo', '/api/posts/recent', '/search?q=ads']);
  await waitUntil(async () => (await node.health()).database === 'PostgreSQL', SYNC_WITHIN_MS);
  const [row] = await runSql(url, 'SELECT count(*)::integer AS posts FROM posts');
  expect(row).toEqual({ posts: POSTS });
  expect(JSON.parse((await node.get('/api/posts?limit=1')).text)).toHaveLength(1);
  const response = await fetch(`${node.origin()}/api/posts?limit=1`);
  expect(response.headers.get('x-total-count')).toBe(String(POSTS));

  await runSql(url, "UPDATE posts SET title = 'One of many' WHERE slug = 'post-7'");
  await waitForTitle([node], 'One of many', 'post-7');
});

const LONG_POSTS = 800;
/** Together 400 MB. The words are few, since indexing words is slow. */
const INSERT_LONG_POSTS = `
  INSERT INTO posts (slug, category, title, excerpt, meta_description, content, published_at)
    SELECT 'long-' || number, 'seo', 'Long ' || number, 'E', 'M',
        '<p><a href="https://example.com/' || repeat('a', 500000) || number || '">A link</a></p>', '2025-01-01'
      FROM generate_series(1, ${LONG_POSTS}) AS number`;
/** What a node needs besides is about 200 MB. */
const MEMORY_MAX_MB = 450;
const LONG = { timeout: 900_000 };

test(
  'a first sync never has more than some of the texts in memory, and leaves no file behind',
  LONG,
  async () => {
    const url = await createDatabase('long-texts');
    await runSql(url, INSERT_LONG_POSTS);
    await using node = await createSiteNode({ DATABASE_URL: url, DATABASE_ANSWER_SECONDS: '60' });
    await waitUntil(
      async () => (await node.get(`/api/posts/long-${LONG_POSTS}`)).status === 200,
      SYNC_WITHIN_MS,
    );
    const peakMb = readPeakMb(node.followerPid());
    expect(peakMb).toBeLessThan(MEMORY_MAX_MB);
    await waitUntil(async () => expect(readdirSync(node.dataDir)).not.toContain('fetched.sqlite'));
  },
);

/** Known on Linux only, elsewhere 0. */
function readPeakMb(pid: number): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024) / 1e6;
}

/** All posts are older, so that all are public. */
const LATEST = Date.UTC(2026, 0, 1);

/** The fixture content with so many posts, each with a text of its own. */
async function createLargeContent(posts: number): Promise<readonly ContentRecord[]> {
  const { records } = await compileFolder(FIXTURE_CONTENT);
  const models = records
    .filter((record) => record.kind === 'post')
    .filter(({ publishedAt }) => publishedAt < LATEST);
  const others = records.filter((record) => record.kind !== 'post');
  const many = Array.from({ length: posts }, (_, number) => {
    const model = models[number % models.length];
    if (model === undefined) throw new Error('The fixture content has no post.');
    const line = `Number ${number} of many.`;
    return {
      ...model,
      slug: `post-${number}`,
      title: `${model.title} ${number}`,
      content: `${model.content}\n<p>${line}</p>`,
      text: `${model.text}\n${line}`,
      publishedAt: model.publishedAt - number * 60_000,
    };
  });
  return [...others, ...many].toSorted((a, b) => (recordKey(a) < recordKey(b) ? -1 : 1));
}
