import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARTICLE, formatArticle, writeContentFolder } from '../tests/support/content-folder.ts';
import { createDataDir, openTestStore } from '../tests/support/temporary-store.ts';
import { findPost } from './store/posts.ts';
import { readRevision } from './store/status.ts';

const FIXTURE = 'tests/fixtures/content';
const COUNTS = '57 articles, 28 legacy posts, 2 pictures';

/** Printed by a run that takes longer than ten seconds, as on a busy machine. */
const PROGRESS_LINE = /^\d+ of \d+ (?:texts|pictures).*\n/gm;

type Outcome = { readonly code: number; readonly out: string; readonly err: string };
type Folders = { readonly contentDir?: string; readonly dataDir?: string };

describe('without a known command', () => {
  test.each([[[]], [['help']], [['publish-all']]])('%j prints the usage', async (args) => {
    const { code, out, err } = await run(args, { dataDir: createDataDir() });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^Usage: npm run content -- <command>\n {2}check .*\n {2}publish /);
  });
});

describe('check', () => {
  test('prints a summary if there are no problems', async () => {
    expect(await run(['check'])).toEqual({ code: 0, out: `${FIXTURE}: ${COUNTS}, no problems.\n`, err: '' });
  });

  test('lists every problem with its file and line, and their number', async () => {
    const contentDir = await writeContentFolder({
      [ARTICLE]: formatArticle({ excerpt: undefined, publishedAt: 'soon' }),
      'articles/seo/local-seo/featured.md': formatArticle({ title: 'Featured' }),
    });
    const { code, out, err } = await run(['check'], { contentDir });
    const lines = err.trim().split('\n');
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^content\/articles\/seo\/local-seo\/base-article\.md(:\d+)? excerpt is missing/,
        ),
        expect.stringMatching(/^content\/articles\/seo\/local-seo\/base-article\.md:\d+ publishedAt /),
        expect.stringMatching(/^content\/articles\/seo\/local-seo\/featured\.md has the name “featured”/),
      ]),
    );
    expect(lines.at(-1)).toBe(`${lines.length - 1} to fix.`);
  });

  test('reports a missing content folder', async () => {
    const { code, err } = await run(['check'], { contentDir: join(createDataDir(), 'nowhere') });
    expect(code).toBe(1);
    expect(err).toMatch(/^nowhere can't be read/);
  });

  test('writes nothing', async () => {
    const dataDir = join(createDataDir(), 'data');
    await run(['check'], { dataDir });
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('publish', () => {
  test('fills the index, and changes nothing when it is repeated', async () => {
    const dataDir = createDataDir();
    const first = await run(['publish'], { dataDir });
    const revision = readRevision(openTestStore(dataDir)).slice(0, 12);
    expect(first).toEqual({
      code: 0,
      out: `Published ${COUNTS}: 108 added, 0 changed, 0 removed; revision ${revision}.\n`,
      err: '',
    });
    expect(await run(['publish'], { dataDir })).toEqual({
      code: 0,
      out: `Published ${COUNTS}: 0 added, 0 changed, 0 removed; revision ${revision}.\n`,
      err: '',
    });
  });

  test('updates a changed post, which keeps its id', async () => {
    const [dataDir, contentDir] = [createDataDir(), await writeContentFolder()];
    await run(['publish'], { dataDir, contentDir });
    const store = openTestStore(dataDir);
    const before = findPost(store, 'base-article', Date.now());
    await writeFile(join(contentDir, ARTICLE), formatArticle({ title: 'Another title' }));
    const { code, out } = await run(['publish'], { dataDir, contentDir });
    expect(code).toBe(0);
    expect(out).toContain(': 0 added, 1 changed, 0 removed; revision ');
    const after = findPost(store, 'base-article', Date.now());
    expect(after).toMatchObject({ id: before?.id, title: 'Another title' });
  });

  test('changes nothing and says so if there is a problem', async () => {
    const [dataDir, contentDir] = [createDataDir(), await writeContentFolder()];
    await run(['publish'], { dataDir, contentDir });
    const store = openTestStore(dataDir);
    const revision = readRevision(store);
    await writeFile(
      join(contentDir, 'articles/seo/local-seo/good.md'),
      formatArticle({ title: 'A good one' }),
    );
    await rm(join(contentDir, 'categories.yaml'));
    const { code, out, err } = await run(['publish'], { dataDir, contentDir });
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/to fix\.\nNothing was published; what was published before is untouched\.\n$/);
    expect(readRevision(store)).toBe(revision);
    expect(findPost(store, 'good', Date.now())).toBeUndefined();
    expect(findPost(store, 'base-article', Date.now())).toBeDefined();
  });
});

test('a data folder that is a file is reported in one line', async () => {
  const dataDir = join(createDataDir(), 'file');
  await writeFile(dataDir, '');
  const { code, err } = await run(['publish'], { dataDir });
  expect(code).toBe(1);
  expect(err).toMatch(/^EEXIST.*DATA_DIR is .*file\. DATA_DIR has to be a folder\.\n$/);
});

test('an invalid configuration stops every command', async () => {
  for (const command of ['check', 'publish']) {
    const { code, out, err } = await run([command], {}, { PORT: 'x', TRUST_PROXY: 'perhaps' });
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toBe(
      'PORT is invalid; it takes a port from 0 to 65535, 0 for any free one\nTRUST_PROXY is invalid; it takes how many proxies stand in front (1 for one, false for none), or their addresses and ranges, such as 10.0.0.0/24, 2001:db8::/64\n',
    );
  }
});

function run(
  args: readonly string[],
  { contentDir = FIXTURE, dataDir = '' }: Folders = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/content-cli.ts', ...args], { env }, (error, out, err) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        out,
        err: err.replace(PROGRESS_LINE, ''),
      }),
    );
  });
}
