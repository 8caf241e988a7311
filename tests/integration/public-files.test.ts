import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { formatFinding } from '../../packages/marketing-workbench/src/content/content-finding.ts';
import { createLosses } from '../../packages/marketing-workbench/src/export/losses.ts';
import { restoreFolder } from '../../packages/marketing-workbench/src/export/restore-folder.ts';
import { claimFrames, claimSize, createIcon, createMovingGif } from '../support/claimed-sizes.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { type Files, writeShapes } from '../support/content-shapes.ts';
import { createPhoto } from '../support/photos.ts';
import { NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite } from '../support/test-site.ts';

const PNG = await createPhoto(2, 2);
const SECURITY = 'Contact: mailto:security@example.com\nExpires: 2030-01-01T00:00:00Z\n';
const LEGACY = `---\ntitle: An old text\nlegacyUrl: /posts/old.html\nmetaDescription: ${'What it said. '.repeat(9)}\n---\n\nWords.\n`;
const FILES: Files = {
  'public/ads.txt': 'google.com, pub-1, DIRECT, f08c47fec0942fa0 # ours\nads.example, y, RESELLER',
  'public/.well-known/security.txt': SECURITY,
  'public/.well-known/apple-app-site-association': '{"applinks":{}}',
  'public/.well-known/.hidden': 'never',
  'public/.hidden': 'never',
  'public/google1234abcd.html':
    '<script>alert(1)</script>google-site-verification: google1234abcd.html',
  'public/BingSiteAuth.xml': '<?xml version="1.0"?><users><user>A1</user></users>',
  'public/tools/worker.js': 'alert(1)',
  'public/icons/a.ico': createIcon(PNG),
  'public/icons/a.png': PNG,
  'public/icons/a.gif': createMovingGif(9, 2),
  'public/icons/a.svg':
    '<!-- ours --><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>',
};

