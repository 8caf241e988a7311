import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEditor } from '../../../../../tests/support/start-editor.ts';

const ARTICLE = 'articles/seo/local-seo/ask-for-reviews.md';

test('a changed title changes only its line, and the former text is kept', async () => {
  const { list, save, read, formerDir } = await startEditor();
  const listed = (await list()).find((file) => file.path === ARTICLE);
  const before = await read(ARTICLE);
  expect(listed?.text).toBe(before);
  const answer = await save(
    ARTICLE,
    before.replace(/title: .*/, 'title: New words'),
    listed?.version,
  );
  expect(answer.status).toBe(200);
  expect(await read(ARTICLE)).toBe(before.replace(/title: .*/, 'title: "New words"'));
  const [former = ''] = await readdir(path.join(formerDir, path.dirname(ARTICLE)));
  expect(former).toMatch(/^ask-for-reviews .*\.md$/);
  expect(await readFile(path.join(formerDir, path.dirname(ARTICLE), former), 'utf8')).toBe(before);
});

test('a text whose name ends with capital letters is listed and saved as any other', async () => {
  const { contentDir, list, save, findVersion, read, send } = await startEditor();
  const capital = 'pages/one.MD';
  const before = '---\ntitle: One\n---\n\nWords.\n';
  await writeFile(path.join(contentDir, capital), before);
  const version = await findVersion('pages/one.md');
  expect((await save('pages/one.md', before.replace('One', 'Two'), version)).status).toBe(200);
  expect(await read(capital)).toContain('Two');
  expect((await list()).filter(({ path: file }) => /^pages\/one\.md$/i.test(file))).toHaveLength(1);
  const headers = { 'if-match': await findVersion('pages/one.md') };
  await send({ method: 'DELETE', path: '/files/pages/one.md', headers });
  expect(await readdir(path.join(contentDir, 'pages'))).not.toContain('one.MD');
});

test('an author alone is shown as a list, and stays alone', async () => {
  const { contentDir, list, save, read } = await startEditor();
  const before = `\uFEFF${(await read(ARTICLE)).replace('title:', 'author: ada-lane # she\ntitle:')}`;
  await writeFile(path.join(contentDir, ARTICLE), before);
  const { text = '', version } = (await list()).find((file) => file.path === ARTICLE) ?? {};
  expect(text).toContain('\nauthor: ["ada-lane"] # she\n');
  await save(ARTICLE, text.replace(/title: .*/, 'title: New words'), version);
  expect(await read(ARTICLE)).toBe(before.replace(/title: .*/, 'title: "New words"'));
});

test('a page leaves out what it leaves out by default, and rules are written as typed', async () => {
  const { contentDir, save, read, findVersion } = await startEditor();
  const before = '---\ntitle: One\n---\n\nWords.\n';
  await writeFile(path.join(contentDir, 'pages/one.md'), before);
  await writeFile(path.join(contentDir, 'standard.yaml'), '# Old\ntitleMax: 70\n');
  const form = (inFooter: boolean) =>
    before.replace(
      'One\n',
      `One\ncontents: false\ninFooter: ${inFooter}\ninSitemap: true\ndraft: false\n`,
    );
  await save('pages/one.md', form(true), await findVersion('pages/one.md'));
  expect(await read('pages/one.md')).toBe(before);
  await save('pages/one.md', form(false), await findVersion('pages/one.md'));
  expect(await read('pages/one.md')).toBe(before.replace('One\n', 'One\ninFooter: false\n'));
  await save('standard.yaml', '# New\ntitleMax: 70\n', await findVersion('standard.yaml'));
  expect(await read('standard.yaml')).toBe('# New\ntitleMax: 70\n');
});

test('a file that is saved without a change is not written', async () => {
  const { contentDir, findVersion, save, read, formerDir } = await startEditor();
  const { mtimeMs, ino } = await stat(path.join(contentDir, ARTICLE));
  const body = (await read(ARTICLE)).replace(/title: "(.*)"/, "title: '$1'");
  expect((await save(ARTICLE, body, await findVersion(ARTICLE))).status).toBe(200);
  expect(await stat(path.join(contentDir, ARTICLE))).toMatchObject({ mtimeMs, ino });
  await expect(readdir(formerDir)).rejects.toThrow('ENOENT');
});

