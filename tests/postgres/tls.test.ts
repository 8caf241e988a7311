import { appendFile, chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../packages/marketing-workbench/src/store/postgres/connection.ts';
import { describeDatabaseFailure } from '../../packages/marketing-workbench/src/store/postgres/describe-database-failure.ts';
import { ROOT } from '../support/fixture-content.ts';
import { createSiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { type Cluster, createCluster, createDatabase, runCommand } from './support/cluster.ts';
import { startReaders, waitForDatabase } from './support/readers.ts';
import { NOTICE } from './support/shared-site.ts';

const CERTIFICATES = join(ROOT, 'tests/fixtures/tls');
let cluster: Cluster;

/** Requires TLS. Its certificate is for 127.0.0.1, signed by a private authority. */
beforeAll(async () => {
  cluster = await createCluster(async (dataDir) => {
    for (const name of ['server.key', 'server.crt'])
      await copyFile(join(CERTIFICATES, name), join(dataDir, name));
    await chmod(join(dataDir, 'server.key'), 0o600);
    await writeFile(join(dataDir, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
    await appendFile(join(dataDir, 'postgresql.auto.conf'), 'ssl = on\n');
  });
});
afterAll(() => cluster.remove());

function withTls(parameters: string): string {
  return `${cluster.url('published')}${parameters.replace('{folder}', CERTIFICATES)}`;
}

test.for([
  ['?sslmode=require'],
  ['?sslmode=require&sslrootcert={folder}/authority.pem'],
  ['?sslmode=verify-ca&sslrootcert={folder}/authority.pem'],
  ['?sslmode=verify-full&sslrootcert={folder}/authority.pem'],
])('a connection with %s is encrypted', async ([parameters = '']) => {
  await using connection = await connect({
    url: withTls(parameters),
    answerWithinMs: 60_000,
    lockWithinMs: 30_000,
  });
  expect(
    await connection.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'),
  ).toEqual([{ ssl: true }]);
});

test('verify-ca accepts another host name, verify-full does not', async () => {
  const elsewhere = (parameters: string) => withTls(parameters).replace('@127.0.0.1', '@localhost');
  const looser = elsewhere('?sslmode=verify-ca&sslrootcert={folder}/authority.pem');
  await using _connection = await connect({
    url: looser,
    answerWithinMs: 60_000,
    lockWithinMs: 30_000,
  });
  const strict = elsewhere('?sslmode=verify-full&sslrootcert={folder}/authority.pem');
  const { status, output } = await runCommand(['migrate'], { DATABASE_URL: strict });
  expect(status).toBe(1);
  expect(output).toContain('PostgreSQL’s certificate is for another host than DATABASE_URL names');
  expect(output).not.toContain('secret');
});

test.for([
  ['', /PostgreSQL requires TLS; DATABASE_URL needs sslmode=verify-full/],
  ['?sslmode=verify-full', /certificate is not trusted by this machine; see sslrootcert/],
  ['?sslmode=verify-ca', /sslmode=verify-ca needs sslrootcert in DATABASE_URL/],
  [
    '?sslmode=verify-ca&sslrootcert={folder}/stranger.pem',
    /certificate is not trusted by this machine/,
  ],
  [
    '?sslmode=require&sslrootcert={folder}/stranger.pem',
    /certificate is not trusted by this machine/,
  ],
  [
    '?sslmode=verify-full&sslrootcert={folder}/none.pem',
    /a certificate file that DATABASE_URL names can’t/,
  ],
] as const)('the reason why "%s" fails is reported', async ([parameters, says]) => {
  const attempt = connect({
    url: withTls(parameters),
    answerWithinMs: 60_000,
    lockWithinMs: 30_000,
  });
  await expect(attempt.catch(describeDatabaseFailure)).resolves.toMatch(says);
});

test('a server without TLS is reported as such', async () => {
  const url = `${await createDatabase('without-tls', 'template0')}?sslmode=require`;
  const attempt = connect({ url, answerWithinMs: 60_000, lockWithinMs: 30_000 });
  await expect(attempt.catch(describeDatabaseFailure)).resolves.toBe(
    'PostgreSQL offers no TLS, which DATABASE_URL asks for',
  );
});

test('a node that trusts the certificate follows; another serves its folder and reports why', async () => {
  const url = withTls('?sslmode=verify-full&sslrootcert={folder}/authority.pem');
  await using good = await createSiteNode({ DATABASE_URL: url });
  await using wary = await createSiteNode({
    DATABASE_URL: withTls('?sslmode=verify-full&sslrootcert={folder}/stranger.pem'),
  });
  await using _readers = startReaders([good, wary]);
  await waitForDatabase(good, /^PostgreSQL$/);
  await waitForDatabase(wary, 'not trusted by this machine');
  expect((await wary.health()).database).toMatch(/^Fallback since /);
  expect((await wary.get('/one/two/three/four')).text).toContain(NOTICE);
  expect((await wary.get('/seo/local-seo/ask-for-reviews')).status).toBe(200);
  await expectAgreement({ url, nodes: [good] });
});
