import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDataDir } from '../../../tests/support/temporary-store.ts';
import { ConfigError, parseConfig } from './config.ts';

const DEFAULTS = {
  host: 'localhost',
  port: 3000,
  deskPort: 3100,
  dataDir: 'data',
  contentDir: 'content',
  origin: undefined,
  databaseUrl: undefined,
  databaseReplicaUrl: undefined,
  databasePollSeconds: 5,
  databaseAnswerSeconds: 20,
  databaseLockSeconds: 45,
  drainSeconds: 0,
  trustProxy: 0,
  hstsSubdomains: false,
  pageCacheBytes: 64_000_000,
  workers: 1,
  purgeUrl: undefined,
  webSubHub: undefined,
  indexNowKey: undefined,
  previewSecret: undefined,
  metricsToken: undefined,
  metrics: 'off',
  accessLog: undefined,
};

/** Each variable with a value, and the setting that it becomes. */
const VARIABLES: readonly (readonly [
  name: string,
  text: string,
  setting: string,
  value: unknown,
])[] = [
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['PORT', '8080', 'port', 8080],
  ['DESK_PORT', '3200', 'deskPort', 3200],
  ['DATA_DIR', '/var/lib/site', 'dataDir', '/var/lib/site'],
  ['CONTENT_DIR', 'texts', 'contentDir', 'texts'],
  ['SITE_URL', 'https://blog.example.com', 'origin', 'https://blog.example.com'],
  [
    'DATABASE_URL',
    'postgres://user:secret@db/site',
    'databaseUrl',
    'postgres://user:secret@db/site',
  ],
  [
    'DATABASE_REPLICA_URL',
    'postgres://replica/site',
    'databaseReplicaUrl',
    'postgres://replica/site',
  ],
  ['DATABASE_POLL_SECONDS', '2', 'databasePollSeconds', 2],
  ['DATABASE_ANSWER_SECONDS', '60', 'databaseAnswerSeconds', 60],
  ['DATABASE_LOCK_SECONDS', '5', 'databaseLockSeconds', 5],
  ['DRAIN_SECONDS', '15', 'drainSeconds', 15],
  ['TRUST_PROXY', '10.0.0.0/24, 2001:db8::/64', 'trustProxy', ['10.0.0.0/24', '2001:db8::/64']],
  ['HSTS_SUBDOMAINS', 'true', 'hstsSubdomains', true],
  ['PAGE_CACHE_MB', '256', 'pageCacheBytes', 256_000_000],
  ['WORKERS', '4', 'workers', 4],
  ['WEBSUB_HUB', 'https://hub.example.com/', 'webSubHub', 'https://hub.example.com/'],
  ['PURGE_URL', 'https://cdn.example.com/purge', 'purgeUrl', 'https://cdn.example.com/purge'],
  ['INDEXNOW_KEY', '8f14e45fceea167a', 'indexNowKey', '8f14e45fceea167a'],
  ['PREVIEW_SECRET', 'x'.repeat(32), 'previewSecret', 'x'.repeat(32)],
  ['METRICS_TOKEN', 'x'.repeat(32), 'metricsToken', 'x'.repeat(32)],
  ['METRICS', 'loopback', 'metrics', 'loopback'],
  ['ACCESS_LOG', 'stdout', 'accessLog', 'stdout'],
  [
    'PREVIEW_SECRET',
    '0123456789abcdef0123456789abcdef',
    'previewSecret',
    '0123456789abcdef0123456789abcdef',
  ],
];

test.each([
  [{}, 'content', 'data'],
  [{ CONTENT_DIR: '/srv/bakery/content' }, '/srv/bakery/content', '/srv/bakery/data'],
  [{ CONTENT_DIR: '/srv/texts' }, '/srv/texts', '/srv/texts-data'],
  [{ CONTENT_DIR: '/srv/texts', DATA_DIR: 'state' }, '/srv/texts', 'state'],
])('%j: the data is beside the content, unless it is set', (variables, contentDir, dataDir) => {
  expect(parseConfig(variables)).toMatchObject({ contentDir, dataDir });
});

test('the folder of a site stands for its content', () => {
  const folder = createDataDir();
  mkdirSync(path.join(folder, 'content'));
  expect(parseConfig({ CONTENT_DIR: folder }).contentDir).toBe(folder);
  writeFileSync(path.join(folder, 'content/site.yaml'), '');
  expect(parseConfig({ CONTENT_DIR: folder })).toMatchObject({
    contentDir: path.join(folder, 'content'),
    dataDir: path.join(folder, 'data'),
  });
  writeFileSync(path.join(folder, 'site.yaml'), '');
  expect(parseConfig({ CONTENT_DIR: folder }).contentDir).toBe(folder);
});

const PORT_TAKES = 'a port from 0 to 65535, 0 for any free one';
const ORIGIN_TAKES = 'an address such as https://www.example.com';
const DATABASE_TAKES =
  'an address such as postgres://user:password@host:5432/database, optionally with ?sslmode=disable, require, verify-ca or verify-full at its end';

