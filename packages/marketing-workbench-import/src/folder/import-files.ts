import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { refuseBadPaths } from 'marketing-workbench/content/site-files/copy-site-files';
import type { SiteFiles } from 'marketing-workbench/content/site-files/site-files';
import { sortFiles } from 'marketing-workbench/content/sort-files';
import { compareCodeUnits } from 'marketing-workbench/site/compare-code-units';
import { openKeptFiles, type WriteResult } from './kept-files.ts';

export type FilesReport = {
  readonly files: number;
  readonly bytes: number;
  readonly written: Readonly<Record<WriteResult, readonly string[]>>;
  /** Messages about files that a person has to look at. */
  readonly problems: readonly string[];
};

type ImportFilesOptions = { readonly folder: string; readonly isDryRun: boolean };

/**
 * All files of a site belong to one text, so that a file which the source no longer has is removed,
 * unless it was edited.
 */
const SITE = 'site';

/**
 * Copies a site of this program byte for byte; files that the owner has edited since the last
 * import stay.
 */
export async function importFiles(
  { files, leftOut }: SiteFiles,
  { folder, isDryRun }: ImportFilesOptions,
): Promise<FilesReport> {
  refuseBadPaths(files.map((file) => file.path));
  const kept = openKeptFiles(folder, isDryRun);
  const written: Record<WriteResult, string[]> = {
    new: [],
    changed: [],
    same: [],
    edited: [],
    removed: [],
  };
  const problems = [...leftOut.map(({ path: file, reason }) => `${file}: left out (${reason})`)];
  let bytesRead = 0;
  for (const file of files) {
    const bytes = await file.read();
    bytesRead += bytes.length;
    if (/\.(?:md|yaml)$/.test(file.path) && !isUtf8(bytes))
      problems.push(`${file.path}: not UTF-8; it is copied as it is`);
    written[kept.write(file.path, bytes, SITE)].push(file.path);
  }
  const unknown = sortFiles(files.map((file) => `content/${file.path}`)).problems;
  problems.push(
    ...unknown.map(
      ({ file, message }) => `${path.posix.relative('content', file)}: copied, but ${message}`,
    ),
    ...written.edited.map((file) => `${file}: was edited in ${folder} and stays`),
    ...written.removed.map(
      (file) => `${file}: was removed from ${folder} and is not written again`,
    ),
    ...kept
      .finish(new Set([SITE]))
      .edited.map((file) => `${file}: was edited and stays, but the source no longer has it`),
  );
  return {
    files: files.length,
    bytes: bytesRead,
    written,
    problems: problems.toSorted(compareCodeUnits),
  };
}
