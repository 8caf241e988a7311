import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './fixture-content.ts';

const run = promisify(execFile);

export const DEBIAN = 'docker.io/library/debian:trixie-slim';
export const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const NODE = 'docker.io/library/node:24-trixie-slim';

/** Runs buildah; returns its output, without the last line break. */
export async function buildah(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('buildah', args, { maxBuffer: 50_000_000 });
  return `${stdout}${args[0] === 'build' ? stderr : ''}`.trimEnd();
}

/** Returns why the host can't build an image, or undefined. */
export async function findObstacle(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'the account is not root';
  for (const program of ['buildah', 'mmdebstrap', 'unshare'])
    if (!(await succeeds(program, '--version'))) return `${program} is not installed`;
  if (!existsSync(CERTIFICATES)) return 'the package ca-certificates is not installed';
  return (await succeeds('unshare', '--mount', 'true'))
    ? undefined
    : 'no file systems may be mounted';
}

/**
 * Makes the two base images from Debian's packages and npm's, unless they are there, so that no
 * registry of images is needed.
 */
export async function provideBaseImages(): Promise<void> {
  if (await succeeds('buildah', 'inspect', '--type', 'image', NODE)) return;
  const folder = await mkdtemp(join(tmpdir(), 'workbench-base-'));
  try {
    const archive = join(folder, 'debian.tar');
    const slim = ['doc', 'man', 'locale', 'info'].map(
      (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
    );
    await run('mmdebstrap', ['--variant=minbase', ...slim, 'trixie', archive], {
      maxBuffer: 50_000_000,
    });
    await commit({ from: 'scratch', files: archive, to: '/', image: DEBIAN });
    await run('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      `--prefix=${folder}/usr/local/lib`,
      'npm@11',
    ]);
    const programs = join(folder, 'usr/local');
    await run('mkdir', ['-p', join(programs, 'bin')]);
    await run('cp', [join(ROOT, 'node_modules/node/bin/node'), join(programs, 'bin/node')]);
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(programs, 'bin/npm'));
    // The host's certificates, in case its network has its own certificate authority.
    await run('mkdir', ['-p', join(programs, 'share')]);
    await run('cp', [CERTIFICATES, join(programs, 'share/certificates.crt')]);
    const settings = ['--env=NODE_EXTRA_CA_CERTS=/usr/local/share/certificates.crt'];
    await commit({ from: DEBIAN, files: programs, to: '/usr/local', image: NODE, settings });
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Commit = {
  readonly from: string;
  readonly files: string;
  readonly to: string;
  readonly image: string;
  readonly settings?: readonly string[];
};

async function commit({ from, files, to, image, settings = [] }: Commit): Promise<void> {
  const container = await buildah('from', from);
  await buildah('add', container, files, to);
  await buildah('config', ...settings, container);
  await buildah('commit', '--rm', container, image);
}

/** Builds the image; returns what the builder said. */
export function buildImage(context: string, image: string): Promise<string> {
  // A private registry of packages, if the account has one.
  const secret = `id=npmrc,src=${join(homedir(), '.npmrc')}`;
  const options = [
    '--format=docker',
    '--isolation=chroot',
    '--layers',
    `--secret=${secret}`,
    `--tag=${image}`,
  ];
  return buildah('build', ...options, context);
}

async function succeeds(program: string, ...args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}
