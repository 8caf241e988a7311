/**
 * The development server shows every text, says what keeps it from being published, and leaves the
 * site's data alone.
 */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatArticle, formatText, writeContentFolder } from '../support/content-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createDataDir } from '../support/temporary-store.ts';

const FOLDER = 'articles/seo/local-seo';
const PATIENCE = { timeout: 60_000, interval: 50 };

async function startDevServer(contentDir: string, dataDir = createDataDir()) {
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: dataDir };
  const server = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
  });
  onTestFinished(server.stop);
  return async (path: string) => {
    const answer = await fetch(`${server.origin}${path}`);
    const text = await answer.text();
    const notes =
      /<template shadowrootmode="open">.*?(<aside.*)<\/template>/s.exec(text)?.[1] ?? '';
    return { status: answer.status, text, notes };
  };
}

test('each text is at its own address, with a note that says what it is and what is wrong with it', async () => {
  const contentDir = await writeContentFolder({
    [`${FOLDER}/my-draft.md`]: formatArticle({ title: 'My draft', draft: true }),
    [`${FOLDER}/later.md`]: formatArticle({ title: 'Later', publishedAt: '2099-05-03T09:00:00Z' }),
    [`${FOLDER}/wrong-keys.md`]: formatText(
      { title: 'Wrong keys', publishedAt: 'soon', hue: 1 },
      'A body.',
    ),
    [`${FOLDER}/wrong-link.md`]: formatArticle(
      { title: 'Wrong link', draft: true },
      '[Gone](/seo/gone)',
    ),
    [`${FOLDER}/no-keys.md`]: 'Only a body.',
    [`${FOLDER}/wrong-yaml.md`]: '---\ntitle: "Open\n---\n\nA body after it.',
    [`${FOLDER}/empty.md`]: '',
    'articles/cooking/soup.md': formatArticle({ title: 'Soup' }),
    'pages/soon.md': formatText({ title: 'Soon', draft: true }, 'A page to come.'),
    'unknown.txt': '',
  });
  const get = await startDevServer(contentDir);
  const page = await get('/soon');
  expect(page.text).toContain('A page to come.');
  expect(page.notes).toContain('<summary>Draft</summary>');
  for (const [name, status, shown, ...notes] of [
    ['base-article', 200, 'Some words.', '<summary>Ready to be published</summary>'],
    ['my-draft', 200, '>My draft</h1>', '<summary>Draft</summary>'],
    ['later', 200, '>Later</h1>', '<summary>Scheduled for May 3, 2099 at 09:00 UTC</summary>'],
    [
      'wrong-keys',
      200,
      'A body.',
      '>Not publishable: ',
      '.md:3</a> publishedAt is not',
      '.md:4</a> hue is',
    ],
    [
      'wrong-link',
      200,
      '>Wrong link</h1>',
      '>Draft. Not publishable: 1 problem<',
      '/seo/gone does not exist',
    ],
    ['no-keys', 200, 'Only a body.', '>Not publishable: 1 problem<', ' has no front matter'],
    ['wrong-yaml', 200, 'A body after it.', '>Not publishable: ', 'is not valid YAML'],
    ['empty', 404, 'Article Not Found', '>Not publishable: 1 problem<', ' is empty'],
    [
      'none',
      404,
      'Article Not Found',
      ' in the whole folder</a>, 1 of them in settings and other files',
    ],
  ] as const) {
    const page = await get(`/seo/local-seo/${name}`);
    expect([name, page.status]).toEqual([name, status]);
    expect(page.text).toContain(shown);
    for (const note of notes) expect(page.notes).toContain(note);
  }
  const { notes } = await get('/seo/local-seo/wrong-keys');
  const file = encodeURIComponent(join(contentDir, FOLDER, 'wrong-keys.md:3'));
  expect(notes).toContain(`href="/__open-in-editor?file=${file}"`);
  expect(notes).toContain('<p class="title">Wrong keys, ');
  expect(notes).toMatch(/<img src="\/social\/post\/wrong-keys\./);

  const list = await get('/seo/local-seo');
  for (const [name, mark] of [
    ['my-draft', 'draft'],
    ['later', 'scheduled'],
    ['wrong-keys', 'not publishable'],
  ]) {
    expect(list.text).toContain(`<a href="/seo/local-seo/${name}"`);
    expect(list.text).toContain(
      `main a[href="/seo/local-seo/${name}"]::before{content:"[${mark}] "}`,
    );
  }
  expect(list.text).not.toContain('main a[href="/seo/local-seo/base-article"]');
  const findings = await get('/__findings');
  for (const finding of [
    'wrong-keys.md:3</a> publishedAt',
    'soup.md</a> is in',
    'unknown.txt</a> is not known',
  ])
    expect(findings.text).toContain(finding);
});

test('an edit shows at once, and a fault in the settings leaves every page as it was, with a note', async () => {
  const contentDir = await writeContentFolder();
  const dataDir = createDataDir();
  const get = await startDevServer(contentDir, dataDir);
  expect((await get('/seo')).notes).toBe('');
  const draft = join(contentDir, FOLDER, 'my-draft.md');
  await writeFile(draft, formatArticle({ title: 'My draft', draft: true }));
  await vi.waitFor(async () => expect((await get('/seo')).text).toContain('My draft'), PATIENCE);
  await writeFile(draft, formatArticle({ title: 'My draft', publishedAt: 'soon' }));
  await vi.waitFor(
    async () => expect((await get('/seo')).notes).toContain('1 problem in the whole'),
    PATIENCE,
  );

  const settings = join(contentDir, 'redirects.yaml');
  await writeFile(settings, '- from: /old\n  to: /nowhere\n');
  await vi.waitFor(
    async () =>
      expect((await get('/seo')).notes).toContain('1 of them in settings and other files'),
    PATIENCE,
  );
  expect((await get('/seo/local-seo/base-article')).text).toContain('Some words.');
  expect(existsSync(join(dataDir, 'index.sqlite'))).toBe(false);
});

test('a fault in site.yaml is shown even before the first content is', async () => {
  const contentDir = await writeContentFolder({ 'site.yaml': 'nam: A shop' });
  const get = await startDevServer(contentDir);
  const page = await get('/');
  expect(page.status).toBe(503);
  expect(page.notes).toContain(' in the whole folder</a>');
  expect((await get('/__findings')).text).toContain('content/site.yaml:1</a> `nam`');
  await rm(join(contentDir, 'site.yaml'));
  await vi.waitFor(
    async () => expect((await get('/seo/local-seo/base-article')).status).toBe(200),
    PATIENCE,
  );
});

test('an open page is told of a change, and one that missed it when it connects', async () => {
  const contentDir = await writeContentFolder();
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir() };
  const server = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
  });
  onTestFinished(server.stop);
  const page = await (await fetch(`${server.origin}/seo`)).text();
  const [, version = ''] =
    /<script type="module" src="\/__page\.js" data-version="([^"]+)"/.exec(page) ?? [];
  const connect = async () => {
    const { body } = await fetch(`${server.origin}/__changes?version=${version}`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    return async () => (await reader?.read())?.value;
  };
  const read = await connect();
  const told = read();
  await writeFile(join(contentDir, FOLDER, 'more.md'), formatArticle({ title: 'More' }));
  expect(await told).toBe('data: changed\n\n');
  expect(await (await fetch(`${server.origin}/seo`)).text()).toContain('More');
  expect(await (await connect())()).toBe('data: changed\n\n');
  // An open page does not hold up the end of the process.
  const stoppedAt = performance.now();
  await server.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(6_000);
});

