import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createChildEnvironment } from '../../packages/marketing-workbench/src/config.ts';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import type { Environment } from '../support/server-process.ts';
import { startSite } from '../support/started-site.ts';
import { READER } from '../support/test-site.ts';
import { createCluster, createDatabase } from './support/cluster.ts';
import { findFreePort, runSql } from './support/postgres-server.ts';
import { waitUntil } from './support/readers.ts';

/**
 * The settings of a platform and of `docs/platform-npm.md`. The disk has no site, only caches,
 * which make the test faster.
 */
async function createInstance(url: string): Promise<Environment> {
  const disk = await copyPublished(inject('publishedDir'), 'empty');
  onTestFinished(() => rm(disk, { recursive: true, force: true, maxRetries: 5 }));
  return {
    NODE_ENV: 'production',
    CONTENT_DIR: FIXTURE_CONTENT,
    DATA_DIR: disk,
    TRUST_PROXY: '1',
    DATABASE_URL: url,
    DATABASE_POLL_SECONDS: '1',
    PORT: String(await findFreePort()),
  };
}

/** The commands of the page, by the name of the field. */
async function readCommands(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(
    join(ROOT, 'packages/marketing-workbench/docs/platform-npm.md'),
    'utf8',
  );
  return new Map(
    Array.from(
      page.matchAll(/^\| (build|release|start alone|start)\b[^|]*\| `([^`]+)` \|/gm),
      ([, name = '', command = '']) => [name, command],
    ),
  );
}

const commands = await readCommands();

function release(environment: Environment): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', commands.get('release') ?? 'false'],
      { cwd: ROOT, env: createChildEnvironment(environment) },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}status ${error?.code ?? 0}`),
    );
  });
}

/** The platform runs the command without a shell; the list of commands needs one. */
function start(environment: Environment, name: 'start' | 'start alone' = 'start') {
  const line = commands.get(name) ?? 'false';
  const command = name === 'start' ? line.split(' ') : ['sh', '-c', line];
  return startSite({ cwd: ROOT, command, environment });
}

type Known = { readonly slug: string; readonly id: number };

function listIds(posts: readonly Known[]): readonly (readonly [string, number])[] {
  return posts.map(({ slug, id }) => [slug, id] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function readHealth(origin: string): Promise<string> {
  return (await (await fetch(`${origin}/api/system/health`)).json()).database;
}

async function view(origin: string, id: number, from: number, count: number): Promise<void> {
  for (let reader = from; reader < from + count; reader += 1)
    await fetch(`${origin}/api/posts/${id}/view`, {
      headers: { 'user-agent': READER, 'x-forwarded-for': `10.1.0.${reader}` },
    });
}

async function expectViews(origins: readonly string[], slug: string, count: number): Promise<void> {
  await waitUntil(async () => {
    for (const origin of origins)
      expect((await (await fetch(`${origin}/api/posts/${slug}`)).json()).popular).toBe(count);
  });
}

/**
 * Expects the ids that PostgreSQL has assigned in each answer until the instance follows
 * PostgreSQL.
 */
async function expectIds(
  origin: string,
  expected: readonly (readonly [string, number])[],
): Promise<void> {
  await waitUntil(async () => {
    const database = await readHealth(origin);
    const answer = await fetch(`${origin}/api/posts`);
    if (answer.status === 503) return false;
    expect.soft(listIds(await answer.json())).toEqual(expected);
    return database === 'PostgreSQL';
  });
}

test('without a disk, ids and views are those of PostgreSQL, on one instance and on two', async () => {
  const url = await createDatabase('platform', 'template0');
  const releases = await Promise.all(
    [await createInstance(url), await createInstance(url)].map(release),
  );
  for (const output of releases) expect(output).toMatch(/status 0$/);
  expect(releases.filter((output) => /Migrated: 001/.test(output))).toHaveLength(1);
  expect(releases.filter((output) => / 0 added, 0 changed, 0 removed/.test(output))).toHaveLength(
    1,
  );
  // No folder would assign these.
  await runSql(url, 'UPDATE posts SET id = id + 1000');
  const rows = await runSql(url, 'SELECT slug, id FROM posts WHERE published_at <= now()');
  const posts = listIds(rows.map(({ slug, id }) => ({ slug: String(slug), id: Number(id) })));

  const site = start(await createInstance(url));
  await expectIds(await site.origin, posts);
  const [[slug, id] = ['', 0]] = posts;
  await view(await site.origin, id, 0, 7);
  // Ends when all processes of the site have; the views were sent before.
  await site.stop();

  // Neither has the disk of the stopped instance.
  const [again, other] = [start(await createInstance(url)), start(await createInstance(url))];
  const origins = [await again.origin, await other.origin];
  await Promise.all(origins.map((origin) => expectIds(origin, posts)));
  await expectViews(origins, slug, 7);
  await Promise.all([view(origins[0] ?? '', id, 20, 3), view(origins[1] ?? '', id, 40, 4)]);
  await expectViews(origins, slug, 14);
  expect(await runSql(url, 'SELECT slug, count::integer FROM post_views')).toEqual([
    { slug, count: 14 },
  ]);
  await Promise.all([again.stop(), other.stop()]);
});

test('an instance that starts while PostgreSQL is away serves its checkout, says so, and follows later', async () => {
  const cluster = await createCluster();
  onTestFinished(() => cluster.remove());
  const instance = await createInstance(cluster.url('published'));
  await cluster.kill();

  expect(await release(instance)).toMatch(/status 1$/);
  const site = start(instance, 'start alone');
  const origin = await site.origin;
  await waitUntil(async () => expect((await fetch(`${origin}/seo`)).status).toBe(200));
  await waitUntil(async () => expect(site.output()).toContain('PostgreSQL can’t be followed'));
  expect(await readHealth(origin)).toMatch(/^Fallback since .*this site serves the content of/);

  await cluster.start();
  await waitUntil(async () => expect(await readHealth(origin)).toBe('PostgreSQL'));
  expect((await fetch(`${origin}/seo`)).status).toBe(200);
  await site.stop();
});
