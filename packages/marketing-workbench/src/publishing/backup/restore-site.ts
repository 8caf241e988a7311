import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BackupError, type RestoredState, restoreState } from '../../store/state/state-backup.ts';
import { STATE_NAME } from './backup-format.ts';
import { unpackSiteBackup } from './read-backup.ts';

/**
 * Restores a backup of a site: its content to a folder that is absent or empty, unless `contentDir`
 * is undefined, and its state. Throws a BackupError and changes nothing if the backup is not
 * complete, the folder has files, or a process has the state open.
 */
export async function restoreSiteBackup(
  dataDir: string,
  file: string,
  contentDir: string | undefined,
): Promise<RestoredState & { readonly files: number }> {
  const target = contentDir === undefined ? undefined : path.resolve(contentDir);
  if (target !== undefined) requireEmpty(target);
  // A restore that was killed leaves these; the content is beside its folder, to be moved there.
  const unpacked = path.join(dataDir, 'restoring');
  const staged = target === undefined ? undefined : `${target}.restoring`;
  const folders = [unpacked, ...(staged === undefined ? [] : [staged])];
  try {
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    const state = path.join(unpacked, STATE_NAME);
    const files = await unpackSiteBackup(file, { state, content: staged });
    const restored = restoreState(dataDir, state, new Date());
    if (target !== undefined && staged !== undefined) renameSync(staged, target);
    return { ...restored, files };
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (listNames(folder)?.length === 0) return;
  throw new BackupError(
    `${folder} has files, which restore does not replace. Move it away, name another folder with --to, or restore only the state with --state-only.`,
  );
}

/** Returns undefined for a file. */
function listNames(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}
