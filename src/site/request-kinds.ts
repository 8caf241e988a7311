/** What a request is, from its path in any spelling. The answer to the request is the router's own affair. */
import { CALL_PATHS, FEED_FORMATS, files, formatPreviewPath, pages } from './addresses.ts';

/** Kinds of requests in metrics and the access log. `crawler`: sitemaps and robots.txt; `refused`: input that is not HTTP. */
export const REQUEST_KINDS = [
  ...(['page', 'call', 'feed', 'image', 'download', 'asset'] as const),
  ...(['crawler', 'preview', 'system', 'refused'] as const),
] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

const CALLS = CALL_PATHS.replace('*', '');

const KINDS_BY_START: readonly (readonly [start: string, kind: RequestKind])[] = [
  [files.readiness().replace(/[^/]*$/, ''), 'system'],
  [files.sitemapXml().replace('.xml', ''), 'crawler'],
  [files.newsSitemapXml(), 'crawler'],
  [CALLS, 'call'],
  ['/assets/', 'asset'],
  [files.cards(''), 'image'],
];

const PICTURE_NAME = /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/;

/** From the path alone: an unknown one counts as what it looks like. Whatever holds a link to a draft is a preview. */
export function findRequestKind(pathname: string): RequestKind {
  if (holdsPreviewLink(pathname)) return 'preview';
  const path = canonicaliseRequestPath(pathname);
  const known = KINDS_BY_START.find(([start]) => path.startsWith(start));
  if (known !== undefined) return known[1];
  if (PICTURE_NAME.test(path)) return 'image';
  if (path.startsWith(files.media(''))) return 'download';
  if (FEED_FORMATS.some((format) => path.endsWith(files.feed(format)))) return 'feed';
  return path === pages.xmlSiteMap() || path === files.robots() ? 'crawler' : 'page';
}

export function isCallPath(pathname: string): boolean {
  return canonicaliseRequestPath(pathname).startsWith(CALLS);
}

const UNUSUAL = /[%\\]|\/\.|\/\//;

/**
 * The path without needless percent-encoding, backslashes, empty segments and dot segments. Letters keep their case, which counts in
 * the paths of calls and files.
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

/** Keeps the encoding of all but letters, digits and `-._~` (RFC 3986, section 2.3). */
function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded;
}

const PREVIEWS = formatPreviewPath({ slug: '', until: '', signature: '' }).replace(/\/+$/, '/');
/** A link to a draft below any path, also with a part of its signature only. */
const LINK = /(?:^|[^\w-])preview\/[^/]*\/\d+\//i;
/** The end of a link: its time in seconds and its signature, which has upper case unlike slugs. */
const SIGNED_END = /(?<!\d)\d{9,}[^\w-]+(?=[\w-]*[A-Z])[\w-]{43}/;

/**
 * Whether a text holds a link to a draft that someone could restore and use. The server answers few spellings of a link, but no log or
 * count may keep any.
 */
export function holdsPreviewLink(text: string): boolean {
  return hasSpelling(text, (spelled) => {
    const path = canonicaliseRequestPath(spelled.replace(/[\s\p{C}]+/gu, ''));
    return path.toLowerCase().startsWith(PREVIEWS) || LINK.test(path) || SIGNED_END.test(path);
  });
}

/** Whether a text may hold the e-mail address of a person. */
export function holdsEmailAddress(text: string): boolean {
  return hasSpelling(text, (spelled) => spelled.includes('@'));
}

/** An address as logs may keep it. */
export function formatLoggedAddress(address: string): string {
  return holdsPreviewLink(address) || holdsEmailAddress(address) ? '(withheld)' : address;
}

const DECODINGS_MAX = 6;

/** Whether the test is true of the text or of what it decodes to, or the text was encoded more often than anything but a riddle. */
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

/** Each escape alone, so that a broken one doesn't protect the others. A repeated encoding of `%` counts once. */
function decodeAscii(text: string): string {
  return text
    .replace(/%(?:25)+/g, '%')
    .replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
