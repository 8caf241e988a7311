import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { createDatabase } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { waitForDatabase, waitUntil } from './support/readers.ts';

const PATH = '/media/photo-1440.jpg';
/** Larger than one packet, and not text. */
const FIRST = Buffer.alloc(3_000_000, 'first \u00e9');
const SECOND = Buffer.alloc(2_000_000, 'second');

test('a picture that another program writes reaches the node as a file, and again after it was lost there', async () => {
  const url = await createDatabase('media');
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, /^PostgreSQL$/);
  expect((await fetch(node.origin() + PATH)).status).toBe(404);
  await runSql(
    url,
    `INSERT INTO media (name, type, bytes) VALUES ('photo-1440.jpg', 'image/jpeg', ${quote(FIRST)})`,
  );
  await waitForBytes(node, FIRST);
  rmSync(locate(node));
  expect((await fetch(node.origin() + PATH)).status).toBe(503);
  await waitForBytes(node, FIRST);
  await runSql(url, `UPDATE media SET bytes = ${quote(SECOND)} WHERE name = 'photo-1440.jpg'`);
  await waitForBytes(node, SECOND);
  writeFileSync(locate(node), SECOND.toReversed());
  await waitForBytes(node, SECOND);
  await runSql(url, "DELETE FROM media WHERE name = 'photo-1440.jpg'");
  await waitUntil(async () => (await fetch(node.origin() + PATH)).status === 404);
  expect(node.output()).toContain('Wrote 1 lost files again');
});

test('a node whose index was removed keeps the files, and one whose files were removed fetches them', async () => {
  const url = await createDatabase('media-rebuilt');
  const insert = `INSERT INTO media (name, type, bytes) VALUES ('photo-1440.jpg', 'image/jpeg', ${quote(FIRST)})`;
  await runSql(url, insert);
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForBytes(node, FIRST);
  for (const lost of ['index.sqlite', 'media']) {
    await node.stop();
    rmSync(join(node.dataDir, lost), { recursive: true });
    await node.start();
    await waitForBytes(node, FIRST);
  }
});

function quote(bytes: Buffer): string {
  return `'\\x${bytes.toString('hex')}'`;
}

async function waitForBytes(node: SiteNode, bytes: Buffer): Promise<void> {
  await waitUntil(async () => {
    const answer = await fetch(node.origin() + PATH);
    return answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(bytes);
  });
}

function locate({ dataDir }: SiteNode): string {
  using index = new DatabaseSync(join(dataDir, 'index.sqlite'), { readOnly: true });
  const row = index.prepare("SELECT sha256 FROM media WHERE name = 'photo-1440.jpg'").get();
  const name = String(row?.sha256);
  return join(dataDir, 'media', name.slice(0, 2), name);
}
