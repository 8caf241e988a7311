/**
 * The development server serves the built files of its pages to these pages, and no other file to
 * anyone.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const PAGE = '/seo/local-seo/ask-for-reviews';
const CONTENT = resolve(ROOT, FIXTURE_CONTENT);

let server: ServerProcess;
/** In the project, with a name that is in no list. */
let dataDir = '';
let openedFile = '';

beforeAll(async () => {
  await mkdir(join(ROOT, 'data'), { recursive: true });
  dataDir = await mkdtemp(join(ROOT, 'data', 'site-'));
  openedFile = join(dataDir, 'opened');
  const editor = join(dataDir, 'editor.sh');
  await writeFile(editor, `#!/bin/sh\necho "$@" > '${openedFile}'\n`, { mode: 0o755 });
  const environment = {
    CONTENT_DIR: FIXTURE_CONTENT,
    DATA_DIR: dataDir,
    LAUNCH_EDITOR: editor,
  };
  server = await startServerProcess(environment, () => undefined, {
    program: 'packages/marketing-workbench/src/dev-server.ts',
  });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('no file that pages do not need is served, by whichever address', async () => {
  const [state, ...others] = [
    `/${relative(ROOT, dataDir)}/dev/state.sqlite`,
    '/package.json',
    '/src/server/app.ts',
    '/node_modules/.vite/deps/_metadata.json',
    '/src/config.ts',
    '/.env',
    '/.git',
    '/.gitignore',
    '/vite.config.ts',
    '/README.md',
    '/src/server.ts',
    '/src/ui',
    '/content/site.yaml',
    '/scripts/build.ts',
    '/node_modules/fastify/package.json',
    '/tests/README.md',
  ] as const;
  const varied = [state, ...others.slice(0, 2)];
  const addresses = [
    ...others,
    ...varied.flatMap((path) => QUERIES.map((query) => `${path}${query}`)),
    ...varied.flatMap(listForms),
    ...listForms(state).flatMap((form) => [`${form}?import&raw`, `${form}?url`]),
  ];
  for (const address of [...addresses, ...OTHER_ADDRESSES]) {
    const { status, headers, body } = await ask(address);
    // The page that every unknown address gets, or a refusal without content.
    expect([address, status]).toEqual([
      address,
      status === 404 ? 404 : expect.toBeOneOf([400, 403, 301]),
    ]);
    if (status === 404) expect([address, headers['content-type']]).toEqual([address, HTML]);
    expect([address, LEAKS.exec(body)?.[0]]).toEqual([address, undefined]);
  }
});

test('a page loads with its built modules, their hashes, its style sheet and its own script', async () => {
  const page = await ask(PAGE);
  expect([page.status, page.headers['content-type']]).toEqual([200, HTML]);
  const [, modules = ''] = /data-modules="([^"]+)"/.exec(page.body) ?? [];
  const styles = [...page.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const files = [...modules.split(' '), ...styles.map(([, path = '']) => path), '/__page.js'];
  for (const path of files) {
    const { status, headers } = await ask(path);
    expect([path, status, headers['content-type']]).toEqual([
      path,
      200,
      expect.stringMatching(/javascript|css/),
    ]);
  }
  expect(files.length).toBeGreaterThan(5);
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
  expect(page.body).toMatch(/data-integrity="sha384-/);
});

test('other hosts, other origins and other sites get nothing', async () => {
  for (const path of ['/', PAGE, '/__page.js', '/__changes?version=1', '/__findings']) {
    for (const host of [
      'evil.example',
      `evil.example:${new URL(server.origin).port}`,
      '127.0.0.1.evil.example',
    ])
      expect([path, host, (await ask(path, { host })).status]).toEqual([path, host, 403]);
    const origins = ['https://evil.example', 'http://localhost:9', 'null'];
    for (const origin of origins) {
      const { headers } = await ask(path, { origin, 'sec-fetch-site': 'cross-site' });
      expect([path, origin, headers['access-control-allow-origin']]).toEqual([
        path,
        origin,
        undefined,
      ]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  }
});

test('only a page of the site opens a text of the content folder in the editor, and nothing else', async () => {
  const own = { 'sec-fetch-site': 'same-origin' };
  const file = join(CONTENT, 'articles/seo/local-seo/ask-for-reviews.md');
  for (const [place, headers] of [
    [`${file}:3`, {}],
    [`${file}:3`, { 'sec-fetch-site': 'cross-site' }],
    [`${file}:3`, { 'sec-fetch-site': 'same-site' }],
    [`${file}:3`, { 'sec-fetch-site': 'none' }],
    ['/etc/passwd', own],
    ['/etc/passwd:1', own],
    [join(CONTENT, '../../etc/passwd'), own],
    [`${CONTENT}/../../../etc/passwd`, own],
    [CONTENT, own],
    ['package.json', own],
    [`file://${file}`, own],
    [`${file}.missing`, own],
    ['', own],
  ] as const) {
    const { status } = await ask(`/__open-in-editor?file=${encodeURIComponent(place)}`, headers);
    expect([place, status]).toEqual([place, 403]);
  }
  expect(existsSync(openedFile)).toBe(false);
  expect((await ask(`/__open-in-editor?file=${encodeURIComponent(`${file}:3`)}`, own)).status).toBe(
    200,
  );
  await vi.waitFor(
    async () => expect(await readFile(openedFile, 'utf8')).toContain(file),
    PATIENCE,
  );
});

const HTML = 'text/html; charset=utf-8';
/** Of the database, of sources and of settings. */
const LEAKS =
  /SQLite format|devDependencies|sourceMappingURL|__vite_|export (?:default|const)|refs\/heads|gitdir/;

const QUERIES = [
  '',
  '?raw',
  '?url',
  '?import',
  '?import&raw',
  '?import&url',
  '?inline',
  '?direct',
  '?worker',
  '?v=1',
  '?t=1',
  '?raw??',
  '?import&raw??',
  '?url&raw',
  '?.svg',
  '?.svg?.wasm?init',
  '?import&inline=1.wasm?init',
];

const OTHER_ADDRESSES = [
  '/@fs/etc/passwd',
  '/@fs/etc/passwd?raw',
  '/@fs/etc/passwd?import&raw??',
  '/@fs//etc/passwd',
  '/@id/fastify',
  '/@id/node:fs',
  '/@id/__x00__none',
  '/@id/vite',
  '/__inspect',
  '/@fs/',
  '/@fs',
  '/@id/',
  '/src/',
  '/src/ui/',
  '/node_modules/',
  '/index.html',
  '/src/site/dates.test.ts',
  '/src/ui/README.md',
  '/@vite/client',
  '/src/app/app.tsx',
  '/dist/desk/editor.js',
  '/dist/server/render-page.js',
  '/.vite/manifest.json',
];

/** Other spellings of the path, by which a development server or a file system might find the same file. */
function listForms(path: string): readonly string[] {
  const [first = '', ...rest] = path.slice(1);
  const code = first.charCodeAt(0).toString(16);
  const up = (dots: string) => `/src/ui/${dots}${path.slice(1)}`;
  return [
    `/@fs${ROOT}${path}`,
    `/@fs/${ROOT}${path}`,
    `/@id${ROOT}${path}`,
    `/@id/__x00__${ROOT}${path}`,
    `/%${code}${rest.join('')}`,
    `/%25${code}${rest.join('')}`,
    `/${path}`,
    `/.${path}`,
    `${path}/`,
    up('../../'),
    up('..%2f..%2f'),
    up('%2e%2e/%2e%2e/'),
    up('%252e%252e/%252e%252e/'),
    up('..\\..\\'),
    `/@fs${ROOT}/src/ui/../..${path}`,
    `/@fs${ROOT}/src/ui/..%2f..${path}`,
    `/@vite/client/../..${path}`,
    `${path}%00.ts`,
    `${path}::$DATA`,
    `${path}%3F.ts`,
    `${path}%23.ts`,
    `/@fs/src/ui/../../..${path}`,
  ];
}

type Received = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Sends the address as it is. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, async (response) => {
      const { statusCode = 0, headers } = response;
      const isStream = headers['content-type'] === 'text/event-stream';
      if (isStream) response.destroy();
      resolve({ status: statusCode, headers, body: isStream ? '' : await text(response) });
    })
      .on('error', reject)
      .end();
  });
}
