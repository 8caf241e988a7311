import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';

function readFiles(folder: string) {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

test('the schemas of this repository are those that `npm run content -- schemas` writes', async () => {
  const folder = path.join(createDataDir(), 'schemas');
  expect(await runCommand(['schemas', folder], {})).toMatchObject({ status: 0 });
  expect(readFiles('packages/marketing-workbench/schemas')).toEqual(readFiles(folder));
});

test('site.yaml names its schema', () => {
  const [, schema = ''] =
    /\$schema=(\S+)/.exec(readFileSync('site/content/site.yaml', 'utf8')) ?? [];
  expect(existsSync(path.join('site/content', schema))).toBe(true);
});

test.each([
  [
    'site',
    {
      name: 'Bean There',
      colours: { accent: '#0a7d4f' },
      navigation: ['seo', { label: 'A', to: '/a' }],
    },
    true,
  ],
  ['site', { nmae: 'Bean There' }, false],
  ['site', { headings: 'gothic' }, false],
  ['article', { title: 'Über uns', publishedAt: '2025-03-04 09:00' }, true],
  ['article', { publishedAt: '2025-03-04' }, false],
  ['page', { title: 'About', contents: 'yes' }, false],
])('by the schema of %s %o is valid: %s', (name, value, isValid) => {
  const schema = z.fromJSONSchema(
    JSON.parse(readFileSync(`packages/marketing-workbench/schemas/${name}.schema.json`, 'utf8')),
  );
  expect(schema.safeParse(value).success).toBe(isValid);
});
