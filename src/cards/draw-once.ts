import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/** Of a lock whose process is gone and whose number another one has by now. */
const LOCK_MAX_MS = 5 * 60_000;

/**
 * Has a picture drawn by one of the processes that share its folder: resolves once it is there, whoever drew it. Who draws
 * holds a lock beside it, `{path}.lock`, with the process's number in it; that of a process which has ended doesn't count.
 */
export async function drawOnce(path: string, draw: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true });
  while (!existsSync(path)) {
    if (!(await takeLock(lock))) {
      await setTimeout(LOOK_EVERY_MS, undefined, { ref: false });
      continue;
    }
    try {
      // It may have come between the two looks.
      if (!existsSync(path)) await draw();
      return;
    } finally {
      await rm(lock, { force: true });
    }
  }
}

/** Two that find the same lock abandoned may both take it: the picture is drawn twice then, and either one is right. */
async function takeLock(lock: string): Promise<boolean> {
  if (await isAbandoned(lock)) await rm(lock, { force: true });
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(lock);
    const pid = Number(await readFile(lock, 'utf8'));
    // One that was just made may be empty still.
    return Date.now() - mtimeMs > LOCK_MAX_MS || (pid > 0 && !isRunning(pid));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