test('each save in the desk is shown, not only the first', async () => {
  const path = `${FOLDER}/saved.md`;
  const contentDir = await writeContentFolder({ [path]: formatArticle({ title: 'First' }) });
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir(), DESK_PORT: '0' };
  const { origin, stop } = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
    args: ['--desk'],
  });
  onTestFinished(stop);
  const { site_url: site } = await (await fetch(`${origin}/config`)).json();
  for (const title of ['Second', 'Third', 'Fourth']) {
    const listed = await (await fetch(`${origin}/files`)).json();
    const { version } = listed.find((file: { readonly path: string }) => file.path === path);
    const saved = await fetch(`${origin}/files/${path}`, {
      method: 'PUT',
      headers: { origin, 'if-match': version, 'content-type': 'application/octet-stream' },
      body: formatArticle({ title }),
    });
    expect(saved.status).toBe(200);
    await vi.waitFor(async () => {
      const page = await fetch(`${site}/seo/local-seo/saved`);
      expect(await page.text()).toContain(`>${title}</h1>`);
    }, PATIENCE);
  }
});

test('the desk says at its start where it is, in words', async () => {
  const contentDir = await writeContentFolder({});
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir(), DESK_PORT: '0' };
  const lines: string[] = [];
  const desk = await startServerProcess(environment, (line) => lines.push(line), {
    program: 'packages/marketing-workbench/src/dev-server.ts',
    args: ['--desk'],
  });
  onTestFinished(desk.stop);
  expect((await fetch(desk.origin)).status).toBe(200);
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
});
