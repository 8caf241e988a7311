/**
 * Each kind of answer follows the preconditions and ranges of RFC 9110, sections 13 and 14, whether
 * it comes from the cache or not.
 */
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test as baseTest, describe, expect } from 'vitest';
import { formatCardAddress } from '../../packages/marketing-workbench/src/site/card-addresses.ts';
import { createPageCard } from '../../packages/marketing-workbench/src/site/cards.ts';
import { readSite } from '../../packages/marketing-workbench/src/store/pages/known-site.ts';
import { createContent, createMediaRecord } from '../support/records.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

type Sent = Readonly<Record<string, string>>;

type Received = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

const BYTES = Uint8Array.from({ length: 200_000 }, (_, place) => (place * 7) % 251);
const PICTURE = createMediaRecord({ name: 'photo-1440.avif', type: 'image/avif', bytes: BYTES });
const DOWNLOAD = createMediaRecord({
  name: '0123456789abcdef-plan.pdf',
  type: 'application/pdf',
  bytes: BYTES.slice(9),
});
const DRAWING = createMediaRecord({
  bytes: new TextEncoder().encode(`<svg>${'<g/>'.repeat(900)}</svg>`),
});
const CONTENT = [
  ...createContent({ slug: 'a', content: '<p>Words.</p>'.repeat(100) }),
  PICTURE,
  DOWNLOAD,
  DRAWING,
];

const ASSET = '/assets/browser.js';
const [PICTURE_PATH, DOWNLOAD_PATH, DRAWING_PATH] = [PICTURE, DOWNLOAD, DRAWING].map(
  ({ name }) => `/media/${name}`,
);

const siteTest = baseTest.extend(
  'site',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  async ({}, { onCleanup }) => {
    // After the files of the build were written, whatever the clock of this machine: a file of the
    // future has another date.
    const site = await createTestSite({ records: CONTENT, now: '2100-01-01T00:00:00Z' });
    onCleanup(() => site[Symbol.asyncDispose]());
    return site;
  },
);

/** Over the network, where cached answers don't reach the framework. */
const test = siteTest.extend('ask', { scope: 'file' }, async ({ site }) => {
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  return (path = '/', headers: Sent = {}, method = 'GET'): Promise<Received> =>
    new Promise((resolve, reject) => {
      request(`${origin}${path}`, { method, headers, agent: false }, async (response) => {
        const { statusCode, headers } = response;
        resolve({ status: statusCode, headers, body: (await buffer(response)).toString('latin1') });
      })
        .on('error', reject)
        .end();
    });
});

const KINDS: readonly (readonly [string, (site: TestSite) => string | undefined])[] = [
  ['a page', () => '/seo/local-seo/a'],
  ['a page that is not cached', () => '/search?q=words'],
  ['a call', () => '/api/posts'],
  ['a sitemap', () => '/api/sitemap.xml'],
  ['a feed', () => '/digitalmarketingnews/feed.json'],
  ['Markdown', () => '/seo/local-seo/a.md'],
  ['a file of the build', () => ASSET],
  ['a picture', () => PICTURE_PATH],
  ['a drawing', () => DRAWING_PATH],
  ['a download', () => DOWNLOAD_PATH],
  ['a card', ({ store }) => formatCardAddress(createPageCard('home', readSite(store)), 'wide')],
  ['an icon', () => '/favicon.svg'],
];

