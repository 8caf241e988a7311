/**
 * Links to drafts are for whom they were sent to: no log, count or metric keeps one, however it is
 * spelled.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPreviewPath } from '../../packages/marketing-workbench/src/site/addresses.ts';
import { signPreview } from '../../packages/marketing-workbench/src/store/posts/preview-links.ts';
import { askOnce, type ReceivedAnswer } from '../support/connection.ts';
import { createSiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const SEED = 20_261_126;
const SECRET = 'a secret of thirty-two characters';
const LINK = signPreview(SECRET, 'ask-for-reviews', 4_000_000_000);
const PATH = formatPreviewPath(LINK);
const { signature } = LINK;
const REST = PATH.slice('/preview/'.length);

/** Path, and whether the server answers it as the link. */
const SPELLINGS: readonly (readonly [path: string, isServed: boolean])[] = [
  [PATH, true],
  ...listEncodings('preview').map((word) => [`/${word}/${REST}`, true] as const),
  ...listEncodings(signature).map((word) => [PATH.replace(signature, word), true] as const),
  [encodeAll(PATH), true],
  [`${PATH}?utm_source=x`, true],
  [`http://site.example${PATH}`, true],
  [`HTTP://user@site.example:80/%70review/${REST}`, true],
  [`${PATH}/`, false],
  [`/${PATH}`, false],
  [`///${PATH}//`, false],
  [`/.${PATH}`, false],
  [`/x/..${PATH}`, false],
  [`/x/%2e%2E${PATH}`, false],
  [`/\\preview\\${REST.replaceAll('/', '\\')}`, false],
  [PATH.replaceAll('/', '//'), false],
  [PATH.replaceAll('/', '%2F').replace('%2F', '/'), false],
  [`/preview/./${REST}`, false],
  [`/preview/x/../${REST}`, false],
  [`/Preview/${REST}`, false],
  [`/PREVIEW/${REST}`, false],
  [`/category${PATH}`, false],
  [`/seo/local-seo${PATH}`, false],
  [`/api${PATH}`, false],
  [`/previews/${REST}`, false],
  [`/${REST}`, false],
  [`/%2570review/${REST}`, false],
  [`/%252570review/${REST}`, false],
  [`/%25252525252525252570review/${REST}`, false],
  [`/%2%35%37%30review/${REST}`, false],
  [`/%zz${encodeAll(PATH)}`, false],
  [`/%00${PATH}`, false],
  [`/%09preview/${REST}`, false],
  [`/x%3F${PATH}`, false],
  [`/x%23${PATH}`, false],
  [`/http:/${PATH}`, false],
  [`${PATH};x=1`, false],
  [`${PATH}.md`, false],
  [`${PATH}/feed.xml`, false],
  [`${PATH}.png`, false],
  [PATH.slice(0, -20), false],
  [`/x/${encodeAll(encodeAll(PATH)).slice(1)}`, false],
];

/** Many ways to spell the link at once. */
const pieces = [...PATH].map((character) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(character) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(encodeAll(character), encodeAll(character).toLowerCase()),
    },
    { weight: 1, arbitrary: fc.constant(encodeAll(character).replace('%', '%25')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(character === '/' ? ['//', '/./', '/x/../', '\\', '%2f', '%5C', '/%2e/'] : [character]),
      ),
    },
  ),
);
const spelling = fc
  .tuple(
    fc.constantFrom('', '', '/', '/seo', '/x/..', '/%2e', '/%zz'),
    fc.tuple(...pieces),
    fc.constantFrom('', '/', '.md', '?a=1', ';'),
  )
  .map(([before, letters, after]) =>
    `/${before}${letters.join('')}${after}`.replace(/^\/(?=[/\\%])/, '/'),
  );

/** Each character of a word on its own in both cases of its code. */
function listEncodings(word: string): readonly string[] {
  return [...word].flatMap((character, place) =>
    [encodeAll(character), encodeAll(character).toLowerCase()].map(
      (code) => word.slice(0, place) + code + word.slice(place + 1),
    ),
  );
}

