/**
 * Decides by the path of a request alone which kind metrics and logs count it as, and what of its
 * address logs may keep. It recognises a path in every spelling (percent-encoding, backslashes, dot
 * segments). It does not decide how the request is answered: the router does.
 */
import {
  CALL_PATHS,
  FEED_FORMATS,
  files,
  formatPreviewPath,
  machineFiles,
  pages,
} from './addresses.ts';

/**
 * The kinds of requests in metrics and the access log. `crawler` stands for sitemaps and
 * robots.txt, `system` for readiness and health, `refused` for input that is not HTTP, which has no
 * path.
 */
export const REQUEST_KINDS = [
  'page',
  'call',
  'feed',
  'image',
  'download',
  'asset',
  'crawler',
  'preview',
  'system',
  'refused',
] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

const CALLS = CALL_PATHS.replace('*', '');

const KINDS_BY_START: readonly (readonly [start: string, kind: RequestKind])[] = [
  [machineFiles.readiness().replace(/[^/]*$/, ''), 'system'],
  [files.sitemapXml().replace('.xml', ''), 'crawler'],
  [machineFiles.newsSitemapXml(), 'crawler'],
  [CALLS, 'call'],
  ['/assets/', 'asset'],
  [files.cards(''), 'image'],
];

const PICTURE_NAME = /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/;

/**
 * The first rule that applies decides, also for addresses that don't exist, which count as what
 * they look like:
 *
 * | path | kind |
 * |---|---|
 * | contains a link to a draft | `preview` |
 * | begins with one of `KINDS_BY_START` | the kind given there |
 * | ends like the name of a picture | `image` |
 * | another file below `/media/` | `download` |
 * | ends like the address of a feed | `feed` |
 * | the XML site map or robots.txt | `crawler` |
 * | any other | `page` |
 */
export function findRequestKind(pathname: string): RequestKind {
  if (holdsPreviewLink(pathname)) return 'preview';
  const path = canonicaliseRequestPath(pathname);
  const known = KINDS_BY_START.find(([start]) => path.startsWith(start));
  if (known !== undefined) return known[1];
  if (PICTURE_NAME.test(path)) return 'image';
  if (path.startsWith(files.media(''))) return 'download';
  if (FEED_FORMATS.some((format) => path.endsWith(files.feed(format)))) return 'feed';
  return path === pages.xmlSiteMap() || path === machineFiles.robots() ? 'crawler' : 'page';
}

export function isCallPath(pathname: string): boolean {
  return canonicaliseRequestPath(pathname).startsWith(CALLS);
}

const UNUSUAL = /[%\\]|\/\.|\/\//;

/**
 * Returns the path without needless percent-encoding, backslashes, empty segments and dot segments.
 * Letters keep their case, because the paths of calls and files are case-sensitive.
 */
export function canonicaliseRequestPath(pathname: string): string {
  if (!UNUSUAL.test(pathname)) return pathname;
  const decoded = pathname.replace(/%[2-7][0-9a-f]/gi, decodeUnreserved).replaceAll('\\', '/');
  const segments: string[] = [];
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  const end = segments.length > 0 && decoded.endsWith('/') ? '/' : '';
  return `/${segments.join('/')}${end}`;
}

/** Decodes letters, digits and `-._~` only (RFC 3986, section 2.3). */
function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded;
}

const PREVIEWS = formatPreviewPath({ slug: '', until: '', signature: '' }).replace(/\/+$/, '/');
/** Finds a link to a draft after any beginning, also if its signature is incomplete or missing. */
const LINK = /(?:^|[^\w-])preview\/[^/]*\/\d+\//i;
/**
 * Finds the end of a link: its time in seconds and its signature of 43 characters, which unlike a
 * slug has capital letters.
 */
const SIGNED_END = /(?<!\d)\d{9,}[^\w-]+(?=[\w-]*[A-Z])[\w-]{43}/;

/**
 * Whether a text contains a link to a draft, or enough of one that a person could restore and use
 * it. The server answers only a few spellings of a link, but no log and no count may keep any
 * spelling, so this also finds links that are encoded several times.
 */
export function holdsPreviewLink(text: string): boolean {
  return hasSpelling(text, (spelled) => {
    const path = canonicaliseRequestPath(spelled.replace(/[\s\p{C}]+/gu, ''));
    return path.toLowerCase().startsWith(PREVIEWS) || LINK.test(path) || SIGNED_END.test(path);
  });
}

/**
 * Returns whether a text may contain the e-mail address of a person: it has an `@`, perhaps
 * encoded.
 */
export function holdsEmailAddress(text: string): boolean {
  return hasSpelling(text, (spelled) => spelled.includes('@'));
}

/**
 * Returns the address as logs may keep it: “(withheld)” if it contains a link to a draft or an
 * e-mail address.
 */
export function formatLoggedAddress(address: string): string {
  return holdsPreviewLink(address) || holdsEmailAddress(address) ? '(withheld)' : address;
}

const DECODINGS_MAX = 6;

/**
 * Whether the test is true of the text or of one of the texts that it decodes to, step by step. A
 * text that can still be decoded after `DECODINGS_MAX` steps counts as true: nobody encodes so
 * often without a reason to hide something.
 */
function hasSpelling(text: string, test: (spelled: string) => boolean): boolean {
  let spelled = text;
  for (let decodings = 0; decodings <= DECODINGS_MAX; decodings += 1) {
    if (test(spelled)) return true;
    const decoded = decodeAscii(spelled);
    if (decoded === spelled) return false;
    spelled = decoded;
  }
  return true;
}

/**
 * Decodes each escape on its own, so that an invalid one doesn't keep the others encoded. `%2525`
 * is decoded in one step, like `%25`.
 */
function decodeAscii(text: string): string {
  return text
    .replace(/%(?:25)+/g, '%')
    .replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
