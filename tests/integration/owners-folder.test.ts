import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';
import { runCommand } from '../support/run-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

type SiteName = { readonly name: string; readonly domain: string; readonly slug: string };

/** Writes a site with one article. */
function writeSite({ name, domain, slug }: SiteName): string {
  const folder = path.join(createDataDir(), 'content');
  const category = path.join(folder, 'articles/bread');
  mkdirSync(category, { recursive: true });
  const settings = `name: ${name}\ndomain: ${domain}\ncategories:\n  - slug: bread\n    name: Bread\n`;
  writeFileSync(path.join(folder, 'site.yaml'), settings);
  const text = '---\ntitle: Rye\nexcerpt: On rye.\npublishedAt: 2025-01-01\n---\n\nRye is dark.\n';
  writeFileSync(path.join(category, `${slug}.md`), text);
  return folder;
}

const BAKERY = { name: 'Bakery', domain: 'www.bakery.example', slug: 'rye' };
const GARAGE = { name: 'Garage', domain: 'www.garage.example', slug: 'tyres' };

test.for([['publish'], ['publish', '--at-start']])(
  '%s refuses the data of another site in one line that names both',
  async (args) => {
    const [dataDir, other] = [createDataDir(), writeSite(GARAGE)];
    const published = await runCommand(['publish'], {
      CONTENT_DIR: writeSite(BAKERY),
      DATA_DIR: dataDir,
    });
    expect(published).toMatchObject({ status: 0 });
    const { status, output } = await runCommand(args, { CONTENT_DIR: other, DATA_DIR: dataDir });
    expect(status).toBe(1);
    expect(output.trimEnd().split('\n').at(-1)).toBe(
      `The data folder ${dataDir} belongs to the site “Bakery” (www.bakery.example), and ${other} is the site “Garage” (www.garage.example): set DATA_DIR to another folder, or leave it out.`,
    );
  },
);

test('the texts with which every site begins make no site the same as another', async () => {
  const dataDir = createDataDir();
  const [bakery, garage] = [BAKERY, GARAGE].map((site) =>
    writeSite({ ...site, slug: 'first-text' }),
  );
  for (const folder of [bakery, garage]) {
    const pages = path.join(folder ?? '', 'pages');
    mkdirSync(pages);
    writeFileSync(path.join(pages, 'about.md'), '---\ntitle: About\n---\n\nIt is ours.\n');
  }
  await runCommand(['publish'], { CONTENT_DIR: bakery ?? '', DATA_DIR: dataDir });
  const environment = { CONTENT_DIR: garage ?? '', DATA_DIR: dataDir };
  expect(await runCommand(['publish'], environment)).toMatchObject({
    status: 1,
    output: expect.stringContaining('belongs to the site “Bakery”'),
  });
});

test.for([
  ['another name', { ...GARAGE, domain: BAKERY.domain }],
  ['another domain', { ...GARAGE, name: BAKERY.name }],
  ['an article of the same name', { ...GARAGE, slug: BAKERY.slug }],
] as const)('a site with %s is the same one', async ([, site]) => {
  const dataDir = createDataDir();
  await runCommand(['publish'], { CONTENT_DIR: writeSite(BAKERY), DATA_DIR: dataDir });
  const environment = { CONTENT_DIR: writeSite(site), DATA_DIR: dataDir };
  expect(await runCommand(['publish', '--allow-gone'], environment)).toMatchObject({ status: 0 });
});

const FORMER = path.join(ROOT, 'tests/fixtures/site-of-version-1');
const SCHEMA = '.schemas/site.schema.json';

test('upgrade shows and makes what this version wants changed, once', async () => {
  const site = createDataDir();
  const contentDir = path.join(site, 'content');
  cpSync(FORMER, contentDir, { recursive: true });
  await runCommand(['new', site], {});
  const environment = { CONTENT_DIR: contentDir };
  const read = () => readFileSync(path.join(contentDir, 'site.yaml'), 'utf8');
  const before = read();
  const said = `${path.join(contentDir, SCHEMA)} is the schema of the version that wrote it; each version brings its own.
  ${contentDir}/site.yaml changed
  ${contentDir}/${SCHEMA} removed
`;
  expect(await runCommand(['upgrade', '--dry-run'], environment)).toEqual({
    status: 0,
    output: `${said}Nothing was written.\n`,
  });
  expect(read()).toBe(before);
  expect(await runCommand(['upgrade'], environment)).toEqual({ status: 0, output: said });
  expect(read()).toBe(
    before.replace(SCHEMA, '../node_modules/marketing-workbench/schemas/site.schema.json'),
  );
  expect(existsSync(path.join(contentDir, SCHEMA))).toBe(false);
  expect(await runCommand(['upgrade'], environment)).toEqual({
    status: 0,
    output: `${contentDir} is up to date.\n`,
  });
});

test('a content folder without a package.json beside it gets the present schema', async () => {
  const contentDir = path.join(createDataDir(), 'texts');
  cpSync(FORMER, contentDir, { recursive: true });
  const copy = path.join(contentDir, SCHEMA);
  writeFileSync(copy, '{}');
  const environment = { CONTENT_DIR: contentDir };
  const check = await runCommand(['check'], environment);
  expect(check.output).toContain(
    `${copy} is the schema of another version. To change it, run: npm run content -- upgrade\n`,
  );
  expect(await runCommand(['upgrade'], environment)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(copy, 'utf8'))).toHaveProperty('properties.name');
  expect((await runCommand(['check'], environment)).output).not.toContain('upgrade');
});
