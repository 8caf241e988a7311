import { type Connection, connect } from '../store/postgres/connection.ts';
import { describeFailure, readMessage } from '../store/postgres/describe-failure.ts';
import { DeletionError } from '../store/postgres/publish-records.ts';
import { SchemaError } from '../store/postgres/schema-version.ts';
import { StateError } from '../store/state.ts';
import { REFUSED } from './report.ts';

/** Long enough for the content of a large site and for another publisher to finish. */
const ANSWER_WITHIN_MS = 180_000;

/** What is asked for must not be done; the message says why and what to do, a line each. */
export class RefusalError extends Error {
  override name = 'RefusalError';
}

/**
 * Runs a command's work on a connection of its own; answers the exit status. What keeps the database from it is told in
 * a line, and is 1.
 */
export async function runOnDatabase(
  url: string,
  work: (connection: Connection) => Promise<number>,
): Promise<number> {
  try {
    const connection = await connect(url, { answerWithinMs: ANSWER_WITHIN_MS });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    console.error(formatFailure(error));
    return 1;
  }
}

function formatFailure(error: unknown): string {
  if (error instanceof RefusalError) return `${error.message}\n${REFUSED}`;
  const isClear =
    error instanceof SchemaError || error instanceof DeletionError || error instanceof StateError;
  if (isClear) return error.message;
  return `${describeFailure(error)} (${readMessage(error)}). It was done whole or not at all; run it again.`;
}
