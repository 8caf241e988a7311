import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ContentOverrides, writeContentFolder } from './content-folder.ts';
import { runCommand } from './run-command.ts';
import { createDataDir } from './temporary-store.ts';

/**
 * Runs a command on the base content folder changed by `overrides`; `files` are those it changed,
 * null if it removed one.
 */
export async function changeFolder(overrides: ContentOverrides, ...args: readonly string[]) {
  const contentDir = await writeContentFolder(overrides);
  return { contentDir, ...(await runIn(contentDir, ...args)) };
}

export async function runIn(contentDir: string, ...args: readonly string[]) {
  const before = readFiles(contentDir);
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir() };
  const { status, output } = await runCommand(args, environment);
  const after = readFiles(contentDir);
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => before[name] !== after[name],
  );
  return {
    status,
    output,
    files: Object.fromEntries(changed.map((name) => [name, after[name] ?? null])),
  };
}

function readFiles(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '',
  );
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}
