import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export type ComparedAnswer = {
  readonly status: number;
  readonly type: string;
  /** Target of a redirect, without the origin of the site. */
  readonly location: string;
  /** Normalised text, or a hash of bytes of another kind. */
  readonly body: string;
  /** The text as it was sent. */
  readonly text: string;
};

const ANSWER_WITHIN_MS = 60_000;
const BYTES_MAX = 100_000_000;
const TRIES = 4;

/**
 * Fetches an answer. A busy site answers 503, and is asked again. Throws if the site does not
 * answer at all.
 */
export async function fetchAnswer(origin: string, address: string): Promise<ComparedAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await fetchOnce(origin, address);
    if (answer.status !== 503 || tried === TRIES) return answer;
    await wait(tried * 500);
  }
}

async function fetchOnce(origin: string, address: string): Promise<ComparedAnswer> {
  const response = await fetch(`${origin}${address}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    headers: { accept: '*/*' },
  });
  const type = response.headers.get('content-type') ?? '';
  const location = response.headers.get('location') ?? '';
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > BYTES_MAX) await response.body?.cancel();
  const bytes = size > BYTES_MAX ? new Uint8Array() : await response.bytes();
  const isText = /^text\/|json|xml|javascript/.test(type);
  const text = isText ? new TextDecoder().decode(bytes) : '';
  return {
    status: response.status,
    type,
    text,
    location: location.startsWith(`${origin}/`) ? location.slice(origin.length) : location,
    body: isText
      ? normaliseAnswer(text, origin)
      : `${bytes.length} bytes, sha256 ${hash('sha256', bytes)}`,
  };
}

/** Matches enclosures with social cards, which a feed names once they are drawn. */
const ENCLOSURE =
  /<(?:link rel="enclosure"|enclosure|media:\w+)[^>]*\/social\/[^>]*>(?:<\/media:\w+>)?|,?"(?:image|attachments)":(?:"[^"]*\/social\/[^"]*"|\[[^\]]*\/social\/[^\]]*\])/g;

/**
 * Removes what two servers of the same content may answer differently: their own origins, the
 * hashes in the names of scripts, style sheets and social cards, integrity hashes, enclosures with
 * social cards, the hash of all content, counts of views, and the state of the server, which
 * not-found pages hold.
 */
function normaliseAnswer(text: string, origin: string): string {
  return text
    .replaceAll(origin, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replace(/ integrity="[^"]*"/g, '')
    .replace(/("revision":")[^"]*/g, '$1')
    .replace(/("(?:contentAgeSeconds|indexBytes|nodeId|version)":)(?:"[^"]*"|\d+)/g, '$1')
    .replace(/(\/assets\/[\w.-]+?)-[\w-]{8,}\.(js|css|woff2)/g, '$1.$2')
    .replace(ENCLOSURE, '')
    .replace(/,?"popular":\d+/g, '');
}
