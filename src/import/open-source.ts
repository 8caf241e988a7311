import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ImportError } from './import-error.ts';
import type { Source } from './source.ts';
import { openUploads } from './uploads.ts';
import { openWordPress } from './wordpress/wordpress-source.ts';

/**
 * Opens an export, or a folder with exports, of any program that can be imported.
 *
 * @param uploads - A copy of the folder with the old site's files.
 */
export async function openSource(place: string, uploads: string | undefined): Promise<Source> {
  if (!existsSync(place)) throw new ImportError(`${place} does not exist; name the export or its folder.`);
  return openWordPress(listExports(place), uploads === undefined ? () => undefined : openUploads(uploads));
}

function listExports(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [place];
  const files = readdirSync(place).filter((name) => /\.xml(?:\.gz)?$/.test(name));
  return files.toSorted().map((name) => path.join(place, name));
}