/** `T`: the tag of the answer, `S`: that tag without, `W`: with the mark of weak tags. */
const CONDITIONS: readonly (readonly [Sent, 'met' | 'notModified' | 'failed' | 'as strong'])[] = [
  [{ 'if-none-match': 'T' }, 'notModified'],
  [{ 'if-none-match': 'S' }, 'notModified'],
  [{ 'if-none-match': 'W' }, 'notModified'],
  [{ 'if-none-match': '*' }, 'notModified'],
  [{ 'if-none-match': ' * ' }, 'notModified'],
  [{ 'if-none-match': '"other", T' }, 'notModified'],
  [{ 'if-none-match': '"a,b" ,\tW/"c" , T' }, 'notModified'],
  [{ 'if-none-match': '"other"' }, 'met'],
  [{ 'if-none-match': 'W/"other", "another"' }, 'met'],
  [{ 'if-none-match': '"a,*,b"' }, 'met'],
  [{ 'if-none-match': '"*"' }, 'met'],
  [{ 'if-none-match': 'other' }, 'met'],
  [{ 'if-none-match': '' }, 'met'],
  [{ 'if-match': '*' }, 'met'],
  [{ 'if-match': 'T' }, 'as strong'],
  [{ 'if-match': '"other", T' }, 'as strong'],
  [{ 'if-match': 'W' }, 'failed'],
  [{ 'if-match': '"other"' }, 'failed'],
  [{ 'if-match': '"other"', 'if-none-match': 'T' }, 'failed'],
  [{ 'if-match': '*', 'if-none-match': 'T' }, 'notModified'],
  [{ 'if-match': '*', 'if-none-match': '"other"' }, 'met'],
  [{ 'if-none-match': '"other"', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 'met'],
  [{ 'if-none-match': 'T', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 'notModified'],
  [{ 'if-match': '*', 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 'met'],
  [{ 'if-none-match': 'T', 'cache-control': 'no-cache' }, 'notModified'],
];

const STATUSES = { met: 200, notModified: 304, failed: 412 } as const;

describe.for(KINDS)('%s', ([, findAddress]) => {
  test.for([
    ['GET', 'identity'],
    ['GET', 'br'],
    ['HEAD', 'identity'],
    ['HEAD', 'br'],
  ] as const)(
    'answers each condition of %s with coding %s',
    async ([method, coding], { site, ask }) => {
      const [path, sent] = [findAddress(site), { 'accept-encoding': coding }];
      const whole = await ask(path, sent, method);
      const tag = String(whole.headers.etag);
      expect(whole.status).toBe(200);
      expect(tag).toMatch(/^(?:W\/)?"[!#-~]+"$/);
      const strong = tag.startsWith('W/') ? 'failed' : 'met';
      for (const [conditions, expected] of CONDITIONS) {
        const answer = await ask(path, { ...sent, ...insertTag(conditions, tag) }, method);
        const result = expected === 'as strong' ? strong : expected;
        expect([conditions, answer.status]).toEqual([conditions, STATUSES[result]]);
        if (result === 'notModified') expectNotModified(answer, whole.headers);
        else expect(answer.headers.etag).toBe(result === 'met' ? tag : undefined);
      }
    },
  );
});

test.for(['/nothing/at/all', '/SEO/', '/media/nothing.png', '/assets/nothing.js', '/api/nothing'])(
  'conditions change nothing about the answer for %s, which is no 200',
  async (path, { ask }) => {
    const { status } = await ask(path);
    for (const [name, value] of [
      ['if-match', '"x"'],
      ['if-match', '*'],
      ['if-none-match', '*'],
    ] as const)
      expect((await ask(path, { [name]: value })).status).toBe(status);
  },
);

const HOUR_MS = 3_600_000;

test('a file of the build compares the three forms of dates, and no others', async ({ ask }) => {
  const modified = Date.parse(String((await ask(ASSET)).headers['last-modified']));
  const [equal, before, after] = [0, -HOUR_MS, HOUR_MS].map(
    (change) => new Date(modified + change),
  );
  if (equal === undefined || before === undefined || after === undefined)
    throw new Error('No dates.');
  for (const format of [formatFixed, formatRfc850, formatAsctime]) {
    for (const [name, date, status] of [
      ['if-modified-since', equal, 304],
      ['if-modified-since', after, 304],
      ['if-modified-since', before, 200],
      ['if-unmodified-since', equal, 200],
      ['if-unmodified-since', after, 200],
      ['if-unmodified-since', before, 412],
    ] as const)
      expect([name, format(date), (await ask(ASSET, { [name]: format(date) })).status]).toEqual([
        name,
        format(date),
        status,
      ]);
  }
  for (const text of ['2100-01-01', '2100-01-01T00:00:00Z', '9999999999', 'tomorrow', ''])
    expect([text, (await ask(ASSET, { 'if-modified-since': text })).status]).toEqual([text, 200]);
  for (const text of ['1970-01-01', '0', 'never'])
    expect([text, (await ask(ASSET, { 'if-unmodified-since': text })).status]).toEqual([text, 200]);
});

/** `T`: the tag of the file, `D`: its date, if it has one. */
const RANGES: readonly (readonly [Sent, number])[] = [
  [{ range: 'bytes=0-1' }, 206],
  [{ range: 'bytes=5-' }, 206],
  [{ range: 'bytes=5-99999999999999999999' }, 206],
  [{ range: 'bytes=-5' }, 200],
  [{ range: 'bytes=5-4' }, 200],
  [{ range: 'bytes=0-1,4-5' }, 200],
  [{ range: 'bytes=0-1, 99999999-' }, 200],
  [{ range: 'bytes= 0-1 ' }, 206],
  [{ range: 'lines=0-1' }, 200],
  [{ range: 'bytes=a-b' }, 200],
  [{ range: 'bytes=99999999-' }, 416],
  [{ range: 'bytes=99999999999999999999-' }, 416],
  [{ range: 'bytes=99999999-', 'if-range': '"other"' }, 200],
  [{ range: 'bytes=0-1', 'if-range': 'W' }, 200],
  [{ range: 'bytes=0-1', 'if-range': '"other"' }, 200],
  [{ range: 'bytes=0-1', 'if-range': '"other", T' }, 200],
  [{ range: 'bytes=0-1', 'if-range': '*' }, 200],
  [{ range: 'bytes=0-1', 'if-range': 'Fri, 01 Jan 2100 00:00:00 GMT' }, 200],
  [{ range: 'bytes=0-1', 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 200],
  [{ range: 'bytes=0-1', 'if-none-match': 'T' }, 304],
  [{ range: 'bytes=99999999-', 'if-none-match': 'T' }, 304],
  [{ range: 'bytes=0-1', 'if-match': '"other"' }, 412],
  [{ range: 'bytes=99999999-', 'if-match': '"other"' }, 412],
  [{ range: 'bytes=0-1', 'if-match': '*' }, 206],
];

test.for([
  ['a file of the build', ASSET],
  ['a picture', PICTURE_PATH],
  ['a download', DOWNLOAD_PATH],
] as const)(
  'a range of %s is sent only if it is valid and of the same file',
  async ([, path], { ask }) => {
    const { headers, body } = await ask(path);
    for (const [sent, expected] of RANGES) {
      const answer = await ask(path, insertTag(sent, String(headers.etag)));
      expect([sent, answer.status]).toEqual([sent, expected]);
      const [, from, to] =
        /^bytes (\d+)-(\d+)\//.exec(String(answer.headers['content-range'])) ?? [];
      if (expected === 206) expect(answer.body).toBe(body.slice(Number(from), Number(to) + 1));
      if (expected === 200) expect(answer.body).toBe(body);
      if (expected === 416) expect(answer.headers['content-range']).toBe(`bytes */${body.length}`);
      if (expected !== 206 && expected !== 416)
        expect(answer.headers['content-range']).toBe(undefined);
    }
  },
);

test('only a strong tag continues a download, and HEAD has no ranges', async ({ ask }) => {
  const tag = String((await ask(DOWNLOAD_PATH)).headers.etag);
  expect(tag).not.toContain('W/');
  expect((await ask(DOWNLOAD_PATH, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206);
  for (const address of [DOWNLOAD_PATH, ASSET]) {
    const [whole, part] = [
      await ask(address, {}, 'HEAD'),
      await ask(address, { range: 'bytes=0-1' }, 'HEAD'),
    ];
    expect([part.status, part.headers['content-length']]).toEqual([
      200,
      whole.headers['content-length'],
    ]);
  }
});

test('a page has no ranges', async ({ ask }) => {
  for (const path of ['/seo', '/api/categories', '/robots.txt'])
    expect((await ask(path, { range: 'bytes=0-1' })).status).toBe(200);
});

function insertTag(headers: Sent, tag: string): Sent {
  const strong = tag.replace(/^W\//, '');
  const values: Sent = { T: tag, S: strong, W: `W/${strong}` };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(/(?<=^|[ \t])[TSW](?=$)/, (mark) => values[mark] ?? mark),
    ]),
  );
}

/**
 * Those headers of the 200 that let a cache update what it has, and none of a body (RFC 9110,
 * section 15.4.5).
 */
function expectNotModified(
  { headers, body }: Pick<Received, 'headers' | 'body'>,
  whole: IncomingHttpHeaders,
): void {
  expect(body).toBe('');
  for (const name of ['etag', 'cache-control', 'vary', 'content-location', 'cdn-cache-control'])
    expect([name, headers[name]]).toEqual([name, whole[name]]);
  for (const name of ['content-length', 'content-type', 'content-encoding'])
    expect([name, headers[name]]).toEqual([name, undefined]);
}

function formatFixed(date: Date): string {
  return date.toUTCString();
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Sunday, 06-Nov-94 08:49:37 GMT` */
function formatRfc850(date: Date): string {
  const [, day, month, year = '', time] = date.toUTCString().split(' ');
  return `${WEEKDAYS[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}

/** `Sun Nov  6 08:49:37 1994` */
function formatAsctime(date: Date): string {
  const [weekday = '', , month, year, time] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(date.getUTCDate()).padStart(2)} ${time} ${year}`;
}
