import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const PATIENCE = { timeout: 60_000, interval: 50 };
/** An account that owns nothing. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

/** How to start a server that can't write to its data folder, and how to let it write. */
const CAUSES = {
  'the disk is full': {
    launcher: ['sh', '-c', `trap '' XFSZ; ulimit -S -f 0; exec "$@"`, 'sh'],
    prepare: () => undefined,
    release: ({ pid }: SiteNode) =>
      execFileSync('sh', ['-c', `prlimit --pid ${pid()} --fsize=unlimited:unlimited`]),
  },
  'the account may not write to the folder': {
    launcher: IS_ROOT ? ['setpriv', `--reuid=${NOBODY}`, '--clear-groups', '--'] : [],
    prepare: (dataDir: string) => {
      // A server draws the cards of its feeds into a folder that other tests share.
      for (const link of ['cards', 'images']) rmSync(join(dataDir, link), { force: true });
      setModes(dataDir, 0o444, 0o555);
    },
    release: ({ dataDir }: SiteNode) => setModes(dataDir, 0o644, 0o755, NOBODY),
  },
} as const;

test.for(Object.entries(CAUSES))(
  'where %s when it starts, a server serves everything, says so once, and counts once it can',
  async ([, { launcher, prepare, release }]) => {
    await using node = await createSiteNode({}, { prepare, launcher, isPublished: true });
    const article = (await node.get(ARTICLE)).text;
    expect(article).toContain('<h1');
    for (const path of [
      '/',
      '/search?q=reviews',
      '/api/posts',
      '/sitemap',
      '/api/sitemap.xml',
      findStyles(article),
    ])
      expect((await node.get(path)).status, path).toBe(200);
    expect(await view(node, READER)).toBe(204);
    expect(await view(node, `${READER} Other/1.0`)).toBe(204);
    expect(
      node.output().match(/can't be written|wait in memory|are lost/g),
      node.output(),
    ).toHaveLength(2);
    expect(await countViews(node)).toBe(undefined);
    release(node);
    await vi.waitFor(async () => expect(await countViews(node)).toBe(2), PATIENCE);
    expect(node.output().match(/are written again/g)).toHaveLength(1);
    expect(await view(node, `${READER} Third/1.0`)).toBe(204);
    await vi.waitFor(async () => expect(await countViews(node)).toBe(3), PATIENCE);
  },
);

function findStyles(html: string): string {
  return /\/assets\/[\w-]+\.css/.exec(html)?.[0] ?? '';
}

function setModes(folder: string, file: number, directory: number, owner?: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() ? directory : file);
    if (owner !== undefined && IS_ROOT) chownSync(path, owner, owner);
  }
  chmodSync(folder, directory);
  if (owner !== undefined && IS_ROOT) chownSync(folder, owner, owner);
}

async function view(node: SiteNode, agent: string): Promise<number> {
  const { id } = JSON.parse((await node.get('/api/posts/ask-for-reviews')).text);
  const { status } = await fetch(`${node.origin()}/api/posts/${id}/view`, {
    headers: { 'user-agent': agent },
  });
  return status;
}

async function countViews(node: SiteNode): Promise<unknown> {
  return JSON.parse((await node.get('/api/posts/ask-for-reviews')).text).popular;
}
