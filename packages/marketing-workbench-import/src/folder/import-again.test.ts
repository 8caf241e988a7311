import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSource, createSourceImport } from '../../../../tests/support/imported-site.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';

const PHOTO = await createPhoto(960, 640);

test('a second import writes nothing, and a dry run never does', async () => {
  const { folder, load, list } = createSourceImport();
  const source = createSource(
    [{ id: 'a', body: '<p>x <img src="/files/p.png"></p>' }, { id: 'b' }],
    {
      'p.png': PHOTO,
    },
  );
  const planned = await load(source, true);
  expect(planned.texts.map(({ written }) => written)).toEqual(['new', 'new']);
  expect(existsSync(folder)).toBe(false);
  await load(source);
  const stamp = () =>
    list().map((file) => [file, statSync(path.join(folder, file), { bigint: true }).mtimeNs]);
  const before = stamp().filter(([file]) => file !== '.import/state.json');
  const again = await load(source);
  expect(again.texts.map(({ written }) => written)).toEqual(['same', 'same']);
  expect(stamp().filter(([file]) => file !== '.import/state.json')).toEqual(before);
});

test('what the owner did since the last import stays, and what changed in the source follows', async () => {
  const { folder, load, read, write, list } = createSourceImport();
  const texts = [
    {
      id: 'a',
      categories: ['x'],
      body: '<p>One <img src="/files/p.png"> <a href="/2015/b/">b</a></p>',
    },
    { id: 'b', categories: ['x'] },
    { id: 'gone', categories: ['x'] },
    { id: 'dropped', categories: ['x'], body: '<p>x <img src="/files/p.png"></p>' },
    { id: 'about', kind: 'page' as const, addresses: ['/old-about/'] },
  ];
  await load(createSource(texts, { 'p.png': PHOTO }));
  write('articles/x/b.md', `${read('articles/x/b.md')}Mine.\n`);
  write('mapping.yaml', read('mapping.yaml').replace('to: x,', 'to: news/local,'));
  rmSync(path.join(folder, 'articles/x/dropped.md'));
  rmSync(path.join(folder, 'articles/x/dropped-p.png'));
  const changed = texts
    .filter(({ id }) => id !== 'gone')
    .map((text) => (text.id === 'about' ? { ...text, slug: 'about-us' } : text));
  const { problems } = await load(createSource(changed, { 'p.png': PHOTO }));
  expect(list().filter((file) => /^(?:articles|pages)/.test(file))).toEqual([
    'articles/news/local/a-p.png',
    'articles/news/local/a.md',
    'articles/news/local/b.md',
    'articles/x/b.md',
    'articles/x/gone.md',
    'pages/about-us.md',
  ]);
  expect(read('articles/news/local/a.md')).toContain('[b](/news/local/b)');
  expect(read('redirects.yaml')).toContain('- from: /old-about\n  to: /about-us\n');
  expect(problems).toEqual([
    expect.stringMatching(/x\/b\.md:1 has the slug “b”, and so has .*local\/b\.md/),
    expect.stringMatching(/x\/b\.md:1 is in the unknown category “x”/),
    expect.stringMatching(/x\/b\.md:4 alias \/2015\/b is redirected already/),
    expect.stringMatching(/x\/gone\.md:1 is in the unknown category “x”/),
    'articles/x/b.md was kept because you edited it, but its text is written to another file now; remove one of the two',
    "articles/x/gone.md was kept, but its text is not in the source any more; remove the file if you don't need it",
  ]);
  write('.import/state.json', '{');
  await expect(load(createSource(texts))).rejects.toThrow(
    /state\.json is damaged, so the import can't tell/,
  );
});

test('a text that the owner has removed does not come back, and a long one is a draft with its beginning', async () => {
  const { folder, load, read, list, check } = createSourceImport();
  const long = `<p>${'word '.repeat(50)}</p>`.repeat(1200);
  const source = createSource(
    [
      { id: 'a', body: '<p>x <img src="/files/p.png"></p>' },
      { id: 'long', body: long },
    ],
    {
      'p.png': PHOTO,
    },
  );
  await load(source);
  rmSync(path.join(folder, 'articles/general/a.md'));
  rmSync(path.join(folder, 'articles/general/a-p.png'));
  const { texts } = await load(source);
  expect(texts.map(({ written }) => written)).toEqual(['removed', 'same']);
  expect(list().filter((file) => file.startsWith('articles/'))).toEqual([
    'articles/general/long.md',
  ]);
  expect(read('articles/general/long.md')).toMatch(
    /draft: true\n[\s\S]*The whole text is in \.import\/too-long/,
  );
  expect(read('.import/too-long/articles/general/long.md')).toHaveLength(1200 * 251 - 1);
  expect((await check()).output).toContain('no errors');
});
