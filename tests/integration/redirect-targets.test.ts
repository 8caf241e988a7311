/**
 * Every redirect stays on the site unless its rule names another one, and none leads back to its
 * own address.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRedirectTarget } from '../../packages/marketing-workbench/src/site/paths/redirects.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { askOnce } from '../support/connection.ts';
import {
  COMPILED_AT as CONTENT_NOW,
  listContentFindings,
  writeContentFolder,
} from '../support/content-folder.ts';
import { createLegacyPostRecord, createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, ORIGIN, type TestSite } from '../support/test-site.ts';

const SEED = 20_261_126;
const SHOP = 'https://shop.example';
const HOPS_MAX = 12;

/** As an owner or an import writes them. */
const WRITTEN = `
- { from: /blog, to: /, match: prefix }
- { from: /old-ads, to: /google-ads/, match: prefix }
- { from: /old-shop, to: ${SHOP}/, match: prefix }
- { from: /old-news, to: /articles, match: prefix }
- { from: /elsewhere, to: "${SHOP}/new#top" }
- { from: "/?p=1", to: /seo }
- { from: /temporary.html, to: /seo/local-seo, status: 302 }
- { from: /gone, status: 410, match: prefix }
- { from: /own, to: "${ORIGIN}/own" }
- { from: /below, to: "${ORIGIN}/below/here/", match: prefix }`;

/** As a program could write them to a shared database. */
const FOREIGN = [
  ['/a', '//evil.example/', true],
  ['/b', '/\\evil.example/', true],
  ['/c', '/.//evil.example/', true],
  ['/d', '/\t/evil.example/', true],
  ['/e', '\\\\evil.example', false],
  ['/f', '/\n/evil.example', false],
  ['/g', 'javascript:alert(1)', false],
  ['/h', 'HTTPS://evil.example', false],
  ['/i', '/i', false],
  ['/j', '/J/', true],
  ['/k', '/k/below/', true],
  ['/l', '/l/below', true],
  ['/m', '/m?p=1#top', false],
  ['/n', '/seo/../..//evil.example/x y\u0001é日', false],
  ['/o', '/x/..//evil.example', false],
] as const;

const PARTS = [
  '/',
  '//',
  '\\',
  '/\\',
  '.',
  '..',
  '/./',
  '/../',
  '%2e',
  '%2E%2e',
  '%2f',
  '%2F',
  '%5c',
  '%5C',
  '%252f',
  '%255c',
  'evil.example',
  '@evil.example',
  ':80',
  'https:',
  'https://evil.example',
  'http:%2f%2fevil.example',
  '%09',
  '%0a',
  '%0D',
  '%00',
  '\t',
  '%20',
  '%zz',
  '%',
  '%E0%A4%A',
  '%c3%a9',
  '%C3',
  '\u00e9',
  '%F0%9F%A6%93',
  '?',
  '?p=1',
  '&x=//evil.example',
  '#',
  '#/evil.example',
  ';',
  '|',
  '^',
  '"',
  '<',
  'seo',
  'SEO',
  'category',
  'blog',
  'local-seo',
  'old-ads',
  'x',
  'feed.xml',
  'index.md',
  '.md',
  'keyword-density.html',
  'digital-marketing-news',
];
const STARTS = [
  '/blog',
  '/BLOG',
  '/%62log',
  '/category/blog',
  '/old-ads',
  '/old-shop',
  '/old-news',
  '/elsewhere',
  '/temporary.html',
  '',
  '/seo',
  '/SEO',
  '/category',
  '/category/seo',
  '/posts/2012/07',
  '/seo/digital-marketing-news',
  '/gone',
  'http://x',
];
const rest = fc.array(fc.constantFrom(...PARTS), { maxLength: 7 }).map((parts) => parts.join(''));

async function compile(redirects: string): Promise<readonly ContentRecord[]> {
  const folder = await writeContentFolder({ 'redirects.yaml': redirects });
  const { records, problems } = await compileFolder(folder, CONTENT_NOW);
  expect(problems).toEqual([]);
  return records;
}

function createForeignRecords(): readonly ContentRecord[] {
  const redirects = FOREIGN.map(([from, to, isPrefix]) => ({
    from,
    to,
    isPrefix,
    status: 301 as const,
    activeFrom: 0,
  }));
  return [
    ...createTaxonomyRecords(),
    createLegacyPostRecord({ slug: 'caf', legacyUrl: '/2012/caf\u00e9' }),
    createLegacyPostRecord({ slug: 'evil', legacyUrl: '/\\evil.example/x' }),
    { kind: 'redirects', slug: 'redirects', redirects },
  ];
}