const PROXIES_TAKES =
  'how many proxies stand in front (1 for one, false for none), or their addresses and ranges, such as 10.0.0.0/24, 2001:db8::/64';

describe('parseConfig', () => {
  test('has a default for each setting', () => {
    expect(parseConfig({})).toEqual(DEFAULTS);
  });

  test('reads every variable', () => {
    const environment = Object.fromEntries(VARIABLES.map(([name, text]) => [name, text]));
    const settings = Object.fromEntries(VARIABLES.map(([, , setting, value]) => [setting, value]));
    expect(parseConfig(environment)).toEqual(settings);
  });

  test('counts a blank variable as unset', () => {
    for (const blank of ['', '   ', '\t']) {
      const environment = Object.fromEntries(VARIABLES.map(([name]) => [name, blank]));
      expect(parseConfig(environment)).toEqual(DEFAULTS);
    }
  });

  test.each([
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['PORT', ' 80 ', 'port', 80],
    ['SITE_URL', 'https://blog.example.com/', 'origin', 'https://blog.example.com'],
    ['SITE_URL', 'http://localhost:3000', 'origin', 'http://localhost:3000'],
    ['SITE_URL', 'https://Blog.Example.com:443', 'origin', 'https://blog.example.com'],
    ...[
      'postgres://db/site',
      'postgresql://user@db/site?sslmode=require',
      'postgres://db/site?sslmode=disable',
      'postgres://db/site?sslmode=verify-ca&sslrootcert=/authority.pem',
      'postgres://db/site?sslmode=verify-full',
    ].map((url) => ['DATABASE_URL', url, 'databaseUrl', url] as const),
    ['TRUST_PROXY', 'false', 'trustProxy', 0],
    ['TRUST_PROXY', '0', 'trustProxy', 0],
    ['TRUST_PROXY', ' 2', 'trustProxy', 2],
    ['TRUST_PROXY', '127.0.0.1', 'trustProxy', ['127.0.0.1']],
    ['TRUST_PROXY', '127.0.0.0/8,::1', 'trustProxy', ['127.0.0.0/8', '::1']],
  ] as const)('accepts the %s %s', (name, text, setting, value) => {
    expect(parseConfig({ [name]: text })[setting]).toEqual(value);
  });

  test.each([
    ['PORT', '65536', PORT_TAKES],
    ['PORT', '-1', PORT_TAKES],
    ['PORT', '80.5', PORT_TAKES],
    ['PORT', 'http', PORT_TAKES],
    ['SITE_URL', 'blog.example.com', ORIGIN_TAKES],
    ['SITE_URL', 'https://example.com/blog', ORIGIN_TAKES],
    ['SITE_URL', 'https://example.com/?x', ORIGIN_TAKES],
    ['SITE_URL', 'ftp://example.com', ORIGIN_TAKES],
    ['DATABASE_URL', 'mysql://db/site', DATABASE_TAKES],
    ['DATABASE_URL', 'db.internal', DATABASE_TAKES],
    ['DATABASE_URL', 'postgres://db/site?sslmode=prefer', DATABASE_TAKES],
    ['DATABASE_URL', 'postgres://db/site?sslmode=nonsense', DATABASE_TAKES],
    ['HSTS_SUBDOMAINS', 'yes', 'true or false'],
    ['TRUST_PROXY', 'yes', PROXIES_TAKES],
    ['TRUST_PROXY', 'true', PROXIES_TAKES],
    ['TRUST_PROXY', '-1', PROXIES_TAKES],
    ['TRUST_PROXY', '10.0.0.0/33', PROXIES_TAKES],
    ['TRUST_PROXY', '10.0.0.0/0', PROXIES_TAKES],
    ['TRUST_PROXY', '10.0.0.0/', PROXIES_TAKES],
    ['TRUST_PROXY', '10.0.0.1, proxy.internal', PROXIES_TAKES],
    ['TRUST_PROXY', '10.0.0.1,', PROXIES_TAKES],
    ['TRUST_PROXY', '::/129', PROXIES_TAKES],
  ])('refuses the %s %s, and says which values are valid', (name, value, takes) => {
    expect(() => parseConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} is invalid; it takes ${takes}`),
    );
  });

  test('reports all invalid variables at once, without their values', () => {
    const environment = { PORT: 'x1', DATABASE_URL: 'x3:secret', TRUST_PROXY: 'x4', HOST: 'fine' };
    const lines = [
      `PORT is invalid; it takes ${PORT_TAKES}`,
      `DATABASE_URL is invalid; it takes ${DATABASE_TAKES}`,
      `TRUST_PROXY is invalid; it takes ${PROXIES_TAKES}`,
    ];
    expect(() => parseConfig(environment)).toThrow(new ConfigError(lines.join('\n')));
  });
});
