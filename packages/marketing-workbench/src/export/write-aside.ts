import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isContentFolder } from '../content/site-files/site-files.ts';
import { ExportError } from './export-error.ts';

type WriteAsideOptions = { readonly isFolder: boolean; readonly isOverwriting: boolean };

/**
 * Lets `write` fill a new place beside the target, and renames it when it is complete. If `write`
 * fails or is interrupted, nothing remains and the target is as it was.
 */
export async function writeAside(
  target: string,
  { isFolder, isOverwriting }: WriteAsideOptions,
  write: (place: string) => Promise<void>,
): Promise<void> {
  requireWritable(target, isFolder, isOverwriting);
  const { dir, base } = path.parse(path.resolve(target));
  const [part, former] = ['part', 'former'].map((end) =>
    path.join(dir, `.${base}.${randomUUID()}.${end}`),
  );
  if (part === undefined || former === undefined) return;
  const remove = (place: string) => rmSync(place, { recursive: true, force: true });
  const stop = () => {
    remove(part);
    process.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    if (isFolder) mkdirSync(part);
    await write(part);
    if (existsSync(target)) renameSync(target, former);
    renameSync(part, target);
    remove(former);
  } catch (error) {
    throw explainWriteError(error, target);
  } finally {
    remove(part);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

function requireWritable(target: string, isFolder: boolean, isOverwriting: boolean): void {
  const parent = path.dirname(path.resolve(target));
  if (!existsSync(parent))
    throw new ExportError(`The folder ${parent} does not exist; create it first.`);
  if (!existsSync(target)) return;
  const isThere = statSync(target).isDirectory();
  if (isThere !== isFolder)
    throw new ExportError(
      `${target} is a ${isThere ? 'folder' : 'file'}; name a new ${isFolder ? 'folder' : 'file'}.`,
    );
  if (!isOverwriting)
    throw new ExportError(`${target} exists. Choose another name, or add --overwrite.`);
  if (isFolder && readdirSync(target).length > 0 && !isContentFolder(target))
    throw new ExportError(
      `${target} holds other files than those of a site, so it was not overwritten. Choose another name.`,
    );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no file can be created in its folder',
  ENOTDIR: 'a part of its path is a file',
};

function explainWriteError(error: unknown, target: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  return reason === undefined
    ? error
    : new ExportError(`${target} can't be written: ${reason}. Nothing was exported.`);
}
