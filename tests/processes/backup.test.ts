import { execFile } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { READER } from '../support/test-site.ts';

const POST = '/api/posts/ask-for-reviews';
const [BACKUP = [], RESTORE = []] = readRunbook();

test('the runbook’s commands back up a site while it counts views, and restore the backup after a crash', async () => {
  await using node = await startPublished();
  const backups = createDataDir();
  await viewOften(node, 3);
  await runAll(BACKUP, node, backups);
  await viewOften(node, 2);
  await node.kill();
  expect(readdirSync(node.dataDir)).toContain('state.sqlite-wal');
  await runAll(RESTORE, node, backups);
  expect(await readViews(node)).toBe(3);
  const kept = readdirSync(node.dataDir).filter((name) =>
    name.startsWith('state.sqlite.replaced-'),
  );
  expect(kept).toHaveLength(1);
  // The state that was kept can be restored too.
  await node.stop();
  await run(['restore', join(node.dataDir, kept[0] ?? '')], node.dataDir);
  await node.start();
  expect(await readViews(node)).toBe(5);
});

test('nothing is restored while the site serves', async () => {
  await using node = await startPublished();
  const file = join(createDataDir(), 'backup.sqlite');
  expect((await run(['backup', file], node.dataDir)).status).toBe(0);
  await viewOften(node, 1);
  const refused = await run(['restore', file], node.dataDir);
  expect(refused).toEqual({
    status: 1,
    output: expect.stringMatching(/^A server .* Stop it, then restore again\.\n$/),
  });
  expect(await readViews(node)).toBe(1);
});

test('restore refuses an incomplete or foreign file, and leaves the state as it is', async () => {
  const dataDir = await copyData();
  const [cut, foreign, state] = [
    join(dataDir, 'cut'),
    join(dataDir, 'foreign'),
    join(dataDir, 'state.sqlite'),
  ];
  await run(['backup', cut], dataDir);
  truncateSync(cut, 20_480);
  writeFileSync(foreign, 'These were views once. '.repeat(1_000));
  const before = readFileSync(state);
  for (const file of [cut, foreign, join(dataDir, 'missing')]) {
    const { status, output } = await run(['restore', file], dataDir);
    expect(status).toBe(1);
    expect(output).toMatch(/^\S+ (?:is not a complete state of this site: .*|is missing)\.\n$/);
  }
  expect(readFileSync(state)).toEqual(before);
});

test('backup overwrites a file only with --overwrite', async () => {
  const dataDir = await copyData();
  const file = join(dataDir, 'backup');
  writeFileSync(file, 'precious');
  expect(await run(['backup', file], dataDir)).toEqual({
    status: 1,
    output: `${file} exists. Choose another name, or add --overwrite.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('precious');
  expect((await run(['backup', file, '--overwrite'], dataDir)).status).toBe(0);
  expect((await run(['restore', file], dataDir)).status).toBe(0);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('both commands refuse when PostgreSQL holds the views', async () => {
  for (const args of [
    ['backup', 'x'],
    ['restore', 'x'],
  ]) {
    const { status, output } = await run(args, createDataDir(), {
      DATABASE_URL: 'postgres://localhost/workbench',
    });
    expect(status).toBe(1);
    expect(output).toMatch(/^DATABASE_URL is set, so PostgreSQL holds ids and views: .*\n$/);
  }
});

/** The commands of the runbook, by code block. */
function readRunbook(): readonly (readonly string[])[] {
  const runbook = readFileSync(join(ROOT, 'packages/marketing-workbench/docs/runbook.md'), 'utf8');
  const section = /^## Back up and restore\n(.*?)^## /ms.exec(runbook)?.[1] ?? '';
  return [...section.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) =>
    block.trim().split('\n'),
  );
}

/** Runs the runbook's commands; this node stands for the service. */
async function runAll(commands: readonly string[], node: SiteNode, backups: string): Promise<void> {
  for (const command of commands) {
    if (command === 'systemctl stop workbench') await node.stop();
    else if (command === 'systemctl start workbench') await node.start();
    else {
      const settings = `export DATA_DIR=${node.dataDir} CONTENT_DIR=${FIXTURE_CONTENT}`;
      const script = `${settings}; ${command.replace('/var/backups', backups)}`;
      await promisify(execFile)('sh', ['-c', script], { cwd: ROOT });
    }
  }
}

function run(args: readonly string[], dataDir: string, environment = {}) {
  return spawnCommand(args, { DATA_DIR: dataDir, ...environment }).ended;
}

function startPublished() {
  return createSiteNode({}, { isPublished: true });
}

async function copyData(): Promise<string> {
  const dataDir = await copyPublished(inject('publishedDir'), 'published');
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

/** Views of different readers. */
async function viewOften(node: SiteNode, count: number): Promise<void> {
  const before = await readViews(node);
  for (let reader = 0; reader < count; reader += 1) {
    const headers = { 'user-agent': `${READER} Other/${before + reader}.0` };
    expect((await fetch(`${node.origin()}/api/posts/55/view`, { headers })).status).toBe(204);
  }
}

async function readViews(node: SiteNode): Promise<number> {
  return JSON.parse((await node.get(POST)).text).popular ?? 0;
}
