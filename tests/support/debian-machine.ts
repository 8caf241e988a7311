import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import {
  buildah,
  buildImage,
  CERTIFICATES,
  DEBIAN,
  findObstacle,
  provideBaseImages,
} from './container-builder.ts';
import type { MachineNetwork } from './machine-network.ts';

const run = promisify(execFile);
const IMAGE = 'workbench-test-debian';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NPM_SETTINGS = join(homedir(), '.npmrc');
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Where the host may mount cgroup v2, which systemd needs. */
const CONTROL_GROUPS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
/** Path in the machine's file system. */
const MACHINE_CERTIFICATES = '/usr/local/share/certificates.crt';

/**
 * Starts systemd in `$ROOT` as process 1 of its own namespaces, also of the network, which has the
 * loopback interface only. Kernel settings are read-only.
 */
const BOOT = `
echo $$ > "$GROUP/cgroup.procs"
exec unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child sh -euc '
mount --make-rprivate / && mount --bind "$ROOT" "$ROOT" && cd "$ROOT"
mount -t proc proc proc
mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm && mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts && ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd && ln -s fd/0 dev/stdin && ln -s fd/1 dev/stdout && ln -s fd/2 dev/stderr
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mkdir -p root/.npm && mount --bind "$NPM_CACHE" root/.npm
mkdir -p srv/source && mount --bind "$SOURCE" srv/source
pivot_root . mnt && umount -l /mnt
exec env -i container=test PATH=${PATH} /sbin/init'`;

/** Returns why the host can't start a machine, or undefined. */
export async function findMachineObstacle(): Promise<string | undefined> {
  const obstacle = await findObstacle();
  if (obstacle !== undefined) return obstacle;
  for (const program of ['/usr/bin/curl', '/usr/sbin/ip'])
    if (!existsSync(program)) return `${program} is not there`;
  return findControlGroups() === undefined
    ? 'control groups of version 2 are not mounted'
    : undefined;
}

const findControlGroups = () =>
  CONTROL_GROUPS.find((folder) => existsSync(join(folder, 'cgroup.procs')));

type MachineOptions = {
  /** The network that the machine joins under this address; without one it has loopback only. */
  readonly network?: MachineNetwork;
  readonly address?: string;
  /** Commands that install packages. The image builder caches their result until they change. */
  readonly preparation: readonly string[];
  /** A folder of the host that is mounted at /srv/source. */
  readonly source: string;
};

export type DebianMachine = Awaited<ReturnType<typeof startDebianMachine>>;

/** Returns a Debian machine with a running systemd, for one test. */
export async function startDebianMachine({
  preparation,
  source,
  network,
  address = '',
}: MachineOptions) {
  await provideBaseImages();
  await buildMachineImage(preparation);
  const container = await buildah('from', IMAGE);
  onTestFinished(() => buildah('rm', container).then(() => undefined));
  const root = await buildah('mount', container);
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  if (existsSync(NPM_SETTINGS)) await copyFile(NPM_SETTINGS, join(root, 'root/.npmrc'));
  const pid = await boot({ root, source, group: join(findControlGroups() ?? '', container) });
  await network?.connect(pid, address);
  const enter = (...namespaces: readonly string[]) => ['nsenter', `--target=${pid}`, ...namespaces];
  const bash = `env -i PATH=${PATH} HOME=/root NODE_EXTRA_CA_CERTS=${MACHINE_CERTIFICATES} bash --norc -euxo pipefail -c`;
  const runIn = (script: string, ...namespaces: readonly string[]) =>
    runProgram([
      ...enter('--mount', '--pid', '--ipc', '--uts', '--cgroup', ...namespaces),
      ...bash.split(' '),
      script,
    ]);
  return {
    root,
    /**
     * Runs a script as root in the machine, but with the host's network, through which npm reaches
     * its registry.
     */
    run: (script: string) => runIn(script),
    /** Runs a script as root in the machine, with its own network. */
    runInside: (script: string) => runIn(script, '--net'),
    /** Runs a program of the host in the machine's network. */
    runInNetwork: (...command: readonly string[]) => runProgram([...enter('--net'), ...command]),
  };
}

type Place = { readonly root: string; readonly source: string; readonly group: string };

/** Returns the process id that the machine's process 1 has on the host. */
async function boot({ root, source, group }: Place): Promise<number> {
  const { stdout } = await run('npm', ['config', 'get', 'cache']);
  await mkdir(group);
  onTestFinished(() =>
    run('find', [group, '-depth', '-type', 'd', '-delete']).then(() => undefined),
  );
  const system = spawn('sh', ['-euc', BOOT], {
    env: { PATH, ROOT: root, GROUP: group, SOURCE: source, NPM_CACHE: stdout.trim() },
    stdio: 'ignore',
  });
  const ended = once(system, 'exit');
  const findInit = async () =>
    Number(await readFile(`/proc/${system.pid}/task/${system.pid}/children`, 'utf8'));
  onTestFinished(async () => {
    // Ends all processes of the machine.
    process.kill((await findInit()) || (system.pid ?? 0), 'SIGKILL');
    await ended;
  });
  return vi.waitFor(async () => {
    const pid = await findInit();
    await runProgram([
      'nsenter',
      `--target=${pid}`,
      '--mount',
      '--pid',
      'systemctl',
      'is-active',
      'multi-user.target',
    ]);
    return pid;
  }, PATIENCE);
}

async function buildMachineImage(preparation: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-debian-'));
  try {
    await copyFile(CERTIFICATES, join(folder, 'certificates.crt'));
    const lines = [
      `FROM ${DEBIAN}`,
      // A real machine has it already.
      'RUN apt-get update && apt-get install --yes --no-install-recommends systemd-sysv',
      // The host's certificates, in case its network has its own certificate authority.
      `COPY certificates.crt ${MACHINE_CERTIFICATES}`,
      `ENV NODE_EXTRA_CA_CERTS=${MACHINE_CERTIFICATES}`,
      ...preparation.map(
        (command) => `RUN --mount=type=secret,id=npmrc,target=/root/.npmrc ${command}`,
      ),
    ];
    await writeFile(join(folder, 'Dockerfile'), lines.join('\n'));
    await buildImage(folder, IMAGE);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the standard output; rejects with all output if the program fails. */
async function runProgram([program = '', ...args]: readonly string[]): Promise<string> {
  const ended = await run(program, args, { maxBuffer: 50_000_000 }).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`);
  });
  return ended.stdout;
}
