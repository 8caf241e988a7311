import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, get as httpsGet } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Network } from './public-network.ts';

export type FetchedFile = {
  readonly bytes: Buffer;
  /** The media type in lower case, without parameters. */
  readonly mediaType: string;
  /** The address after redirects. */
  readonly address: string;
};

/**
 * The message is the end of a sentence about the address. `isHostDown` says that other files of the
 * host will fail, too.
 */
export class FetchError extends Error {
  readonly isHostDown: boolean;
  constructor(message: string, isHostDown = false) {
    super(message);
    this.isHostDown = isHostDown;
  }
}

const REDIRECTS_MAX = 5;
const BYTES_MAX = 50_000_000;
const SILENCE_MAX_MS = 15_000;
const TOTAL_MAX_MS = 120_000;
const RETRIES_MAX = 2;
const RETRY_WAIT_MAX_S = 20;
const HEADERS = {
  'user-agent': 'Marketing-Workbench-Import/1.0',
  accept: 'image/*, application/*, text/*;q=0.5',
  'accept-encoding': 'identity',
};

/**
 * Creates a fetcher of files over HTTP. For each connection, `network` looks the host up and must
 * allow its addresses.
 */
export function createFetcher(network: Network) {
  const agents = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })] as const;
  const request = (url: URL) => openResponse(url, { network, agents });
  return {
    /** @param checkType - Throws for a media type that is not wanted, before the file is read. */
    fetchFile: async (address: string, checkType: CheckType): Promise<FetchedFile> => {
      let url = parseFetchAddress(address);
      for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
        const response = await requestWithRetries(url, request);
        const { statusCode = 0, headers } = response;
        if (!REDIRECTS.has(statusCode))
          return { ...(await readResponse(response, checkType)), address: url.href };
        response.destroy();
        url = parseFetchAddress(URL.parse(headers.location ?? '', url)?.href ?? '');
      }
      throw new FetchError(`redirects more than ${REDIRECTS_MAX} times`);
    },
    close: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}

type CheckType = (mediaType: string) => unknown;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function parseFetchAddress(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FetchError('is not an http or https address');
  if (url.username !== '' || url.password !== '')
    throw new FetchError('has a user name or password in it');
  url.hash = '';
  return url;
}

type HttpClient = { readonly network: Network; readonly agents: readonly [HttpAgent, HttpsAgent] };

function openResponse(url: URL, { network, agents }: HttpClient): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !network.isAllowed(host, port))
    return Promise.reject(new FetchError(NOT_PUBLIC));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    headers: HEADERS,
    lookup: createLookup(network, port),
    signal: AbortSignal.timeout(TOTAL_MAX_MS),
    timeout: SILENCE_MAX_MS,
  };
  const request = isSecure
    ? httpsGet(url, { ...options, agent: agents[1] }, resolve)
    : httpGet(url, { ...options, agent: agents[0] }, resolve);
  request.on('timeout', () => request.destroy(new FetchError('did not answer in time', true)));
  request.on('error', (error) => reject(toFetchError(error)));
  return promise;
}

const NOT_PUBLIC = 'is not on the public internet';

/**
 * Creates a lookup that checks the addresses it returns. The connection uses these, so the host
 * can't get another address after the check.
 */
function createLookup(network: Network, port: number): LookupFunction {
  return (host, { all }, callback) => {
    network.lookup(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined || found.some(({ address }) => !network.isAllowed(address, port)))
          callback(new FetchError(NOT_PUBLIC), '');
        else if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

const FAILURES: ReadonlyMap<unknown, string> = new Map([
  ['ENOTFOUND', 'is on a host that does not exist any more'],
  ['EAI_AGAIN', 'is on a host whose name could not be looked up'],
  ['ECONNREFUSED', 'is on a host that refuses connections'],
  ['ETIMEDOUT', 'did not answer in time'],
  ['CERT_HAS_EXPIRED', 'is on a host whose certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is on a host whose certificate is for another host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is on a host with a self-signed certificate'],
]);

function toFetchError(error: Error): FetchError {
  if (error instanceof FetchError) return error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new FetchError(`took longer than ${TOTAL_MAX_MS / 1000} seconds`);
  const known = 'code' in error ? FAILURES.get(error.code) : undefined;
  return known === undefined
    ? new FetchError(`failed: ${error.message}`)
    : new FetchError(known, true);
}

async function requestWithRetries(url: URL, request: (url: URL) => Promise<IncomingMessage>) {
  for (let retries = 0; ; retries += 1) {
    const response = await request(url);
    if (![429, 503].includes(response.statusCode ?? 0) || retries === RETRIES_MAX) return response;
    const seconds = Number(response.headers['retry-after']) || 2 ** retries;
    response.destroy();
    if (seconds > RETRY_WAIT_MAX_S)
      throw new FetchError(`is on a host that asks to try again in ${seconds} seconds`);
    await setTimeout(seconds * 1000);
  }
}

async function readResponse(response: IncomingMessage, checkType: CheckType) {
  const { statusCode, headers } = response;
  try {
    if (statusCode !== 200) throw new FetchError(`was answered with status ${statusCode}`);
    if (!['identity', undefined].includes(headers['content-encoding']))
      throw new FetchError('was sent compressed, although the request forbids it');
    const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    checkType(mediaType);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > BYTES_MAX) throw new FetchError(`has more than ${BYTES_MAX / 1e6} MB`);
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), mediaType };
  } catch (error) {
    throw error instanceof Error ? toFetchError(error) : error;
  } finally {
    response.destroy();
  }
}
