import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileFolder } from '../support/compile-folder.ts';
import { copyFixture } from '../support/content-shapes.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createDatabase, insertPost, runCommand } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';

test('an export from PostgreSQL publishes the same texts, with those that other programs wrote', async () => {
  const url = await createDatabase('exporting');
  const environment = { DATABASE_URL: url, DATA_DIR: createDataDir() };
  await runSql(url, insertPost('of-another-program'));
  const folder = join(createDataDir(), 'content');
  const { output } = await runCommand(
    ['export', '--format', 'markdown', '--from-database', '--to', folder],
    environment,
  );
  expect(output).toContain('Exported PostgreSQL as markdown');
  expect(output).toContain(
    '× originals of pictures; PostgreSQL holds only the versions that readers see',
  );
  expect(output).toContain('× drafts, unless they were published with PREVIEW_SECRET');
  const [restored, written] = [await listTexts(folder), await listTexts(FIXTURE_CONTENT)];
  expect([...restored.keys()].toSorted()).toEqual(
    [...written.keys(), 'post:of-another-program'].toSorted(),
  );
  const different = [...written]
    .filter(([key, text]) => restored.get(key) !== text)
    .map(([key]) => key);
  expect(different).toEqual([]);
  expect(readFileSync(join(folder, 'learning-paths.yaml'), 'utf8')).toContain('google-ads:');
});

test('a style sheet and its typefaces reach PostgreSQL and an export from it', async () => {
  const url = await createDatabase('own-look');
  const font = readFileSync('packages/marketing-workbench/src/ui/fonts/bitter-common.woff2');
  const css = '@font-face { font-family: Mine; src: url("fonts/mine.woff2") }\n';
  const contentDir = await copyFixture({ 'theme.css': css, 'fonts/mine.woff2': font });
  onTestFinished(() => rm(contentDir, { recursive: true }));
  const environment = { DATABASE_URL: url, DATA_DIR: createDataDir(), CONTENT_DIR: contentDir };
  expect(await runCommand(['publish'], environment)).toMatchObject({ status: 0 });
  const folder = join(createDataDir(), 'content');
  const args = ['export', '--format', 'markdown', '--from-database', '--to', folder];
  expect(await runCommand(args, environment)).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'theme.css'), 'utf8')).toBe(css);
  expect(readFileSync(join(folder, 'fonts/mine.woff2')).equals(font)).toBe(true);
});

test('without a database or its address, one line says what to do', async () => {
  const args = [
    'export',
    '--format',
    'markdown',
    '--from-database',
    '--to',
    join(createDataDir(), 'x'),
  ];
  const missing = await runCommand(args, {});
  expect(missing).toEqual({
    status: 1,
    output: expect.stringMatching(/^DATABASE_URL is not set; .*\n$/),
  });
  const unreachable = await runCommand(args, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  });
  expect(unreachable.status).toBe(1);
  expect(unreachable.output.trim().split('\n')).toHaveLength(1);
});

/** What each text publishes; drafts reach PostgreSQL only with PREVIEW_SECRET. */
async function listTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const { records } = await compileFolder(folder, new Date(), { wanted: 'all' });
  return new Map(
    records.flatMap((record) =>
      'content' in record && record.kind !== 'draft'
        ? [[`${record.kind}:${record.slug}`, JSON.stringify(record)] as const]
        : [],
    ),
  );
}
