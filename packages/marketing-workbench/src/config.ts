import { existsSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The version of this program. */
export const { version: VERSION } = manifest;

export type Config = Readonly<ReturnType<typeof parseConfig>>;

/** Standard output, or the path of a file. */
export type LogTarget = 'stdout' | { readonly path: string };

/** The number of reverse proxies, or their addresses and ranges (CIDR); 0 for none. */
export type TrustedProxies = number | readonly string[];

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const MEGABYTE = 1_000_000;
/** Modes of libpq with a definite meaning: `prefer` and `allow` may or may not encrypt. */
const TLS_MODES: readonly (string | null)[] = [
  null,
  'disable',
  'require',
  'verify-ca',
  'verify-full',
];

type Environment = Readonly<Record<string, string | undefined>>;

type SettingKind<Value> = {
  readonly takes: string;
  readonly parse: (text: string) => Value | undefined;
};

const TEXT: SettingKind<string> = { takes: 'any text', parse: (value) => value };
const PORT = wholeNumberSetting(0, 65_535, 'a port from 0 to 65535, 0 for any free one');
const PERIOD = wholeNumberSetting(1, 600, 'a number of seconds from 1 to 600');
const DRAIN_PERIOD = wholeNumberSetting(0, 600, 'a number of seconds from 0 to 600');
const MEGABYTES = wholeNumberSetting(0, 65_536, 'a number of megabytes from 0 to 65536');
const PROCESSES = wholeNumberSetting(
  1,
  64,
  'auto, for as many as there are cores, or a number from 1 to 64',
);
const WORKERS: SettingKind<number> = {
  ...PROCESSES,
  parse: (value) => (value === 'auto' ? availableParallelism() : PROCESSES.parse(value)),
};
const SWITCH: SettingKind<boolean> = {
  takes: 'true or false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};
const ORIGIN: SettingKind<string> = {
  takes: 'an address such as https://www.example.com',
  parse: parseOrigin,
};
const WEB_ADDRESS: SettingKind<string> = {
  takes: 'an address such as https://cdn.example.com/purge',
  parse: (value) => (/^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined),
};
const DATABASE: SettingKind<string> = {
  takes:
    'an address such as postgres://user:password@host:5432/database, optionally with ?sslmode=disable, require, verify-ca or verify-full at its end',
  parse: parseDatabaseUrl,
};
const PROXIES: SettingKind<TrustedProxies> = {
  takes:
    'how many proxies stand in front (1 for one, false for none), or their addresses and ranges, such as 10.0.0.0/24, 2001:db8::/64',
  parse: parseProxies,
};
const KEY: SettingKind<string> = {
  takes: 'a key that you choose, of 8 to 128 letters, digits and hyphens',
  parse: (value) => (/^[A-Za-z0-9-]{8,128}$/.test(value) ? value : undefined),
};

const TOKEN: SettingKind<string> = {
  takes:
    'a token of 32 to 256 letters, digits and the characters . _ ~ + / = -, such as openssl rand -hex 32 prints',
  parse: (value) => (/^[A-Za-z0-9._~+/=-]{32,256}$/.test(value) ? value : undefined),
};
const METRICS: SettingKind<'off' | 'loopback'> = {
  takes: 'loopback, for programs on this machine, or off',
  parse: (value) => (value === 'loopback' || value === 'off' ? value : undefined),
};

const ACCESS_LOG: SettingKind<LogTarget> = {
  takes: 'stdout, or the path of a file, such as /var/log/workbench/access.log',
  parse: (value) =>
    value === 'stdout' ? value : /^[^\0]*[^/\0]$/.test(value) ? { path: value } : undefined,
};

const SECRET: SettingKind<string> = {
  takes: 'a secret of 32 characters or more, such as openssl rand -hex 32 prints',
  parse: (value) => (value.length >= 32 ? value : undefined),
};

/** Throws a ConfigError that names every invalid variable. A blank variable counts as unset. */
export function parseConfig(environment: Environment) {
  const problems: string[] = [];
  const read = createReader(environment, problems);
  const config = {
    host: read('HOST', TEXT, 'localhost'),
    port: read('PORT', PORT, 3000),
    /** Where `npm run desk` serves the editor, on this machine only. */
    deskPort: read('DESK_PORT', PORT, 3100),
    ...readFolders(read),
    /** Scheme and host of canonical addresses; undefined for the domain of the site's settings. */
    origin: read('SITE_URL', ORIGIN, undefined),
    databaseUrl: read('DATABASE_URL', DATABASE, undefined),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', DATABASE, undefined),
    /** How often PostgreSQL is polled and views are sent. */
    databasePollSeconds: read('DATABASE_POLL_SECONDS', PERIOD, 5),
    databaseAnswerSeconds: read('DATABASE_ANSWER_SECONDS', PERIOD, 20),
    /**
     * How long a statement waits for another session's lock; of a node at most half as long as for
     * an answer.
     */
    databaseLockSeconds: read('DATABASE_LOCK_SECONDS', PERIOD, 45),
    /** How long the site keeps answering after SIGTERM, while its readiness is 503. */
    drainSeconds: read('DRAIN_SECONDS', DRAIN_PERIOD, 0),
    trustProxy: read('TRUST_PROXY', PROXIES, 0),
    hstsSubdomains: read('HSTS_SUBDOMAINS', SWITCH, false),
    pageCacheBytes: MEGABYTE * read('PAGE_CACHE_MB', MEGABYTES, 64),
    /** Number of processes that serve; 1 means no supervisor. */
    workers: read('WORKERS', WORKERS, 1),
    purgeUrl: read('PURGE_URL', WEB_ADDRESS, undefined),
    /** The WebSub hub that is told of changes and that the feeds name. */
    webSubHub: read('WEBSUB_HUB', WEB_ADDRESS, undefined),
    /** The key with which search engines are notified of changes on publishing (indexnow.org). */
    indexNowKey: read('INDEXNOW_KEY', KEY, undefined),
    /** Signs links to drafts. Without it drafts are not published and have no links. */
    previewSecret: read('PREVIEW_SECRET', SECRET, undefined),
    /**
     * Who may read the metrics: who sends this token, and programs on this machine if `metrics` is
     * `loopback`.
     */
    metricsToken: read('METRICS_TOKEN', TOKEN, undefined),
    metrics: read('METRICS', METRICS, 'off'),
    accessLog: read('ACCESS_LOG', ACCESS_LOG, undefined),
  };
  if (config.databaseReplicaUrl !== undefined && config.databaseUrl === undefined) {
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL; set it to the primary’s address');
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

const CONTENT_FOLDER = 'content';

/** The data is beside the content by default, so that no two sites share it. */
function readFolders(read: ReturnType<typeof createReader>) {
  const contentDir = findContentFolder(read('CONTENT_DIR', TEXT, CONTENT_FOLDER));
  return { contentDir, dataDir: read('DATA_DIR', TEXT, placeDataFolder(contentDir)) };
}

/** A folder that has `content/site.yaml`, and no `site.yaml`, may stand for its content folder. */
function findContentFolder(folder: string): string {
  const inside = join(folder, CONTENT_FOLDER);
  const isSite = existsSync(join(inside, 'site.yaml')) && !existsSync(join(folder, 'site.yaml'));
  return isSite ? inside : folder;
}

/** `data` beside `content`, and `name-data` beside a content folder with another name. */
function placeDataFolder(contentDir: string): string {
  const place = resolve(contentDir);
  return basename(place) === CONTENT_FOLDER ? join(contentDir, '../data') : `${place}-data`;
}

export function readConfig(): Config {
  return parseConfig(process.env);
}

/**
 * Returns the file of a program that runs in a process or thread of its own; `name` is its path
 * below the folder of this file, without the ending. The repository runs TypeScript, the installed
 * package JavaScript.
 */
export function findProgram(name: string): string {
  return join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);
}

/**
 * Lets pictures that contain text use the program's own typefaces: a machine may have none. Call it
 * before the first picture is read, since fontconfig reads its settings once.
 */
export function provideTypefaces(): void {
  process.env.FONTCONFIG_FILE ??= join(import.meta.dirname, 'cards/fonts.conf');
}

/** Returns the path of a file or folder that `npm run build` writes, such as `client`. */
export function findBuilt(name: string): string {
  return join(import.meta.dirname, '../dist', name);
}

/** Returns the environment of a child process with other settings; a blank one counts as unset. */
export function createChildEnvironment(changes: Environment): Environment {
  return { ...process.env, ...changes };
}

function createReader(environment: Environment, problems: string[]) {
  return <Value, Fallback>(
    name: string,
    kind: SettingKind<Value>,
    fallback: Fallback,
  ): Value | Fallback => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') return fallback;
    const parsed = kind.parse(value);
    // Without the value: DATABASE_URL contains a password.
    if (parsed === undefined) problems.push(`${name} is invalid; it takes ${kind.takes}`);
    return parsed ?? fallback;
  };
}

function wholeNumberSetting(min: number, max: number, takes: string): SettingKind<number> {
  return {
    takes,
    parse: (value) => {
      const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isSite =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  return isSite ? url.origin : undefined;
}

function parseDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  return TLS_MODES.includes(url.searchParams.get('sslmode')) ? text : undefined;
}

/**
 * `true`, which earlier releases accepted, is refused: it would trust whatever a client writes into
 * the header.
 */
function parseProxies(text: string): TrustedProxies | undefined {
  if (text === 'false') return 0;
  if (/^\d$/.test(text)) return Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isAddressRange) ? ranges : undefined;
}

function isAddressRange(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/');
  const lengthMax = isIPv4(address) ? 32 : 128;
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return (
    !text.includes('/') ||
    (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= lengthMax)
  );
}
