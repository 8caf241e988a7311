import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/**
 * An older lock is stale even if its process id exists: another process may have been given that
 * id. A lock with a time in the future is stale, too.
 */
const LOCK_MAX_MS = 5 * 60_000;

/**
 * Draws a picture only once in the processes that share its folder. Resolves once the file exists,
 * whoever drew it. The lock is a file `{path}.lock` with the process id; the lock of a process that
 * has exited is ignored.
 */
export async function drawOnce(path: string, draw: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    if (await takeLock(lock)) {
      try {
        // Another process may have drawn it since the loop's check.
        if (!existsSync(path)) await draw();
        return;
      } finally {
        await rm(lock, { force: true });
      }
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

/**
 * Returns whether this process got the lock. Two processes may take over a stale lock at the same
 * time; then the picture is drawn twice, which does no harm.
 */
async function takeLock(lock: string): Promise<boolean> {
  await mkdir(dirname(lock), { recursive: true });
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
    // A lock file that was just created may still be empty.
    return Math.abs(Date.now() - mtimeMs) > LOCK_MAX_MS || (pid > 0 && !isRunning(pid));
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
