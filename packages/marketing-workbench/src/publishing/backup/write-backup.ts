import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Config, VERSION } from '../../config.ts';
import { compareCodeUnits } from '../../site/compare-code-units.ts';
import { BackupError, backUpState, type StateContents } from '../../store/state/state-backup.ts';
import {
  CONTENT_PREFIX,
  formatBackupLabel,
  isBackedUpName,
  LABEL_NAME,
  SKIPPED_NAMES,
  STATE_NAME,
} from './backup-format.ts';

export type SiteBackup = StateContents & {
  readonly files: number;
  /** Paths in the content folder that are no regular files, such as links. */
  readonly leftOut: readonly string[];
};

/**
 * Writes the content folder and the state to a .zip, also while the site runs. The file is complete
 * or, if the process is killed, absent or as it was before. Throws a BackupError if there is no state
 * or a file can't be read.
 */
export async function writeSiteBackup(
  { contentDir, dataDir }: Pick<Config, 'contentDir' | 'dataDir'>,
  file: string,
): Promise<SiteBackup> {
  refusePlaceInside(contentDir, file);
  const [part, state] = [`${file}.part`, `${file}.state`];
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    const contents = backUpState(dataDir, state);
    const { files, leftOut } = listFolderFiles(contentDir);
    await writeArchive(part, { contentDir, files, state });
    renameSync(part, file);
    return { ...contents, files: files.length, leftOut };
  } finally {
    for (const one of [part, state]) rmSync(one, { force: true });
  }
}

/** Otherwise each backup would contain the one before. */
function refusePlaceInside(contentDir: string, file: string): void {
  const inside = path.relative(path.resolve(contentDir), file);
  if (inside.startsWith('..') || path.isAbsolute(inside)) return;
  throw new BackupError(`${file} is in the content folder itself. Name a file elsewhere.`);
}

function listFolderFiles(folder: string) {
  const files: string[] = [];
  const leftOut: string[] = [];
  const visit = (inside: string) => {
    for (const entry of readdirSync(path.join(folder, inside), { withFileTypes: true })) {
      const place = path.posix.join(inside, entry.name);
      if (SKIPPED_NAMES.has(entry.name.toLowerCase())) continue;
      if (!isBackedUpName(entry.name)) leftOut.push(place);
      else if (entry.isDirectory()) visit(place);
      else if (entry.isFile()) files.push(place);
      else leftOut.push(place);
    }
  };
  try {
    visit('');
  } catch (error) {
    throw new BackupError(`${folder} can't be read: ${describeReason(error)}.`);
  }
  return { files: files.toSorted(compareCodeUnits), leftOut };
}

type ArchiveSources = {
  readonly contentDir: string;
  readonly files: readonly string[];
  readonly state: string;
};

async function writeArchive(
  part: string,
  { contentDir, files, state }: ArchiveSources,
): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  zip.once('error', (error) => stop.abort(error));
  zip.addBuffer(Buffer.from(formatBackupLabel(VERSION, new Date())), LABEL_NAME, {
    compress: false,
  });
  zip.addFile(state, STATE_NAME);
  for (const file of files)
    zip.addFile(path.join(contentDir, file), CONTENT_PREFIX + file, {
      compress: !COMPRESSED.test(file),
    });
  zip.end();
  try {
    // `flush` so that a power cut after the rename can't leave an incomplete file.
    await pipeline(zip.outputStream, createWriteStream(part, { flush: true }), {
      signal: stop.signal,
    });
  } catch (error) {
    const reason = describeReason(stop.signal.reason ?? error);
    throw new BackupError(
      `The backup can't be written: ${reason}. If a file changed meanwhile, run the command again.`,
    );
  }
}

/** Compressing these again takes time and saves nothing. */
const COMPRESSED = /\.(?:avif|gif|jpe?g|mp4|png|webm|webp|woff2|xlsx|zip)$/i;

export function describeReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
