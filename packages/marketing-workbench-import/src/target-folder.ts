import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeFileError, ImportError } from './import-error.ts';

/** The import's own files in a content folder. Content ignores hidden folders. */
export const STATE_FOLDER = '.import';

/**
 * Refuses a folder whose files the import could damage: the source itself, or an owner's files that
 * no import wrote.
 */
export function prepareTarget(folder: string, sources: readonly string[], isDryRun: boolean): void {
  for (const source of sources.filter((place) =>
    statSync(place, { throwIfNoEntry: false })?.isDirectory(),
  )) {
    const [from, to] = [realpathSync(source), findRealPath(folder)];
    if (to === from || to.startsWith(from + path.sep))
      throw new ImportError(
        `${folder} is in the imported folder ${source}; name a folder elsewhere with --to.`,
      );
  }
  const state = path.join(folder, STATE_FOLDER);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new ImportError(`${folder} is a file; name a new folder with --to.`);
  if (
    found !== undefined &&
    !existsSync(state) &&
    readdirSync(folder).some((name) => !name.startsWith('.'))
  )
    throw new ImportError(`${folder} has files that no import wrote; name a new folder with --to.`);
  if (isDryRun) return;
  try {
    mkdirSync(state, { recursive: true });
  } catch (error) {
    throw new ImportError(`${folder} can't be written: ${describeFileError(error)}.`);
  }
}

/** Finds the real path of a folder that may not exist yet. */
function findRealPath(folder: string): string {
  const whole = path.resolve(folder);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = path.dirname(whole);
  return parent === whole ? whole : path.join(findRealPath(parent), path.basename(whole));
}
