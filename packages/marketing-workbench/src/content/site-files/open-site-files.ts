import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isContentFolder, listContentFiles, type SiteFiles } from './site-files.ts';
import { isSiteJson, openSiteJson } from './site-json.ts';

const BEGINNING = 200;

/**
 * Opens the files of a content folder or of a JSON export of this program. Returns undefined for a
 * source of any other kind.
 */
export async function openOwnSiteFiles(place: string): Promise<SiteFiles | undefined> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory()) return isContentFolder(place) ? listContentFiles(place) : undefined;
  return found?.isFile() && isSiteJson(readBeginning(place)) ? openSiteJson(place) : undefined;
}

function readBeginning(place: string): string {
  const file = openSync(place, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