test('files of public are served at their addresses with all protection, until they are removed and published', async () => {
  await using site = await createTestSite({ records: await compile(FILES) });
  const types = [
    ['/ads.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/apple-app-site-association', 'application/json'],
    ['/google1234abcd.html', 'text/html; charset=utf-8'],
    ['/BingSiteAuth.xml', 'application/xml; charset=utf-8'],
    ['/tools/worker.js', 'application/octet-stream'],
    ['/icons/a.ico', 'image/x-icon'],
    ['/icons/a.png', 'image/png'],
    ['/icons/a.gif', 'image/gif'],
    ['/icons/a.svg', 'image/svg+xml'],
  ] as const;
  for (const [path, type] of types) {
    const { statusCode, headers, rawPayload } = await site.get(path);
    expect([path, statusCode, headers['content-type'], rawPayload]).toEqual([
      path,
      200,
      type,
      Buffer.from(FILES[`public${path}`] ?? ''),
    ]);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const known = await site.get(path, { 'if-none-match': String(headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    const head = await site.request({ method: 'HEAD', url: path });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', type]);
  }
  for (const path of [
    '/.hidden',
    '/.well-known/.hidden',
    '/public/ads.txt',
    '/ads',
    '/constructor',
    '/tools/..%2Fads.txt',
  ])
    expect([path, (await site.get(path)).statusCode]).toEqual([path, 404]);
  const { body: home } = await site.get('/');
  expect(home).not.toContain('security.txt');

  const { 'public/ads.txt': removed, ...rest } = FILES;
  syncStore(
    site.store,
    await compile({ ...rest, 'public/.well-known/security.txt': `${SECURITY}# new` }),
  );
  expect((await site.get('/ads.txt')).statusCode).toBe(404);
  expect((await site.get('/.well-known/security.txt')).body).toBe(`${SECURITY}# new`);
});

test('a folder that is restored from published records has the files of public and the analytics', async () => {
  const analytics = { service: 'matomo', host: 'matomo.example.com', id: '7' };
  const records = await compile({ ...FILES, 'site.yaml': JSON.stringify({ analytics }) });
  const restored = new Map(restoreFolder(records, createLosses()).map((file) => [file.path, file]));
  const read = async (file: string) =>
    Buffer.from((await restored.get(file)?.read()) ?? []).toString();
  expect(await read('public/.well-known/security.txt')).toBe(SECURITY);
  expect(await read('public/tools/worker.js')).toBe('alert(1)');
  expect(parse(await read('site.yaml'))).toMatchObject({ analytics });
});

test.each([
  [
    { 'public/robots.txt': 'x' },
    'public/robots.txt has the address /robots.txt, which the site itself answers; remove it',
  ],
  [{ 'public/feed.xml': 'x' }, 'has the address /feed.xml, which the site itself answers'],
  [{ 'public/llms.txt': 'x' }, 'has the address /llms.txt, which the site itself answers'],
  [{ 'public/sitemap.xml': 'x' }, 'has the address /sitemap.xml, which the site itself answers'],
  [{ 'public/api/posts': 'x' }, 'has the address /api/posts, which the site itself answers'],
  [{ 'public/favicon.ico': 'x' }, 'has the address /favicon.ico, which the site itself answers'],
  [
    { 'public/posts/Old.html': 'x', 'legacy/old.md': LEGACY },
    'has the address /posts/Old.html of a page; rename it',
  ],
  [{ 'public/SEO': 'x' }, 'public/SEO has the address /SEO of a page; rename it'],
  [
    { 'public/old': 'x', 'redirects.yaml': '- { from: /old, to: /seo }' },
    'has the address /old, which redirects',
  ],
  [
    { 'public/old/a.txt': 'x', 'redirects.yaml': '- { from: /old, to: /seo, match: prefix }' },
    'has the address /old/a.txt, which redirects (/old)',
  ],
  [{ 'public/a b.txt': 'x' }, 'has a name that its address can’t have'],
  [
    { 'public/large.bin': new Uint8Array(1_000_001) },
    'public/large.bin is 1.1 MB, over the limit of 1 MB',
  ],
  [
    Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`public/f${index}.txt`, 'x'])),
    'is one of 101 files in public, over the limit of 100; remove some',
  ],
  [
    { 'public/a.gif': createMovingGif(1, 1, 65_535) },
    'a.gif has more than 100 million pixels; save it smaller',
  ],
  [
    { 'public/a.gif': createMovingGif(1_000, 101) },
    'a.gif has more than 100 million pixels; save it smaller',
  ],
  [
    { 'public/a.PNG': claimSize(PNG, 65_535) },
    'a.PNG has more than 100 million pixels; save it smaller',
  ],
  [{ 'public/a.png': claimFrames(PNG, 60_000_000) }, 'a.png has more than 100 million pixels'],
  [
    { 'public/a.ico': createIcon(claimSize(PNG, 65_535)) },
    'a.ico is not a readable icon of at most 1024 pixels a side',
  ],
  [
    { 'public/a.ico': 'x' },
    'a.ico is not a readable icon of at most 1024 pixels a side; save it again',
  ],
  [{ 'public/a.webp': 'x' }, "a.webp is an image that can't be read; save it again"],
  [
    { 'public/a.SVG': '<svg xmlns="http://www.w3.org/2000/svg"><a/><script/></svg>' },
    'a.SVG advice (unsafeDrawings): is published without <script>; remove what is not shown',
  ],
  [
    { 'public/.well-known/security.txt': 'Contact: x' },
    'security.txt advice (publicFiles): has no Expires; write',
  ],
  [
    { 'public/.well-known/security.txt': 'Contact: x\nExpires: 2020-01-01T00:00:00Z' },
    'has expired (2020-01-01T00:00:00Z)',
  ],
  [
    { 'public/.well-known/security.txt': SECURITY.replace('Contact', 'Name') },
    'has no Contact; write one',
  ],
  [
    { 'public/security.txt': SECURITY },
    'is read at another address; move it to public/.well-known/',
  ],
  [
    { 'public/ads.txt': '# ours\ngoogle.com pub-1 DIRECT' },
    'has a line 2 that buyers of advertising can’t read',
  ],
])('%o is the only finding of its folder', async (files, message) => {
  const folder = await writeShapes(files);
  const { problems, advice } = await compileFolder(folder, new Date(NOW));
  await rm(folder, { recursive: true });
  const found = [...problems, ...advice].map(formatFinding);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

/** The records read their bytes when they are published. */
async function compile(files: Files) {
  const folder = await writeShapes(files);
  onTestFinished(() => rm(folder, { recursive: true }));
  return (await compileFolder(folder, new Date(NOW))).records;
}