describe('no address redirects to a site that no rule names, or to itself', () => {
  const cases: readonly (readonly [
    string,
    () => Promise<readonly ContentRecord[]>,
    readonly string[],
    readonly string[],
  ])[] = [
    ['with the rules of a folder', () => compile(WRITTEN), STARTS, [ORIGIN, SHOP]],
    [
      'with any rules',
      async () => createForeignRecords(),
      [...FOREIGN.map(([from]) => from), '/2012/caf%C3%A9', '/%5C'],
      [ORIGIN],
    ],
  ];
  test.for(cases)('%s', async ([, createRecords, starts, allowed]) => {
    await using site = await createTestSite({ records: await createRecords() });
    const port = await listen(site);
    const address = fc
      .tuple(fc.constantFrom(...starts), rest)
      .map(([start, end]) => start + end || '/');
    await fc.assert(
      fc.asyncProperty(address, async (requested) => {
        const visited = await follow(port, requested);
        expect(allowed, visited.join(' → ')).toContain(new URL(visited.at(-1) ?? '').origin);
        const [target] = await readRule(site, requested);
        expect(allowed, target).toContain(new URL(target ?? '/', ORIGIN).origin);
      }),
      {
        seed: SEED,
        numRuns: 300,
        examples: starts.flatMap((start) => EVIL_RESTS.map((end): [string] => [start + end])),
      },
    );
  });
});

const EVIL_RESTS = [
  '',
  '//evil.example/%2f',
  '//evil.example/%zz',
  '/\\evil.example/%2f',
  '/%2f/evil.example',
  '/.//evil.example',
];

async function listen({ app }: TestSite): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

/**
 * The addresses that a browser shows one after another, until one doesn't redirect or is of another
 * site.
 */
async function follow(port: number, requested: string): Promise<readonly string[]> {
  const visited: string[] = [];
  let raw = requested;
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const { location } = await askOnce(port, raw);
    if (location === undefined) return [...visited, ORIGIN];
    const next = new URL(location, ORIGIN + (raw.startsWith('/') ? raw : '/'));
    expect(visited, `${requested} loops`).not.toContain(next.href);
    visited.push(next.href);
    if (next.origin !== ORIGIN) return visited;
    const sent = next.pathname + next.search;
    expect(sent, 'it redirects to itself').not.toBe(raw);
    raw = sent;
  }
  throw new Error(`${requested} redirects more than ${HOPS_MAX} times: ${visited.join(' → ')}`);
}

/** What the browser's router is told of a path. */
async function readRule(site: TestSite, path: string): Promise<readonly (string | undefined)[]> {
  const answer = await site.get(`/api/redirects?path=${encodeURIComponent(path.toWellFormed())}`);
  if (answer.statusCode === 400) return [];
  return answer.json<{ to?: string }[]>().map(({ to }) => to);
}

test.for([
  ['/blog//evil.example/%2f', '/'],
  ['/blog//evil.example/%zz', '/'],
  ['/blog/\\evil.example/%2f', '/'],
  ['/blog//evil.example/x', '/evil.example/x'],
  ['/blog/%5Cevil.example', '/%5Cevil.example'],
  ['/old-shop//evil.example/%2f', `${SHOP}/`],
  ['/old-shop/@evil.example', `${SHOP}/%40evil.example`],
] as const)('%s redirects to %s, and the call says the same', async ([requested, location]) => {
  await using site = await createTestSite({ records: await compile(WRITTEN) });
  const port = await listen(site);
  expect(await askOnce(port, requested)).toMatchObject({ status: '301', location });
  expect(await readRule(site, requested)).toEqual([location]);
});

test('a target keeps its query and fragment, and gets the query of the request only without one', () => {
  for (const [target, search, expected] of [
    ['/seo', '?a=1', '/seo?a=1'],
    ['/seo?b=2', '?a=1', '/seo?b=2'],
    ['/seo#top', '?a=1', '/seo?a=1#top'],
    ['https://shop.example/x#top', '?a=1', 'https://shop.example/x?a=1#top'],
    ['//evil.example', '', '/evil.example'],
    ['/\t/evil.example', '', '/evil.example'],
    ['/.//evil.example', '', '/evil.example'],
    ['/x/..//evil.example', '', '/evil.example'],
    ['/café', '', '/caf%C3%A9'],
  ] as const)
    expect([target, formatRedirectTarget(target, search)]).toEqual([target, expected]);
});

test('any text becomes a path of the site, and the same path again', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), rest);
  fc.assert(
    fc.property(text, text, (target, search) => {
      fc.pre(!target.startsWith('https://'));
      const formatted = formatRedirectTarget(target.toWellFormed(), `?q${search.toWellFormed()}`);
      expect(formatted).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      expect(new URL(formatted, ORIGIN).origin).toBe(ORIGIN);
      expect(formatRedirectTarget(formatted)).toBe(formatted);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test.for([
  ['/\\evil.example', 'is not a valid address'],
  ['//evil.example', 'is not a valid address'],
  ['https://', 'is not a valid address'],
  ['https:///evil.example/', 'is not a valid address'],
] as const)('the target %s is refused', async ([to, message]) => {
  const problems = await listContentFindings({ 'redirects.yaml': `[{ from: /a, to: '${to}' }]` });
  expect(problems).toContainEqual(expect.stringContaining(message));
});
