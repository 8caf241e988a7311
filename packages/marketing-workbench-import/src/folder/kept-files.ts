import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';

/** The state is in a hidden folder, which is not part of the content. */
const STATE_FILE = '.import/state.json';
const stateSchema = z.record(
  z.string(),
  z.object({ hash: z.string(), text: z.string().optional() }),
);

type ImportState = z.infer<typeof stateSchema>;

/**
 * `edited`: the owner has edited the file, so it was not written. `removed`: the owner has removed
 * the text.
 */
export type WriteResult = 'new' | 'changed' | 'same' | 'edited' | 'removed';

type FileContent = Uint8Array | string;

/**
 * Writes the files of an import into a folder, and saves their hashes there. A file that the owner
 * has edited since the last import stays; if the source has changed too, the new version is written
 * to `.import/`.
 */
export function openKeptFiles(folder: string, isDryRun: boolean) {
  const before = readImportState(path.join(folder, STATE_FILE));
  const written: ImportState = {};
  const newer = new Set<string>();
  const { save, isSaved, findHash, remove } = openTargetFolder(folder, isDryRun);
  const files = Object.entries(before).filter(([file]) => file.endsWith('.md'));
  const byText = Map.groupBy(files, ([, { text }]) => text);
  const isRemoved = (text: string) =>
    byText.get(text)?.every(([file]) => findHash(file) === undefined) ?? false;
  const keepEdited = (file: string, bytes: FileContent, hash: string): WriteResult => {
    if (before[file]?.hash === hash) return 'edited';
    save(path.join('.import', file), bytes);
    newer.add(file);
    return 'edited';
  };
  return {
    /** Returns true if the owner has removed a text, named by its id, since an import wrote it. */
    isRemoved,
    /**
     * Writes a file, also again; the result compares it with what was there before this import.
     *
     * @param text - The source's id of the text that the file belongs to.
     */
    write: (file: string, bytes: FileContent, text?: string): WriteResult => {
      const [hash, found, last] = [hashFileContent(bytes), findHash(file), before[file]?.hash];
      const isUnedited = found === undefined || found === last || found === hash;
      const known = isUnedited || last === undefined ? hash : last;
      written[file] = { hash: known, ...(text !== undefined && { text }) };
      if (found === hash && !isSaved(file)) return 'same';
      if (text !== undefined && isRemoved(text)) return 'removed';
      if (!isUnedited) return keepEdited(file, bytes, hash);
      save(file, bytes);
      return compareWithStart(found, hash);
    },
    /** Writes a file that both the owner and the import write. */
    replace: (file: string, bytes: FileContent): void => {
      if (findHash(file) !== hashFileContent(bytes)) save(file, bytes);
    },
    /**
     * Removes files that an import wrote for a text which has other files now; it can be called
     * again after more files were written. Returns the files that stay although nothing writes them any more, and those whose newer version is in
     * `.import/`.
     *
     * @param texts - The ids of all texts of the source.
     */
    finish: (texts: ReadonlySet<string>): UntouchedFiles => {
      const { edited, removed, gone } = sortStaleFiles({ before, written, texts, findHash });
      for (const file of removed) remove(file);
      const state = Object.entries({ ...before, ...written }).filter(
        ([file]) => !removed.includes(file),
      );
      save(STATE_FILE, `${JSON.stringify(Object.fromEntries(state), null, 1)}\n`);
      return { edited, gone, newer: [...newer] };
    },
  };
}

function compareWithStart(found: string | undefined, hash: string): WriteResult {
  if (found === undefined) return 'new';
  return found === hash ? 'same' : 'changed';
}

function openTargetFolder(folder: string, isDryRun: boolean) {
  const hashesAtStart = new Map<string, string | undefined>();
  const hashPresent = (file: string): string | undefined => {
    const place = path.join(folder, file);
    return existsSync(place) ? hashFileContent(readFileSync(place)) : undefined;
  };
  return {
    save: (file: string, bytes: FileContent): void => {
      if (isDryRun) return;
      if (!hashesAtStart.has(file)) hashesAtStart.set(file, hashPresent(file));
      const place = path.join(folder, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, bytes);
    },
    isSaved: (file: string): boolean => hashesAtStart.has(file),
    /** Returns the hash of what the file was before it was saved. */
    findHash: (file: string): string | undefined =>
      hashesAtStart.has(file) ? hashesAtStart.get(file) : hashPresent(file),
    remove: (file: string): void => {
      if (!isDryRun) rmSync(path.join(folder, file), { force: true });
    },
  };
}

export type KeptFiles = ReturnType<typeof openKeptFiles>;

/** Files that an import leaves as they are. */
export type UntouchedFiles = {
  /** Edited files whose text has other files now. */
  readonly edited: readonly string[];
  /** Files of texts that the source no longer has. */
  readonly gone: readonly string[];
  /** Edited files whose new version is in `.import/`. */
  readonly newer: readonly string[];
};

type StateComparison = {
  readonly before: ImportState;
  readonly written: ImportState;
  readonly texts: ReadonlySet<string>;
  readonly findHash: (file: string) => string | undefined;
};

/**
 * Sorts the files of the last import that this one does not write into those to keep and those to
 * remove.
 */
function sortStaleFiles({ before, written, texts, findHash }: StateComparison) {
  const left = Object.entries(before).flatMap(([file, { hash, text }]) => {
    const found = findHash(file);
    if (written[file] !== undefined || text === undefined || found === undefined) return [];
    return [{ file, isEdited: found !== hash, isMoved: texts.has(text) }];
  });
  const list = (isWanted: (one: (typeof left)[number]) => boolean) =>
    left.filter(isWanted).map(({ file }) => file);
  return {
    edited: list(({ isMoved, isEdited }) => isMoved && isEdited),
    removed: list(({ isMoved, isEdited }) => isMoved && !isEdited),
    gone: list(({ file, isMoved }) => !isMoved && file.endsWith('.md')),
  };
}

function readImportState(place: string): ImportState {
  if (!existsSync(place)) return {};
  const { data } = stateSchema.safeParse(parseStateJson(readFileSync(place, 'utf8')));
  if (data !== undefined) return data;
  throw new ImportError(
    `${place} is damaged, so the import can't tell which files you have edited; remove it, and the next import keeps every file that differs.`,
  );
}

function parseStateJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hashFileContent(bytes: FileContent): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
