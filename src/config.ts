import { isIP, isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { DEFAULT_ORIGIN } from './site/site-info.ts';

export type Config = {
  readonly host: string;
  readonly port: number;
  /** Where the index and the state live; made where it is missing. */
  readonly dataDir: string;
  readonly contentDir: string;
  /** Scheme and host that the site's own addresses start with, without a slash at the end. */
  readonly origin: string;
  /** Address of PostgreSQL; undefined where none is configured. */
  readonly databaseUrl: string | undefined;
  /** Address of a replica that this machine reads content from in its place; undefined where there is none. */
  readonly databaseReplicaUrl: string | undefined;
  /** How often PostgreSQL is asked whether it changed, besides its notifications, and how often views are sent. */
  readonly databaseLookSeconds: number;
  /** How long an answer of PostgreSQL may take before its connection counts as lost. */
  readonly databaseAnswerSeconds: number;
  /** How long, on SIGTERM, the site says that it is not ready and still answers before it closes. */
  readonly drainSeconds: number;
  /** The reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: TrustedProxies;
  /** Whether HSTS includes all subdomains. */
  readonly hstsSubdomains: boolean;
  /** As much memory as kept answers may take; 0 keeps none. */
  readonly pageCacheBytes: number;
  /** How many processes serve; 1 is one that does all itself. */
  readonly workers: number;
  /** Is told on publishing which answers a shared cache should forget; undefined where there is none. */
  readonly purgeUrl: string | undefined;
  /** With it search engines are told on publishing what changed (indexnow.org); undefined for not telling them. */
  readonly indexNowKey: string | undefined;
};

/** The number of reverse proxies, or their addresses and ranges (CIDR); 0 for none. */
export type TrustedProxies = number | readonly string[];

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const MEGABYTE = 1_000_000;
/** Of libpq's modes those whose meaning is the same every time: `prefer` and `allow` may or may not encrypt. */
const TLS_MODES: readonly (string | null)[] = [null, 'disable', 'require', 'verify-ca', 'verify-full'];
const DATABASE_URL_TAKES =
  'an address such as postgres://user:password@host:5432/database, at its end nothing or ?sslmode= with disable, require, verify-ca or verify-full';
const PERIOD_TAKES = 'a number of seconds from 1 to 600';
const PROXIES_TAKES =
  'how many proxies stand in front (1 for one, false for none), or their addresses and ranges, such as 10.0.0.0/24, 2001:db8::/64';
const KEY_TAKES = 'a key of 8 to 128 letters, digits and hyphens of your own choice';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; everything has a default. Throws a ConfigError that names every bad variable at once,
 * with what it takes. A blank variable counts as unset.
 */
export function parseConfig(environment: Environment): Config {
  const problems: string[] = [];
  const { read, readOptional } = createReader(environment, problems);
  const config: Config = {
    host: read('HOST', 'localhost', (text) => text, 'a host name or an address to listen at'),
    port: read('PORT', 3000, parsePort, 'a port from 0 to 65535, 0 for any free one'),
    dataDir: read('DATA_DIR', 'data', (text) => text, 'a folder'),
    contentDir: read('CONTENT_DIR', 'content', (text) => text, 'a folder'),
    origin: read('SITE_URL', DEFAULT_ORIGIN, parseOrigin, 'an address such as https://www.example.com'),
    databaseUrl: readOptional('DATABASE_URL', parseDatabaseUrl, DATABASE_URL_TAKES),
    databaseReplicaUrl: readOptional('DATABASE_REPLICA_URL', parseDatabaseUrl, DATABASE_URL_TAKES),
    databaseLookSeconds: read('DATABASE_LOOK_SECONDS', 5, parsePeriod, PERIOD_TAKES),
    databaseAnswerSeconds: read('DATABASE_ANSWER_SECONDS', 20, parsePeriod, PERIOD_TAKES),
    drainSeconds: read('DRAIN_SECONDS', 0, parseSeconds, 'a number of seconds from 0 to 600'),
    trustProxy: read<TrustedProxies>('TRUST_PROXY', 0, parseProxies, PROXIES_TAKES),
    hstsSubdomains: read('HSTS_SUBDOMAINS', false, parseSwitch, 'true or false'),
    pageCacheBytes:
      MEGABYTE * read('PAGE_CACHE_MB', 64, parseMegabytes, 'a number of megabytes from 0 to 65536'),
    workers: read(
      'WORKERS',
      1,
      parseWorkers,
      'auto, for as many as there are cores, or a number from 1 to 64',
    ),
    purgeUrl: readOptional('PURGE_URL', parseWebAddress, 'an address such as https://cdn.example.com/purge'),
    indexNowKey: readOptional('INDEXNOW_KEY', parseKey, KEY_TAKES),
  };
  if (config.databaseReplicaUrl !== undefined && config.databaseUrl === undefined) {
    problems.push('DATABASE_REPLICA_URL stands without DATABASE_URL; set the primary’s address too');
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Readers of single variables; what can't be read becomes a line of `problems`, and the fallback stands in. */
function createReader(environment: Environment, problems: string[]) {
  const read = <Value>(
    name: string,
    fallback: Value,
    parse: (text: string) => Value | undefined,
    takes: string,
  ) => {
    const text = environment[name]?.trim() ?? '';
    const value = text === '' ? fallback : parse(text);
    // A database's address holds a password, so no value is repeated.
    if (value === undefined && text !== '') problems.push(`${name} is not understood; it takes ${takes}`);
    return value ?? fallback;
  };
  const readOptional = (name: string, parse: (text: string) => string | undefined, takes: string) =>
    read<string | undefined>(name, undefined, parse, takes);
  return { read, readOptional };
}

/** The configuration of this process. */
export function readConfig(): Config {
  return parseConfig(process.env);
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isSite = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  return isSite ? url.origin : undefined;
}

function parseDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  return TLS_MODES.includes(url.searchParams.get('sslmode')) ? text : undefined;
}

function parseSeconds(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 600 ? Number(text) : undefined;
}

function parseMegabytes(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_536 ? Number(text) : undefined;
}

function parseWorkers(text: string): number | undefined {
  if (text === 'auto') return availableParallelism();
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 64 ? Number(text) : undefined;
}

function parseWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? text : undefined;
}

function parsePeriod(text: string): number | undefined {
  const seconds = parseSeconds(text);
  return seconds === 0 ? undefined : seconds;
}

function parseKey(text: string): string | undefined {
  return /^[A-Za-z0-9-]{8,128}$/.test(text) ? text : undefined;
}

/** `true` was accepted by earlier releases; it trusts whatever a client writes into the header, so it is refused now. */
function parseProxies(text: string): TrustedProxies | undefined {
  if (text === 'false') return 0;
  if (/^\d$/.test(text)) return Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : undefined;
}

function isRange(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/');
  const lengthMax = isIPv4(address) ? 32 : 128;
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return (
    !text.includes('/') || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= lengthMax)
  );
}

function parseSwitch(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}
