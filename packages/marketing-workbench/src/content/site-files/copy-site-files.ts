import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OwnerError } from '../owner-error.ts';
import { findPathProblem, type SiteFiles } from './site-files.ts';

/**
 * Copies a site of this program byte for byte into a folder. Throws an OwnerError for a path that
 * leads out of the folder or occurs twice, before anything is written.
 */
export async function copySiteFiles({ files }: SiteFiles, folder: string): Promise<void> {
  refuseBadPaths(files.map((file) => file.path));
  for (const file of files) {
    const place = path.join(folder, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, await file.read());
  }
}

/** Throws an OwnerError unless each path occurs once and lies below the folder. */
export function refuseBadPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const file of paths) {
    const problem = findPathProblem(file) ?? (seen.has(file) ? 'occurs twice' : undefined);
    if (problem !== undefined)
      throw new OwnerError(`${JSON.stringify(file)} ${problem}; nothing was copied.`);
    seen.add(file);
  }
}
