import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import type { PostgresConnection } from './connection.ts';

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
/**
 * Migrations that only add to the tables are in a table of their own: 1.0.0 refuses each name in
 * the first one that it does not know.
 */
const MIGRATIONS_TABLE = 'pgmigrations';
const EXPANSIONS_TABLE = 'pgmigrations_expand';
const EXPANSION_NAME = /^\d{3}-expand-/;

/** The message says what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

export async function requireSchema(connection: PostgresConnection): Promise<void> {
  const applied = await listAppliedMigrations(connection);
  refuseNewerSchema(applied);
  if (applied.length === 0) {
    throw new SchemaError(
      'PostgreSQL has no tables of this site yet; run npm run content -- migrate',
    );
  }
  const missing = listKnownMigrations().filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new SchemaError(
      `PostgreSQL’s tables are older than this program (without ${missing.join(', ')}); run npm run content -- migrate`,
    );
  }
}

/** Returns the names of the migrations that it ran. */
export async function migrateSchema(connection: PostgresConnection): Promise<readonly string[]> {
  refuseNewerSchema(await listAppliedMigrations(connection));
  const names: string[] = [];
  for (const part of groupMigrations(listKnownMigrations()))
    names.push(...(await runMigrations(connection, part)));
  return names;
}

type MigrationGroup = { readonly table: string; readonly names: readonly string[] };

/** Consecutive migrations of one table, which run in one transaction. */
function groupMigrations(names: readonly string[]): readonly MigrationGroup[] {
  const parts: { readonly table: string; readonly names: string[] }[] = [];
  for (const name of names) {
    const table = EXPANSION_NAME.test(name) ? EXPANSIONS_TABLE : MIGRATIONS_TABLE;
    const last = parts.at(-1);
    if (last?.table === table) last.names.push(name);
    else parts.push({ table, names: [name] });
  }
  return parts;
}

function runMigrations(
  { client, watch }: PostgresConnection,
  { table, names }: MigrationGroup,
): Promise<readonly string[]> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  return watch(async () => {
    const migrations = await runner({
      dbClient: client,
      dir: MIGRATIONS_DIR,
      direction: 'up',
      migrationsTable: table,
      ignorePattern: `(?!(?:${names.join('|')})\\.sql$).*`,
      // The names of other parts are in the same table.
      checkOrder: false,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: silent,
    });
    return migrations.map(({ name }) => name);
  });
}

function refuseNewerSchema(applied: readonly string[]): void {
  const known = listKnownMigrations();
  const unknown = applied.filter((name) => !known.includes(name) && !EXPANSION_NAME.test(name));
  if (unknown.length === 0) return;
  throw new SchemaError(
    `PostgreSQL’s tables are newer than this program, which does not know ${unknown.join(', ')}; run the newer program`,
  );
}

function listKnownMigrations(): readonly string[] {
  return readdirSync(MIGRATIONS_DIR)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

async function listAppliedMigrations({ query }: PostgresConnection): Promise<readonly string[]> {
  const present = await query(
    'SELECT wanted AS name FROM unnest($1::text[]) AS wanted WHERE to_regclass(wanted) IS NOT NULL',
    [[MIGRATIONS_TABLE, EXPANSIONS_TABLE]],
  );
  if (present.length === 0) return [];
  const names = present.map(({ name }) => `SELECT name FROM ${name}`).join(' UNION ALL ');
  return (await query(`${names} ORDER BY name`)).map(({ name }) => String(name));
}
