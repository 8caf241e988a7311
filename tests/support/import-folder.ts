import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommand } from './run-command.ts';
import { createDataDir } from './temporary-store.ts';

/**
 * Returns a temporary folder, `base`, for what is imported and for the new site, which is in
 * `folder`.
 */
export function createImportFolder() {
  const base = mkdtempSync(path.join(tmpdir(), 'import-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const at = (name: string) => path.join(base, name);
  const add = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return at(name);
  };
  const folder = at('site');
  return {
    base,
    folder,
    at,
    /** Writes a file below `base`, and returns its path. */
    add,
    run: (source: string, ...flags: readonly string[]) =>
      runCommand(['import', source, '--to', folder, ...flags], {}),
    /** Reads a file of the new site. */
    read: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
    /** Writes a file of the new site, as its owner would. */
    write: (file: string, text: string) => writeFileSync(path.join(folder, file), text),
    check: () => runCommand(['check'], { CONTENT_DIR: folder, DATA_DIR: createDataDir() }),
    /** The files of the new site. */
    list: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .toSorted(),
  };
}
