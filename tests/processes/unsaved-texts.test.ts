/** The desk shows a text of its form before it is saved, as the page that readers will see. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatArticle, formatText, writeContentFolder } from '../support/content-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createDataDir } from '../support/temporary-store.ts';

const FOLDER = 'articles/seo/local-seo';
const ID = '123e4567-e89b-42d3-a456-426614174000';
const VALUES = {
  title: 'Typed',
  publishedAt: '2026-01-01',
  excerpt: 'E.',
  body: 'Words **typed**.',
};

/** The keys of a text at an old path. */
const OLD = { legacyUrl: '/blog/old.html', publishedAt: undefined, excerpt: undefined };

async function startDesk() {
  const contentDir = await writeContentFolder({
    [`${FOLDER}/saved.md`]: formatArticle({ title: 'Saved', draft: true }, 'Words saved.'),
    'guides/a-guide.md': formatText({ title: 'A guide' }, 'A guide.'),
    'pages/a-page.md': formatText({ title: 'A page' }, 'A page.'),
  });
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir(), DESK_PORT: '0' };
  const { origin, stop } = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
    args: ['--desk'],
  });
  onTestFinished(stop);
  const show = async (file: string, values: object, headers = {}) => {
    const answer = await fetch(`${origin}/unsaved/${file}`, {
      method: 'PUT',
      headers: { origin, 'content-type': 'application/octet-stream', ...headers },
      body: JSON.stringify({ id: ID, values }),
    });
    const { address = '' } = await answer.json();
    return { status: answer.status, address: String(address) };
  };
  return { contentDir, origin, show };
}

async function readPage(address: string): Promise<string> {
  return (await fetch(address)).text();
}

test('the page of an unsaved text shows it with its findings, and nothing else does', async () => {
  const { contentDir, show } = await startDesk();
  const file = join(contentDir, FOLDER, 'saved.md');
  const before = await readFile(file, 'utf8');
  const { address } = await show(`${FOLDER}/saved.md`, { ...VALUES, hue: 1 });
  const { origin, pathname } = new URL(address);
  expect(pathname).toBe('/seo/local-seo/saved');
  const page = await readPage(address);
  for (const shown of [
    '>Typed</h1>',
    'Words <strong>typed</strong>.',
    'hue is',
    'Not publishable: ',
  ])
    expect(page).toContain(shown);
  expect(await readPage(origin + pathname)).toContain('>Saved</h1>');
  expect(await readPage(`${origin}/seo`)).not.toContain('Typed');
  expect(await readFile(file, 'utf8')).toBe(before);

  const again = await show(`${FOLDER}/saved.md`, { ...VALUES, title: 'Typed again' });
  expect(again.address).toBe(address);
  expect(await readPage(address)).toContain('>Typed again</h1>');
  expect(await readPage(address)).not.toContain('Typed</h1>');
  expect(await readPage(address)).not.toContain('hue is');
});

test('a new article, a guide, a new page and a new text at an old path are shown, too', async () => {
  const { show } = await startDesk();
  for (const [file, path] of [
    [`${FOLDER}/new.md`, '/seo/local-seo/new'],
    ['guides/a-guide.md', '/a-guide'],
    ['pages/new-page.md', '/new-page'],
    ['legacy/old.md', '/blog/old.html'],
  ] as const) {
    const { address } = await show(file, { ...VALUES, ...(file.startsWith('legacy/') && OLD) });
    expect(new URL(address).pathname).toBe(path);
    const answer = await fetch(address);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text()).toMatch(/>Typed<\/h1>.*Words <strong>typed<\/strong>\./s);
  }
});

test('a text of which nothing can be shown has its findings in words', async () => {
  const { show } = await startDesk();
  const { address } = await show(`${FOLDER}/saved.md`, { publishedAt: 'soon', body: '' });
  expect(await readPage(address)).toContain('publishedAt is not');
  const legacy = await show('legacy/old.md', { title: 'Old', body: 'Words.' });
  expect(new URL(legacy.address).pathname).toBe('/__findings');
  expect(await readPage(legacy.address)).toContain('legacyUrl');
});

test('an open page learns that the text of its form has changed, but not that of another page', async () => {
  const { show } = await startDesk();
  const { address } = await show(`${FOLDER}/saved.md`, VALUES);
  const { origin, pathname } = new URL(address);
  const connect = async (page: string) => {
    const [, version = ''] = /data-version="([^"]+)"/.exec(await readPage(page)) ?? [];
    const { body } = await fetch(`${origin}/__changes?version=${version}`);
    const messages: string[] = [];
    const ended = body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (message) => void messages.push(message) }));
    ended?.catch(() => undefined);
    return messages;
  };
  const own = await connect(address);
  const other = await connect(origin + pathname);
  await show(`${FOLDER}/saved.md`, { ...VALUES, title: 'Changed' });
  await vi.waitFor(() => expect(own).toEqual(['data: changed\n\n']), { timeout: 60_000 });
  expect(other).toEqual([]);
});

test('another site can not show a text, and only a place for texts is one', async () => {
  const { show } = await startDesk();
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await show(`${FOLDER}/saved.md`, VALUES, foreign)).status).toBe(403);
  for (const file of ['..%2fsecret.md', 'unknown/place.md'])
    expect([file, (await show(file, VALUES)).status]).toEqual([file, 403]);
});
