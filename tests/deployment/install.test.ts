import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { arch, platform } from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createChildEnvironment } from '../../packages/marketing-workbench/src/config.ts';
import { copyRepository } from '../support/copy-repository.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import type { Environment } from '../support/server-process.ts';
import { startSite } from '../support/started-site.ts';

const MINUTES = 60_000;
const MOST_LINES = 25;
const run = promisify(execFile);

test(
  'with Node 20 and npm 10: npm ci, a build, the development packages pruned, a start',
  async () => {
    const folder = await createClone();
    const tools = await installTools({ node: '20', npm: '10' });
    await npm(['ci'], { folder, tools });
    await npm(['run', 'build'], { folder, tools });
    await npm(['prune', '--omit=dev'], { folder, tools });
    const { origin, output } = start({ folder, tools, environment: { NODE_ENV: 'production' } });
    expect((await fetch(`${await origin}/seo`)).status).toBe(200);
    expect(output()).not.toContain('Installing');
  },
  10 * MINUTES,
);

test(
  'with Node 22 and npm 11: without development packages, a start says in one line how to build',
  async () => {
    const folder = await createClone();
    const tools = await installTools({ node: '22', npm: '11' });
    await npm(['ci', '--omit=dev'], { folder, tools });
    const { origin, output } = start({ folder, tools });
    await expect(origin).rejects.toThrow('The site ended with status 1:');
    const [advice] =
      output().match(/npm ci --include=dev && npm run build && npm prune --omit=dev/) ?? [];
    expect(advice).toBeDefined();
    expect(output()).not.toMatch(/^ +at /m);
    await expect(npm(['run', 'build'], { folder, tools })).rejects.toThrow(advice);
  },
  10 * MINUTES,
);

test(
  'with Node 24 and npm 11: npm start in a fresh clone, in production',
  async () => {
    const folder = await createClone();
    const tools = await installTools({ node: '24', npm: '11' });
    const { origin, output } = start({ folder, tools, environment: { NODE_ENV: 'production' } });
    expect((await fetch(`${await origin}/seo`)).status).toBe(200);
    const lines = output().trimEnd().split('\n');
    expect(lines.length).toBeLessThan(MOST_LINES);
    expect(lines.at(-1)).toMatch(/is at http:/);
    for (const step of [
      /^Installed in [\d.]+ s\.$/m,
      /^Built in [\d.]+ s\.$/m,
      /^Publishing took [\d.]+ s\.$/m,
    ])
      expect(output()).toMatch(step);
  },
  10 * MINUTES,
);

type Place = { readonly folder: string; readonly tools: string };

/** The files under version control, as a clone has them. */
async function createClone(): Promise<string> {
  const folder = await createFolder('workbench-install-');
  // The site's own content is not read here.
  await copyRepository(folder, { without: 'content' });
  return folder;
}

/** The folder with the programs `node` and `npm` of these versions. */
async function installTools(versions: {
  readonly node: string;
  readonly npm: string;
}): Promise<string> {
  const folder = await createFolder('workbench-tools-');
  const packages = [`node-${platform}-${arch}@${versions.node}`, `npm@${versions.npm}`];
  await run('npm', ['install', '--no-audit', '--no-fund', `--prefix=${folder}`, ...packages]);
  const tools = join(folder, 'node_modules', '.bin');
  const { stdout } = await run(join(tools, 'node'), ['--version']);
  expect(stdout).toMatch(`v${versions.node}.`);
  const { version } = JSON.parse(
    await readFile(join(folder, 'node_modules/npm/package.json'), 'utf8'),
  );
  expect(version).toMatch(`${versions.npm}.`);
  return tools;
}

async function createFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

function npm(args: readonly string[], { folder, tools }: Place) {
  return run(join(tools, 'npm'), args, {
    cwd: folder,
    env: createChildEnvironment({ PATH: createPath(tools) }),
  });
}

function start({ folder, tools, environment }: Place & { readonly environment?: Environment }) {
  const own = {
    PATH: createPath(tools),
    CONTENT_DIR: FIXTURE_CONTENT,
    DATA_DIR: join(folder, 'data'),
  };
  return startSite({
    cwd: folder,
    command: [join(tools, 'npm'), 'start'],
    environment: { ...own, ...environment },
  });
}

/** Without the programs of this repository, which come first when npm runs the tests. */
function createPath(tools: string): string {
  const others = createChildEnvironment({}).PATH?.split(delimiter) ?? [];
  return [tools, ...others.filter((folder) => !folder.includes('node_modules'))].join(delimiter);
}