test('nothing that another program wrote is overwritten or removed', async () => {
  const { contentDir, send, findVersion, save, read } = await startEditor();
  const version = await findVersion(ARTICLE);
  await writeFile(path.join(contentDir, ARTICLE), 'Written meanwhile.');
  expect(await save(ARTICLE, 'Mine.', version)).toMatchObject({
    status: 412,
    text: JSON.stringify({
      message: 'ask-for-reviews.md has changed on the disk since it was opened; reload the page',
    }),
  });
  expect(await save(ARTICLE, 'A new text of the same name.')).toMatchObject({ status: 412 });
  const headers = { 'if-match': version };
  expect(await send({ method: 'DELETE', path: `/files/${ARTICLE}`, headers })).toMatchObject({
    status: 412,
  });
  expect(await read(ARTICLE)).toBe('Written meanwhile.');
});

test('a new text and a new picture are saved in new folders, and removed with a copy kept', async () => {
  const { contentDir, formerDir, send, findVersion, save, read } = await startEditor();
  const text = 'articles/email-marketing/segmentation/new.md';
  expect((await save(text, 'New.')).status).toBe(200);
  expect(await read(text)).toBe('New.');
  const picture = 'articles/email-marketing/segmentation/new.png';
  const bytes = Buffer.from([0x89, 0x50, 0x0d, 0x0a, 0xff]);
  expect((await save(picture, bytes)).status).toBe(200);
  expect(await readFile(path.join(contentDir, picture))).toEqual(bytes);
  const headers = { 'if-match': await findVersion(picture) };
  expect((await send({ method: 'DELETE', path: `/files/${picture}`, headers })).status).toBe(204);
  await expect(read(picture)).rejects.toThrow('ENOENT');
  expect(await readdir(path.join(formerDir, path.dirname(picture)))).toHaveLength(1);
});

const ESCAPES = [
  '../outside.md',
  '..%2Foutside.md',
  'articles/../../outside.md',
  'articles%2F..%2F..%2Foutside.md',
  'articles/seo/..%5C..%5Coutside.md',
  '%2Ftmp%2Foutside.md',
  'articles//outside.md',
  'articles/seo/.hidden.md',
  'articles/seo/local-seo/a%00.md',
  'C:outside.md',
  'outside.md',
  'articles/seo/local-seo/program.js',
  'articles/seo/local-seo/deeper/text.md',
  'linked-file/x.md',
  'articles/linked-folder/text.md',
  'articles/seo/linked-text.md',
];

test('nothing is read, written or removed outside of the content folder, or where no content belongs', async () => {
  const { parent, contentDir, send, save } = await startEditor();
  await mkdir(path.join(parent, 'outside'));
  await writeFile(path.join(parent, 'outside/text.md'), 'Private.');
  await writeFile(path.join(parent, 'outside.md'), 'Private.');
  await symlink('../../outside', path.join(contentDir, 'articles/linked-folder'));
  await symlink('../../../outside/text.md', path.join(contentDir, 'articles/seo/linked-text.md'));
  for (const file of ESCAPES) {
    const answers = [
      await send({ path: `/files/${file}` }),
      await save(file, 'Changed.'),
      await send({ method: 'DELETE', path: `/files/${file}`, headers: { 'if-match': '1-8' } }),
    ];
    for (const { status, text } of answers) {
      expect([400, 403, 404], file).toContain(status);
      expect(text).not.toContain('Private.');
    }
  }
  expect((await readdir(parent)).toSorted()).toEqual(['content', 'outside', 'outside.md']);
  expect(await readFile(path.join(parent, 'outside.md'), 'utf8')).toBe('Private.');
  expect(await readdir(path.join(parent, 'outside'))).toEqual(['text.md']);
  expect(await readFile(path.join(parent, 'outside/text.md'), 'utf8')).toBe('Private.');
});

const INTRUDERS: readonly Readonly<Record<string, string>>[] = [
  { host: 'editor.attacker.example' },
  { host: 'editor.attacker.example:3100' },
  { origin: 'https://attacker.example' },
  // The site on this machine.
  { origin: 'http://localhost:3000' },
  { origin: 'null' },
];

test('only the editor’s own page can change the folder', async () => {
  const { send, findVersion, read } = await startEditor();
  const before = await read(ARTICLE);
  const version = await findVersion(ARTICLE);
  for (const intruder of INTRUDERS) {
    const change = { path: `/files/${ARTICLE}`, headers: { 'if-match': version, ...intruder } };
    expect((await send({ ...change, method: 'PUT', body: 'Changed.' })).status).toBe(403);
    expect((await send({ ...change, method: 'DELETE' })).status).toBe(403);
  }
  expect(await read(ARTICLE)).toBe(before);
});