function encodeAll(text: string): string {
  return text.replace(
    /[^/]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

type Line = { readonly path: string; readonly kind: string; readonly referrer?: string };

let answers: ReadonlyMap<string, ReceivedAnswer>;
let lines: readonly Line[];
let texts: Readonly<Record<string, string>>;
let previews: number;

let folder = '';
afterAll(() => rm(folder, { recursive: true }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-spellings-'));
  const log = join(folder, 'access.log');
  await using node = await createSiteNode(
    { ACCESS_LOG: log, METRICS: 'loopback', PREVIEW_SECRET: SECRET },
    { isPublished: true },
  );
  const port = Number(new URL(node.origin()).port);
  const sampled = fc.sample(spelling, { seed: SEED, numRuns: 300 });
  const all = new Set([...SPELLINGS.map(([path]) => path), ...sampled]);
  const found = new Map<string, ReceivedAnswer>();
  for (const path of all) found.set(path, await askOnce(port, path));
  answers = found;
  const count = (query: Readonly<Record<string, string>>, referer = '') =>
    fetch(`${node.origin()}/api/posts/none/view?${new URLSearchParams(query)}`, {
      headers: { 'user-agent': READER, referer },
    });
  expect((await count({ missing: '/counted' })).status).toBe(204);
  for (const path of all) {
    await count({ missing: path });
    await count(
      { missing: '/counted-from', from: `https://site.example${path}` },
      `https://site.example${path}`,
    );
    await count({ q: `https://site.example${path}`, results: '0' });
    await fetch(
      `${node.origin()}/api/posts/1/view?${new URLSearchParams({ source: path, from: '' })}`,
      {
        headers: { 'user-agent': READER },
      },
    );
  }
  const metrics = (await node.get('/api/system/metrics')).text;
  previews = sumUp(metrics, 'preview');
  await node.stop();
  const state = new DatabaseSync(join(node.dataDir, 'state.sqlite'));
  const written = await readFile(log, 'utf8');
  texts = {
    log: written,
    metrics,
    output: node.output(),
    counts: JSON.stringify(state.prepare('SELECT kind, name, host FROM day_counts').all()),
    words: JSON.stringify(state.prepare('SELECT * FROM searched_words').all()),
  };
  state.close();
  lines = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
});

function sumUp(metrics: string, kind: string): number {
  return [
    ...metrics.matchAll(
      new RegExp(`^mw_http_requests_total\\{kind="${kind}",code="\\d+"\\} (\\d+)$`, 'gm'),
    ),
  ].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('the server answers a link only at its own path, with any letter encoded, and lets no cache keep it', () => {
  const found = SPELLINGS.map(([path]) => {
    const { status, head } = answers.get(path) ?? { status: '', head: '' };
    return [path, status, /^cache-control: no-store$/im.test(head)];
  });
  expect(found).toEqual(
    SPELLINGS.map(([path, isServed]) => [path, isServed ? '302' : '404', true]),
  );
});

test('every spelling is a preview in the access log and in the metrics', () => {
  const kinds = lines.filter(({ path }) => path === '(withheld)').map(({ kind }) => kind);
  expect(kinds).toHaveLength(answers.size);
  expect(new Set(kinds)).toEqual(new Set(['preview']));
  expect(previews).toBe(answers.size);
});

test('no log, count or metric has a part of the signature', () => {
  for (const [name, text] of Object.entries(texts)) {
    const plain = decodeFully(text).toLowerCase();
    for (let start = 0; start + 12 <= signature.length; start += 1)
      expect([name, plain.includes(signature.slice(start, start + 12).toLowerCase())]).toEqual([
        name,
        false,
      ]);
  }
});

test('other addresses are counted and logged as they are', () => {
  expect(texts.counts).toContain('"name":"/counted"');
  expect(texts.counts).toContain('"host":"site.example"');
  expect(lines).toContainEqual(
    expect.objectContaining({
      kind: 'call',
      path: '/api/posts/none/view',
      referrer: 'site.example',
    }),
  );
});

function decodeFully(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded === text ? text : decodeFully(decoded);
}
