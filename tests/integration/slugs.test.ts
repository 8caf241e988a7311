/** Addresses that are made from words, in the language of the site. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatArticle } from '../support/content-folder.ts';
import { compileFiles } from '../support/content-shapes.ts';
import { listHrefs } from '../support/html-search.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestSite } from '../support/test-site.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><path d="M0 0h9"/></svg>';

function compileBakery(language: string) {
  const text = (title: string, body: string) => formatArticle({ title, tags: ['Süßes'] }, body);
  return compileFiles({
    'site.yaml': `name: Ofenfrisch\nlanguage: ${language}\ncategories: [{ slug: ofen, name: Öfen }]\n`,
    'articles/ofen/eins.md': text('Eins', '## Süßes & Öfen\n\n![Ein Ofen](Größe.svg)'),
    'articles/ofen/Größe.svg': DRAWING,
    'articles/ofen/zwei.md': text('Zwei', 'Zwei.'),
    'articles/ofen/drei.md': text('Drei', 'Drei.'),
  });
}

test('a German site spells tags and files in German, and leaves the ids of headings', async () => {
  await using site = await createTestSite({ records: await compileBakery('de') });
  const { body } = await site.get('/ofen/eins');
  expect(body).toContain('id="süßes--öfen"');
  expect(body).toMatch(/<img src="[^"]*-groesse\.svg"/);
  expect(listHrefs((await site.page('/ofen/eins')).main)).toContain('/tags/suesses');
  expect((await site.page('/tags/suesses')).h1).toBe('Süßes');
  expect((await site.get('/search?q=S%C3%BC%C3%9Fes')).body).toContain('href="/tags/suesses"');
});

test('the former address of a tag redirects, also for the router in the browser', async () => {
  await using site = await createTestSite({ records: await compileBakery('de') });
  const { statusCode, headers } = await site.get('/tags/susses?page=2');
  expect([statusCode, headers.location]).toEqual([301, '/tags/suesses?page=2']);
  expect(await site.read('/api/redirects?path=/tags/susses')).toEqual([
    { status: 301, to: '/tags/suesses' },
  ]);
  for (const other of ['/tags/suesse', '/tags/', '/ofen/susses'])
    expect([other, (await site.get(other)).headers.location]).not.toContain('/tags/suesses');
});

test('an English site spells as before', async () => {
  await using site = await createTestSite({ records: await compileBakery('en') });
  expect((await site.get('/tags/susses')).statusCode).toBe(200);
  expect((await site.get('/ofen/eins')).body).toMatch(/-grosse\.svg"/);
});

test('the commands spell the addresses of a new site in its language', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'workbench-slugs-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = path.join(parent, 'ofen');
  const environment = { CONTENT_DIR: folder, DATA_DIR: '/nonexistent' };
  const run = async (...args: readonly string[]) => {
    const { status, output } = await runCommand(args, environment);
    expect({ status, output }).toEqual({ status: 0, output });
  };
  const named = ['--name', 'Ofen', '--domain', 'www.ofen.example', '--description', 'Brot.'];
  await run('new-site', folder, ...named, '--categories', 'Süßes & Öfen', '--language', 'de-AT');
  const settings = await readFile(path.join(folder, 'content/site.yaml'), 'utf8');
  expect(settings).toContain('\nlanguage: de-AT\n');
  expect(settings).toContain('  - slug: suesses-oefen\n');
  await run('new', 'article', '--title', 'Früh übt sich', '--category', 'süßes & öfen');
  expect(
    await readFile(path.join(folder, 'content/articles/suesses-oefen/frueh-uebt-sich.md'), 'utf8'),
  ).toContain('Früh übt sich');
  await run('new', 'author', '--name', 'Jörg Weiß');
  expect(await readFile(path.join(folder, 'content/authors.yaml'), 'utf8')).toContain(
    'slug: joerg-weiss',
  );
  expect(
    await runCommand(['new-site', `${folder}-2`, ...named, '--language', 'deutsch'], environment),
  ).toEqual({
    status: 1,
    output: '--language “deutsch” is not a language; write its code, such as en or de-AT\n',
  });
});
