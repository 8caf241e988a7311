import { Client } from 'pg';
import { PASSWORD, USER } from './postgres-server.ts';

/** The address of a database of a server on this machine. */
export function formatUrl(port: number, database: string): string {
  return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
}

/** Runs statements as another program would, on a connection of their own; the rows of the last. */
export async function runSql(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values.length === 0 ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}
