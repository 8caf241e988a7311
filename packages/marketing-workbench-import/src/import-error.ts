import { OwnerError } from 'marketing-workbench/content/owner-error';

/** An import that can't be carried out. */
export class ImportError extends OwnerError {
  override name = 'ImportError';
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'you have no permission for it'],
  ['EPERM', 'you have no permission for it'],
  ['EROFS', 'it is on a read-only disk'],
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link to itself'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

/** Describes in words why a file can't be read or written. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error && REASONS.get(error.code)) || error.message.replace(/\.+$/, '');
}
