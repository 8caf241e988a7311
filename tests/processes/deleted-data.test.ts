import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const CALL = '/api/posts/keyword-match-types';
const PICTURE = /\/media\/\w+-keyword-match-types-funnel\.svg/;
const PATIENCE = { timeout: 100_000, interval: 50 };

test.for([
  ['the whole folder', deleteFolder, '1'],
  ['all that is in the folder', emptyFolder, '2'],
  ['the state', (dataDir: string) => rmSync(join(dataDir, 'state.sqlite')), '1'],
  ['the index', (dataDir: string) => rmSync(join(dataDir, 'index.sqlite')), '2'],
  ['the pictures', (dataDir: string) => rmSync(join(dataDir, 'media'), { recursive: true }), '1'],
] as const)(
  'after %s of its data was deleted a server serves, counts, writes the data again, and starts on it',
  async ([, remove, WORKERS]) => {
    await using node = await createSiteNode({ WORKERS }, { isPublished: true });
    const { revision, nodeId } = await node.health();
    const [picture = ''] = PICTURE.exec((await node.get(ARTICLE)).text) ?? [];
    expect(await view(node, 1)).toBe(204);
    await vi.waitFor(async () => expect(await countViews(node)).toBe(1), PATIENCE);
    remove(node.dataDir);
    expect((await node.get(ARTICLE)).status).toBe(200);
    await vi.waitFor(
      () => expect(existsSync(join(node.dataDir, 'index.sqlite'))).toBe(true),
      PATIENCE,
    );
    await vi.waitFor(
      () => expect(existsSync(join(node.dataDir, 'state.sqlite'))).toBe(true),
      PATIENCE,
    );
    expect(await view(node, 2)).toBe(204);
    await vi.waitFor(async () => expect(await countViews(node)).toBe(2), PATIENCE);
    await vi.waitFor(async () => expect((await node.get(picture)).status).toBe(200), PATIENCE);
    expect(await node.health()).toMatchObject({ revision, nodeId });
    const published = await spawnCommand(['publish'], { DATA_DIR: node.dataDir }).ended;
    expect(published.output).toContain(': 0 added, 0 changed, 0 removed');
    await node.stop();
    await node.start();
    await node.ready();
    expect(await countViews(node)).toBe(2);
    expect((await node.get(picture)).status).toBe(200);
    expect(await node.health()).toMatchObject({ revision, nodeId });
  },
);

/**
 * Moves it away first, like what is in it below: the server soon writes into folders that are still
 * there.
 */
function deleteFolder(dataDir: string): void {
  const trash = `${dataDir}-trash`;
  renameSync(dataDir, trash);
  rmSync(trash, { recursive: true });
}

function emptyFolder(dataDir: string): void {
  const trash = mkdtempSync(`${dataDir}-trash-`);
  for (const name of readdirSync(dataDir)) renameSync(join(dataDir, name), join(trash, name));
  rmSync(trash, { recursive: true });
}

/** By a browser of its own. */
async function view(node: SiteNode, number: number): Promise<number> {
  const { id } = JSON.parse((await node.get(CALL)).text);
  const headers = { 'user-agent': `${READER} Other/${number}` };
  return (await fetch(`${node.origin()}/api/posts/${id}/view`, { headers })).status;
}

async function countViews(node: SiteNode): Promise<unknown> {
  return JSON.parse((await node.get(CALL)).text).popular;
}
