import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startEditor } from '../../../../../tests/support/start-editor.ts';

const ARTICLE = 'articles/seo/local-seo/ask-for-reviews.md';

const LOOK = `# Ours
name: The Bakery
colours:
  accent: "#0a7" # green
  paper: { light: "#fff8f0", dark: '#101010' }
categories:
  - { slug: bread, name: Bread, colour: "#aa5500" }
navigation:
  - bread # first
  - { label: About, to: /about }
`;

test('the form of the site has colours and a menu, and saving it changes only what differs', async () => {
  const { contentDir, send, list, save, read } = await startEditor();
  await writeFile(path.join(contentDir, 'site.yaml'), LOOK);
  const { singletons } = JSON.parse((await send({ path: '/config' })).text);
  const { fields } = singletons.find(({ file }: { readonly file: string }) => file === 'site.yaml');
  const find = (name: string) =>
    fields.find((field: { readonly name: string }) => field.name === name);
  expect(find('colours').fields[7]).toMatchObject({
    name: 'accent',
    widget: 'object',
    required: false,
    fields: [
      { name: 'light', widget: 'color', required: true },
      { name: 'dark', widget: 'color', required: false },
    ],
  });
  expect(find('navigation')).toMatchObject({
    widget: 'list',
    max: 50,
    fields: [
      { name: 'label', widget: 'string', required: false },
      { name: 'to', widget: 'string', required: true },
    ],
  });
  const { text = '', version } = (await list()).find((file) => file.path === 'site.yaml') ?? {};
  const shown = parse(text);
  expect(shown.colours).toEqual({
    accent: { light: '#00aa77' },
    paper: { light: '#fff8f0', dark: '#101010' },
  });
  expect(shown.categories[0].colour).toEqual({ light: '#aa5500' });
  expect(shown.navigation).toEqual([{ to: 'bread' }, { label: 'About', to: '/about' }]);

  const saved = await save('site.yaml', stringify(shown), version);
  expect(await read('site.yaml')).toBe(LOOK);
  shown.colours.accent.light = '#0a7d4f';
  shown.navigation[0].to = 'news';
  await save('site.yaml', stringify(shown), JSON.parse(saved.text).version);
  expect(await read('site.yaml')).toBe(
    LOOK.replace('"#0a7"', '"#0a7d4f"').replace('- bread', '- news'),
  );
});

test('a first colour and a first menu are written as an owner writes them', async () => {
  const { contentDir, save, read, findVersion } = await startEditor();
  await writeFile(path.join(contentDir, 'site.yaml'), 'name: The Bakery # ours\n');
  const form = {
    name: 'The Bakery',
    colours: { accent: { light: '#0a7d4f', dark: '' } },
    navigation: [{ label: '', to: 'news' }],
  };
  await save('site.yaml', stringify(form), await findVersion('site.yaml'));
  expect(await read('site.yaml')).toBe(
    'name: The Bakery # ours\ncolours:\n  accent: "#0a7d4f"\nnavigation:\n  - news\n',
  );
});

test('a picture for a text gets a simple name of its own', async () => {
  const { contentDir, send, read } = await startEditor();
  const add = (file: string, body: string) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const address = `/pictures/articles/seo/local-seo/${encodeURIComponent(file)}`;
    return send({ method: 'POST', path: address, headers, body });
  };
  const name = 'Größe Foto 1.JPG';
  const added = [await add(name, 'one'), await add(name, 'two'), await add('写真.png', 'three')];
  expect(added.map(({ text }) => JSON.parse(text).name)).toEqual([
    'grosse-foto-1.jpg',
    'grosse-foto-1-2.jpg',
    'xiezhen.png',
  ]);
  expect(await read('articles/seo/local-seo/grosse-foto-1.jpg')).toBe('one');
  expect(await read('articles/seo/local-seo/grosse-foto-1-2.jpg')).toBe('two');
  const before = (await readdir(contentDir, { recursive: true })).length;
  for (const file of ['text.md', 'program.js', '../outside.jpg'])
    expect((await add(file, 'x')).status, file).toBe(403);
  expect(await readdir(contentDir, { recursive: true })).toHaveLength(before);
});

test('before publishing, the desk says what is new, held back, or wrong', async () => {
  const { contentDir, send } = await startEditor();
  const propose = async () => JSON.parse((await send({ path: '/publishing' })).text);
  const { lines, canPublish } = await propose();
  expect(canPublish).toBe(true);
  expect(lines).toContain('New: /seo/local-seo/ask-for-reviews');
  expect(lines).toContainEqual(expect.stringMatching(/^Not published: \d+ drafts?$/));
  await writeFile(path.join(contentDir, ARTICLE), 'No front matter.');
  expect(await propose()).toMatchObject({
    canPublish: true,
    lines: expect.arrayContaining([
      expect.stringMatching(/ask-for-reviews\.md(?::1)? .*front matter/),
      expect.stringMatching(
        /^HELD BACK until corrected: .*ask-for-reviews\.md \(not published yet\)/,
      ),
    ]),
  });
  await writeFile(path.join(contentDir, 'site.yaml'), 'name: 7');
  expect(await propose()).toMatchObject({
    canPublish: false,
    lines: expect.arrayContaining([
      expect.stringMatching(/^\d+ errors? to correct before anything is published:$/),
      expect.stringMatching(/site\.yaml:1 name/),
    ]),
  });
  expect(
    (await send({ method: 'POST', path: '/publishing', headers: { origin: 'null' } })).status,
  ).toBe(403);
});

test('a removed text leads its address elsewhere, and a draft is removed without a question', async () => {
  const { contentDir, formerDir, send, findVersion, read } = await startEditor();
  const ask = async (file: string) => JSON.parse((await send({ path: `/removals/${file}` })).text);
  const remove = async (file: string, to: string | null) => {
    const headers = {
      'content-type': 'application/octet-stream',
      'if-match': await findVersion(file),
    };
    const body = JSON.stringify({ to });
    return send({ method: 'POST', path: `/removals/${file}`, headers, body });
  };
  const address = '/seo/local-seo/ask-for-reviews';
  expect(await ask(ARTICLE)).toEqual({ address });
  for (const to of ['', 'nowhere', address])
    expect(await remove(ARTICLE, to), to).toMatchObject({ status: 400 });
  const before = await read(ARTICLE);
  const removal = await remove(ARTICLE, '/seo');
  expect(removal).toMatchObject({ status: 200 });
  expect(JSON.parse(removal.text)).toMatchObject({
    removed: [ARTICLE],
    lines: expect.arrayContaining([`${address} redirects to /seo`]),
  });
  await expect(read(ARTICLE)).rejects.toThrow('ENOENT');
  expect(parse(await read('redirects.yaml'))).toContainEqual({ from: address, to: '/seo' });
  const [former = ''] = await readdir(path.join(formerDir, path.dirname(ARTICLE)));
  expect(await readFile(path.join(formerDir, path.dirname(ARTICLE), former), 'utf8')).toBe(before);
  expect(await readdir(formerDir)).toContainEqual(
    expect.stringMatching(/^learning-paths .*\.yaml$/),
  );

  const draft = 'articles/seo/local-seo/new.md';
  await writeFile(path.join(contentDir, draft), before.replace('title:', 'draft: true\ntitle:'));
  expect(await ask(draft)).toEqual({});
  expect(await remove(draft, null)).toMatchObject({ status: 200 });
  await expect(read(draft)).rejects.toThrow('ENOENT');
  expect((await send({ path: '/removals/articles/none.md' })).status).toBe(409);
});
