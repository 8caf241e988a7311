import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';
import {
  type FaultOutcome,
  type FaultScenario,
  type FaultySite,
  fetchStatus,
  sendView,
  WATCHED_ARTICLE,
  waitFor,
} from './faulty-site.ts';

/** An account that owns nothing. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;
const WANTED_WHILE_UNWRITABLE = 'it starts, serves, says so once, and counts once it can';

/** A server starts where nothing can be written. */
export const DISK_FAULTS: readonly FaultScenario[] = [
  {
    name: 'no file can grow at the start',
    wanted: WANTED_WHILE_UNWRITABLE,
    run: async (site) => {
      const launcher = ['sh', '-c', `trap '' XFSZ; ulimit -S -f 0; exec "$@"`, 'sh'];
      const { origin, pid } = await site.start({ launcher });
      return measureStart(site, origin, () =>
        execFileSync('prlimit', [`--pid=${pid}`, '--fsize=unlimited:unlimited']),
      );
    },
  },
  {
    name: 'the account may not write at the start',
    wanted: WANTED_WHILE_UNWRITABLE,
    run: async (site) => {
      setModes(site.dataDir, { file: 0o444, folder: 0o555 });
      const launcher = IS_ROOT ? ['setpriv', `--reuid=${NOBODY}`, '--clear-groups', '--'] : [];
      const { origin } = await site.start({ launcher });
      return measureStart(site, origin, () =>
        setModes(site.dataDir, { file: 0o644, folder: 0o755, owner: NOBODY }),
      );
    },
  },
  {
    name: 'the disk is full at the start',
    wanted: WANTED_WHILE_UNWRITABLE,
    run: (site) => runOnMount(site, 'size=200m', fillBytes),
  },
  {
    name: 'no inodes are left at the start',
    wanted: WANTED_WHILE_UNWRITABLE,
    run: (site) => runOnMount(site, 'nr_inodes=3000', fillInodes),
  },
  {
    name: 'the folder is mounted for reading only at the start',
    wanted: WANTED_WHILE_UNWRITABLE,
    run: (site) =>
      runOnMount(site, '', (folder) => {
        execFileSync('mount', ['-o', 'remount,ro', folder]);
        return () => execFileSync('mount', ['-o', 'remount,rw', folder]);
      }),
  },
];

type EndFault = () => unknown;

async function measureStart(site: FaultySite, origin: string, release: EndFault): Promise<FaultOutcome> {
  const paths = [
    WATCHED_ARTICLE,
    pages.home(),
    pages.search('budget'),
    endpoints.posts.address({ page: 1 }),
    pages.siteMap(),
  ];
  const statuses = await Promise.all(paths.map((path) => fetchStatus(`${origin}${path}`)));
  const confirmed = await sendView(origin, 1);
  const notes = site.output().match(/wait in memory/g)?.length ?? 0;
  release();
  const counted = await waitFor(async () => (await fetchFirstPostViews(origin)) === 1);
  const after = counted === undefined ? 'never counted' : `counted ${counted.toFixed(1)} s after it could`;
  return {
    measured: `pages ${[...new Set(statuses)].join(', ')}; a view ${confirmed}, ${after}; ${notes} line in the log`,
    isHeld: statuses.every((status) => status === 200) && notes === 1 && counted !== undefined,
  };
}

async function fetchFirstPostViews(origin: string): Promise<number | undefined> {
  const posts: readonly { readonly id: number; readonly popular?: number }[] = await (
    await fetch(`${origin}${endpoints.popularPosts.address({ limit: 1 })}`)
  ).json();
  return posts.find(({ id }) => id === 1)?.popular;
}

/** Runs with the data folder on a file system of its own, which only root can mount. */
async function runOnMount(
  site: FaultySite,
  options: string,
  spoil: (folder: string) => EndFault,
): Promise<FaultOutcome> {
  if (!IS_ROOT) return { measured: 'not tried: only root can mount a file system', isHeld: true };
  const folder = mkdtempSync(join(tmpdir(), 'bench-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', ...(options === '' ? [] : ['-o', options]), 'tmpfs', folder]);
  } catch {
    rmSync(folder, { recursive: true });
    return { measured: 'not tried: this machine mounts no file system', isHeld: true };
  }
  const dataDir = join(folder, 'data');
  cpSync(site.dataDir, dataDir, { recursive: true });
  const release = spoil(folder);
  const { origin, kill, ended } = await site.start({ environment: { DATA_DIR: dataDir } });
  try {
    return await measureStart(site, origin, release);
  } finally {
    kill('SIGKILL');
    await ended();
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
}

function fillBytes(folder: string): EndFault {
  const path = join(folder, 'full');
  for (let bytes = 1 << 24; bytes >= 1; bytes >>= 1) {
    while (tryTo(() => writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })));
  }
  return () => rmSync(path);
}

function fillInodes(folder: string): EndFault {
  const files = join(folder, 'files');
  mkdirSync(files);
  for (let number = 0; tryTo(() => writeFileSync(join(files, String(number)), '')); ) number += 1;
  return () => rmSync(files, { recursive: true });
}

function tryTo(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

type FileModes = { readonly file: number; readonly folder: number; readonly owner?: number };

function setModes(dataDir: string, { file, folder, owner }: FileModes): void {
  const entries = readdirSync(dataDir, { withFileTypes: true, recursive: true });
  const all = [
    ...entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() })),
    { path: dataDir, isFolder: true },
  ];
  for (const { path, isFolder } of all) {
    if (!existsSync(path)) continue;
    chmodSync(path, isFolder ? folder : file);
    if (owner !== undefined && IS_ROOT) chownSync(path, owner, owner);
  }
}
