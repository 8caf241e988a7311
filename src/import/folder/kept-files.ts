import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** In a hidden folder, which is not part of the content. */
const STATE_FILE = '.import/state.json';
const stateSchema = z.record(z.string(), z.object({ hash: z.string(), text: z.string().optional() }));

type State = z.infer<typeof stateSchema>;

/** `edited`: the owner has edited the file, so it was not written. */
export type Written = 'new' | 'changed' | 'same' | 'edited';

/**
 * Writes the files of an import into a folder, and remembers their hashes there. A file that the owner has edited since the
 * last import stays; what the source says now is written to `.import/`, if it has changed too.
 */
export function openKeptFiles(folder: string, isDryRun: boolean) {
  const before = readState(path.join(folder, STATE_FILE));
  const written: State = {};
  const save = (file: string, bytes: Uint8Array | string) => {
    const place = path.join(folder, file);
    if (isDryRun) return;
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  };
  const findHash = (file: string) => {
    const place = path.join(folder, file);
    return existsSync(place) ? hashBytes(readFileSync(place)) : undefined;
  };
  return {
    /** @param text - The source's id of the text that the file belongs to. */
    write: (file: string, bytes: Uint8Array | string, text?: string): Written => {
      const [hash, found, last] = [hashBytes(bytes), findHash(file), before[file]?.hash];
      const isUnedited = found === undefined || found === last || found === hash;
      written[file] = {
        hash: isUnedited || last === undefined ? hash : last,
        ...(text !== undefined && { text }),
      };
      if (found === hash) return 'same';
      if (!isUnedited) {
        if (last !== hash) save(path.join('.import', file), bytes);
        return 'edited';
      }
      save(file, bytes);
      return found === undefined ? 'new' : 'changed';
    },
    /** Removes files that an import wrote for a text which has other files now. Returns those that stay because they were edited. */
    finish: (): readonly string[] => {
      const texts = new Set(Object.values(written).map(({ text }) => text));
      const left = Object.entries(before).filter(
        ([file, { text }]) => written[file] === undefined && text !== undefined && texts.has(text),
      );
      const isEdited = ([file, { hash }]: (typeof left)[number]) =>
        ![hash, undefined].includes(findHash(file));
      const edited = left.filter(isEdited).map(([file]) => file);
      const removed = left.map(([file]) => file).filter((file) => !edited.includes(file));
      if (!isDryRun) for (const file of removed) rmSync(path.join(folder, file), { force: true });
      const state = Object.entries({ ...before, ...written }).filter(([file]) => !removed.includes(file));
      save(STATE_FILE, `${JSON.stringify(Object.fromEntries(state), null, 1)}\n`);
      return edited;
    },
  };
}

function readState(place: string): State {
  return existsSync(place) ? stateSchema.parse(JSON.parse(readFileSync(place, 'utf8'))) : {};
}

export type KeptFiles = ReturnType<typeof openKeptFiles>;

function hashBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
