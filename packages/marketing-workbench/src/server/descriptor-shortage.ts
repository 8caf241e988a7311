import { readSqliteCode, SQLITE_CANTOPEN } from '../store/database.ts';

const RETRY_AFTER_SECONDS = 5;
const SHORTAGE_CODES: readonly unknown[] = ['EMFILE', 'ENFILE'];
/** Node's loader of modules and the process that draws cards tell the reason only in words. */
const SHORTAGE_MESSAGE = /too many open files|\bE[MN]FILE\b/i;
/** Bounds the search in an error that is its own cause. */
const CAUSES_MAX = 5;

/**
 * No file or process can be opened, because the process or the system has no free file descriptor.
 * The answer is 503 with `Retry-After`.
 */
export class DescriptorShortageError extends Error {
  override name = 'DescriptorShortageError';
  readonly statusCode = 503;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  readonly notice = {
    title: 'Too many requests just now',
    text: 'The site has more requests than it can answer just now. Please try again in a few seconds.',
  };
  constructor(options: ErrorOptions) {
    super(
      'This server has no free file descriptor; raise its limit of open files (ulimit -n, LimitNOFILE).',
      options,
    );
  }
}

/**
 * Returns whether the error or its cause says that no file descriptor is free; SQLite only says
 * that it can't open a file.
 */
export function isDescriptorShortage(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; error instanceof Error && depth < CAUSES_MAX; depth += 1) {
    if ('code' in error && SHORTAGE_CODES.includes(error.code)) return true;
    if (readSqliteCode(error) === SQLITE_CANTOPEN || SHORTAGE_MESSAGE.test(error.message))
      return true;
    error = error.cause;
  }
  return false;
}
