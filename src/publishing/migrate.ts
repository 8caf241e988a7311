import { migrateSchema } from '../store/postgres/schema-version.ts';
import type { Command } from './command.ts';
import { runOnDatabase } from './run-on-database.ts';

export const migrate: Command = {
  summary: 'makes PostgreSQL’s tables those of this program; running it again changes nothing',
  run: async ({ config: { databaseUrl } }) => {
    if (databaseUrl === undefined) {
      console.error('DATABASE_URL is not set: without PostgreSQL there is nothing to migrate.');
      return 1;
    }
    return runOnDatabase(databaseUrl, async (connection) => {
      const names = await migrateSchema(connection);
      console.log(names.length === 0 ? 'The tables are up to date.' : `Migrated: ${names.join(', ')}.`);
      return 0;
    });
  },
};
