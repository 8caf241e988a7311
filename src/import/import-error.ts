/** The message says what to do. */
export class ImportError extends Error {}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'you have no permission to read it'],
  ['EPERM', 'you have no permission to read it'],
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link to itself'],
]);

/** Why a file can't be read, in words. */
export function describeReadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error && REASONS.get(error.code)) || error.message;
}
