import { endpoints } from '../../src/contract/endpoints.ts';
import { files, pages } from '../../src/site/addresses.ts';
import { createRandom } from '../../tests/support/seeded-random.ts';
import { PAGE_KINDS } from '../real-site.ts';

const PATHS = [
  ...PAGE_KINDS.values(),
  ...[
    pages.articles(2),
    pages.footerCategory('seo'),
    endpoints.posts.address({ page: 1, limit: 24 }),
    files.readiness(),
  ],
  ...[
    endpoints.search.address({ q: 'ads' }),
    endpoints.searchSuggestions.address({ q: 'ads' }),
    endpoints.redirects.address({ path: '/x' }),
    endpoints.post.address({ slug: 'keyword-match-types' }),
  ],
  ...['/robots.txt', '/llms.txt', '/xmlrpc.php', '/assets/'],
  endpoints.viewPost.address({ id: 1 }),
  files.media('x.avif'),
  files.cards('post/keyword-match-types.abc.wide.png'),
];
const PIECES = [
  ...'/ // \\ .. ../.. . % %2f %2e%2e/ %00 %zz %ff %e2%80%ae %25 ; #'.split(' '),
  ...`? & = page= q= [] {} <script> ' " \` * ( $ \x80 \xff`.split(' '),
  ...'-1 0 1e9 NaN __proto__ constructor .md .html'.split(' '),
  ...[' ', '\t', '9'.repeat(40), 'A'.repeat(300), 'a/'.repeat(200)],
];
const METHODS = [...'GET HEAD POST PUT DELETE OPTIONS PATCH TRACE get BREW'.split(' '), '', 'G\xc9T'];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', ''];
const NAMES = [
  ...'Accept Accept-Encoding If-None-Match If-Modified-Since Range If-Range Cookie Expect Origin Referer'.split(
    ' ',
  ),
  ...'X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Forwarded Host Sec-Fetch-Site User-Agent'.split(' '),
  ...'Content-Length Transfer-Encoding Content-Type Upgrade Connection Te'.split(' '),
  ...['X y', ''],
];
const VALUES = [
  ...'*|*/*|text/markdown|text/html;q=x|br;q=0, *;q=0|gzip, br|W/"x"|"|, ,|'.split('|'),
  ...'bytes=0-1|bytes=9-1|bytes=-|bytes=x|bytes=0-0,2-3,4-5|lines=1|100-continue|x'.split('|'),
  ...'chunked|chunked, gzip|-1|0|5|evil.example|localhost:99999|::1|1.2.3.4, 5.6.7.8'.split('|'),
  ...'websocket|close|__proto__|Mon, 31 Feb 2026 25:61:00 GMT'.split('|'),
  ...['9'.repeat(30), 'a'.repeat(9_000), '\x00', '\xff\xfe', 'a\rb'],
];
const BODIES = ['', 'x', '0\r\n\r\n', 'zz\r\n', '5\r\nhello\r\n0\r\n\r\n', '{"a":1}', '\r\n\r\n'];

export type BrokenRequest = {
  /** Latin-1: one character is one byte. */
  readonly text: string;
  /** If false, the text is truncated, and the client then ends its side of the connection. */
  readonly isWhole: boolean;
};

/** Returns a generator of requests; the same seed gives the same sequence. */
export function createRequestMaker(seed: number): () => BrokenRequest {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (from: readonly string[]) => from[below(from.length)] ?? '';
  const often = (usual: string, others: readonly string[]) => (below(10) < 8 ? usual : pick(others));
  const makePath = () => {
    let path = pick(PATHS);
    for (let changes = below(3); changes > 0; changes -= 1) {
      const at = below(path.length + 1);
      path = path.slice(0, at) + pick(PIECES) + path.slice(at + below(3));
    }
    return path;
  };
  const makeHeaders = () =>
    Array.from({ length: below(3) }, () => `${pick(NAMES)}: ${pick(VALUES)}\r\n`).join('');
  return () => {
    const line = `${often('GET', METHODS)} ${makePath()} ${often('HTTP/1.1', VERSIONS)}\r\n`;
    const host = below(20) === 0 ? '' : 'Host: localhost\r\n';
    const whole = `${line}${host}Connection: close\r\n${makeHeaders()}\r\n${often('', BODIES)}`;
    const isWhole = below(20) > 0;
    return { text: isWhole ? whole : whole.slice(0, below(whole.length)), isWhole };
  };
}
