import { checkHtml } from '../content/markdown/check-html.ts';
import type { ContentRecord } from '../site/records.ts';
import { readMessage } from '../store/database.ts';
import { createMediaFiles } from '../store/media/media-files.ts';
import { type ConnectionOptions, connect } from '../store/postgres/connection.ts';
import { describeDatabaseFailure } from '../store/postgres/describe-database-failure.ts';
import { fetchContent } from '../store/postgres/fetch-content.ts';
import { requireSchema, SchemaError } from '../store/postgres/schema-version.ts';
import { DatabaseError } from './database-error.ts';

export type DatabaseContent = {
  readonly records: readonly ContentRecord[];
  /** Rows that the site does not show, with the reason. */
  readonly refused: readonly { readonly key: string; readonly reason: string }[];
};

const ANSWER_WITHIN_MS = 180_000;

/**
 * Reads one consistent state of the whole shared database; pictures wait in `dataDir`. Throws a
 * DatabaseError that says what to do.
 */
export async function readDatabase(
  { url, lockWithinMs }: Pick<ConnectionOptions, 'url' | 'lockWithinMs'>,
  dataDir: string,
): Promise<DatabaseContent> {
  try {
    await using connection = await connect({ url, answerWithinMs: ANSWER_WITHIN_MS, lockWithinMs });
    await requireSchema(connection);
    using content = await fetchContent(connection, {
      refused: new Map(),
      checkHtml,
      media: createMediaFiles(dataDir),
      stagingDir: dataDir,
    });
    if (content === undefined)
      throw new DatabaseError(
        'PostgreSQL holds no content yet; export the content folder instead.',
      );
    const { records, refusals } = content;
    return { records: [...records.read(records.outlines.keys())], refused: refusals };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (error instanceof SchemaError) throw new DatabaseError(error.message);
    throw new DatabaseError(`${describeDatabaseFailure(error)} (${readMessage(error)}).`);
  }
}
