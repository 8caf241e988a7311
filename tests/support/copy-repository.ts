import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './fixture-content.ts';

/**
 * Copies the files under version control, as they are now; without those of the folder `without`.
 */
export async function copyRepository(
  target: string,
  { without }: { without?: string } = {},
): Promise<void> {
  const list = promisify(execFile)('git', ['ls-files', '-z'], { cwd: ROOT, maxBuffer: 10_000_000 });
  const names = (await list).stdout
    .split('\0')
    .filter((name) => name !== '' && !(without !== undefined && name.startsWith(`${without}/`)));
  for (const path of new Set(names.map((name) => dirname(join(target, name)))))
    await mkdir(path, { recursive: true });
  await Promise.all(
    names.map((name) => cp(join(ROOT, name), join(target, name), { preserveTimestamps: true })),
  );
}