test('another site can neither read nor frame the editor', async () => {
  const { send } = await startEditor();
  expect((await send({ path: '/files', headers: { host: 'attacker.example' } })).status).toBe(403);
  for (const site of ['cross-site', 'same-site'])
    expect((await send({ path: '/files', headers: { 'sec-fetch-site': site } })).status).toBe(403);
  const { status, headers } = await send({ path: '/' });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'self'$/);
});

test('a text over the limit is refused with its size', async () => {
  const { save } = await startEditor();
  const answer = await save('articles/seo/local-seo/long.md', 'x'.repeat(250_001));
  expect(answer).toMatchObject({ status: 413 });
  expect(answer.text).toContain('is 251 kB, over the limit of 250 kB; split it into several texts');
});

test('an unknown address and a request without content are answered with words', async () => {
  const { send } = await startEditor();
  expect((await send({ path: '/unknown' })).status).toBe(404);
  expect((await send({ path: '/files/articles/seo/local-seo/none.md' })).status).toBe(404);
  expect(
    (await send({ method: 'PUT', path: '/files/articles/seo/local-seo/none.md' })).status,
  ).toBe(400);
});

test('the forms follow site.yaml and the schemas', async () => {
  const { contentDir, send } = await startEditor();
  const readConfig = async () => JSON.parse((await send({ path: '/config' })).text);
  const site = path.join(contentDir, 'site.yaml');
  await writeFile(
    site,
    'name: The Bakery\ncategories:\n  - slug: bread\n    name: Bread\n    subcategories:\n      - { slug: rye, name: Rye }\n',
  );
  const { app_title, collections, singletons, folders: places } = await readConfig();
  expect(app_title).toBe('Editor of The Bakery');
  const folders = collections.map(({ folder }: { readonly folder?: string }) => folder);
  expect(folders).toEqual(
    expect.arrayContaining(['articles/bread', 'articles/bread/rye', 'guides', 'legacy']),
  );
  expect(folders).not.toContain('articles/seo');
  expect(places['articles--bread--rye']).toBe('articles/bread/rye');
  expect(collections[1].fields[0]).toEqual({
    name: 'title',
    label: 'Title',
    widget: 'string',
    required: true,
    hint: 'Write 1 to 60 characters.',
    minlength: 1,
    maxlength: 300,
  });
  const downloads = collections[1].fields.find(
    ({ name }: { readonly name: string }) => name === 'downloads',
  );
  expect(downloads).toMatchObject({ widget: 'list', min: 1, max: 12, required: false });
  expect(downloads.fields).toMatchObject([
    { name: 'file', required: true },
    { name: 'title', required: false },
    { name: 'about', required: false },
  ]);
  const files = singletons.map(({ file }: { readonly file: string }) => file);
  expect(files).toEqual(expect.arrayContaining(['site.yaml', 'redirects.yaml', 'standard.yaml']));
  await writeFile(site, 'categories: no');
  expect((await readConfig()).app_title).toBe('Editor of Marketing Workbench');
});

test('the text of a form is shown as it would be saved, and is not written', async () => {
  const { send, read, shown } = await startEditor();
  const before = await read(ARTICLE);
  const head = parse(before.split('---')[1] ?? '');
  const body = before.split('---\n\n')[1];
  const show = (values: object) =>
    send({
      method: 'PUT',
      path: `/unsaved/${ARTICLE}`,
      headers: { 'content-type': 'application/octet-stream' },
      body: JSON.stringify({ id: '123e4567-e89b-42d3-a456-426614174000', values }),
    });
  const empty = { seoTitle: '', cover: { src: '', alt: null }, featured: false };
  const answer = await show({ ...head, ...empty, body });
  expect(JSON.parse(answer.text)).toEqual({ address: 'http://localhost:3000/shown?unsaved=1' });
  await show({ ...head, title: 'New words', body });
  expect(shown).toEqual([
    `content/${ARTICLE}\n${before}`,
    `content/${ARTICLE}\n${before.replace(/title: .*/, 'title: "New words"')}`,
  ]);
  expect(await read(ARTICLE)).toBe(before);
  for (const path of ['/bundle/..%2f..%2fpackage.json', '/bundle/built-from', '/bundle/none.js'])
    expect([path, (await send({ path })).status]).toEqual([path, 404]);
});
