import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { z } from 'zod';

export type PackedPackage = {
  readonly name: string;
  readonly version: string;
  /** The archive that `npm pack` wrote. */
  readonly archive: string;
  /** What `package.json` in the archive says. */
  readonly manifest: object;
};

const run = promisify(execFile);
const DESCRIPTION = z.array(
  z.object({ filename: z.string(), name: z.string(), version: z.string() }),
);

/** Packs a package into a folder, as `npm publish` would send it. */
export async function packPackage(folder: string, target: string): Promise<PackedPackage> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    maxBuffer: 10_000_000,
  });
  const [packed] = DESCRIPTION.parse(JSON.parse(stdout));
  if (packed === undefined) throw new Error(stdout);
  const manifest: object = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  return { ...packed, archive: `${target}/${packed.filename}`, manifest };
}

/**
 * Serves a registry on this machine that has these packages, of which the last version of each is
 * the latest, and leads to npm's configured registry for all others. Returns its address, and lets a
 * package be added.
 */
export async function startNpmRegistry(packages: readonly PackedPackage[]) {
  const known = [...packages];
  const upstream = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  const server = createServer(async ({ url = '/', headers }, response) => {
    const origin = `http://${headers.host}`;
    const name = decodeURIComponent(url.slice(1));
    const versions = known.filter((one) => one.name === name);
    const archive = known.find((one) => url === archivePath(one));
    if (archive !== undefined) response.end(await readFile(archive.archive));
    else if (versions.length > 0) response.end(JSON.stringify(await describe(versions, origin)));
    // npm follows with its own settings of proxy and certificates.
    else response.writeHead(302, { Location: new URL(url.slice(1), upstream).href }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}/`,
    add: (one: PackedPackage) => void known.push(one),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const archivePath = ({ name, version }: PackedPackage) => `/${name}/-/${name}-${version}.tgz`;

async function describe(versions: readonly PackedPackage[], origin: string) {
  const described = await Promise.all(
    versions.map(async (one) => {
      const integrity = `sha512-${hash('sha512', await readFile(one.archive), 'base64')}`;
      const dist = { tarball: origin + archivePath(one), integrity };
      return [one.version, { ...one.manifest, dist }] as const;
    }),
  );
  const latest = versions.at(-1);
  return {
    name: latest?.name,
    'dist-tags': { latest: latest?.version },
    versions: Object.fromEntries(described),
  };
}
