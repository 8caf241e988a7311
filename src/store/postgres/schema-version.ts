import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import type { Connection } from './connection.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
const MIGRATIONS_TABLE = 'pgmigrations';

/** The message says what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

export async function requireSchema(connection: Connection): Promise<void> {
  const applied = await listApplied(connection);
  refuseNewer(applied);
  if (applied.length === 0) {
    throw new SchemaError('PostgreSQL has no tables of this site yet; run npm run content -- migrate');
  }
  const missing = listKnown().filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new SchemaError(
      `PostgreSQL’s tables are older than this program (without ${missing.join(', ')}); run npm run content -- migrate`,
    );
  }
}

/** Returns the names of the migrations that it ran. */
export async function migrateSchema(connection: Connection): Promise<readonly string[]> {
  refuseNewer(await listApplied(connection));
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const migrations = await connection.watch(() =>
    runner({
      dbClient: connection.client,
      dir: MIGRATIONS_DIR,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: silent,
    }),
  );
  return migrations.map(({ name }) => name);
}

/** Migrations of newer programs that only add to the tables. */
const EXPANSION = /^\d{3}-expand-/;

function refuseNewer(applied: readonly string[]): void {
  const known = listKnown();
  const unknown = applied.filter((name) => !known.includes(name) && !EXPANSION.test(name));
  if (unknown.length === 0) return;
  throw new SchemaError(
    `PostgreSQL’s tables are newer than this program, which does not know ${unknown.join(', ')}; run the newer program`,
  );
}

function listKnown(): readonly string[] {
  return readdirSync(MIGRATIONS_DIR)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

async function listApplied({ query }: Connection): Promise<readonly string[]> {
  const [table] = await query('SELECT to_regclass($1) IS NOT NULL AS is_there', [MIGRATIONS_TABLE]);
  if (table?.is_there !== true) return [];
  return (await query(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY name`)).map(({ name }) => String(name));
}
