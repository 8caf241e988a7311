import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { checkHtml } from '../../../packages/marketing-workbench/src/content/markdown/check-html.ts';
import type { ContentRecord } from '../../../packages/marketing-workbench/src/site/records.ts';
import { createMediaFiles } from '../../../packages/marketing-workbench/src/store/media/media-files.ts';
import { connect } from '../../../packages/marketing-workbench/src/store/postgres/connection.ts';
import { fetchContent } from '../../../packages/marketing-workbench/src/store/postgres/fetch-content.ts';
import { openStore } from '../../../packages/marketing-workbench/src/store/store.ts';
import { createRecordsSource } from '../../../packages/marketing-workbench/src/store/sync/source.ts';
import { compileFolder } from '../../support/compile-folder.ts';
import { FIXTURE_CONTENT } from '../../support/fixture-content.ts';
import type { SiteNode } from '../../support/site-node.ts';
import { syncStore } from '../../support/sync-store.ts';
import { waitUntil } from './readers.ts';

type AgreementOptions = {
  readonly url: string;
  readonly nodes: readonly SiteNode[];
  readonly contentDir?: string;
};

type Reference = { readonly manifest: ReadonlyMap<string, string>; readonly dump: unknown };

const references = new Map<string, Promise<Reference>>();

/** Expects the same records in folder, database and nodes, in the end. */
export async function expectAgreement({
  url,
  nodes,
  contentDir = FIXTURE_CONTENT,
}: AgreementOptions): Promise<void> {
  const reference = references.get(contentDir) ?? createReference(contentDir);
  references.set(contentDir, reference);
  const { manifest, dump } = await reference;
  await waitUntil(async () => {
    for (const node of nodes) expect((await node.health()).database).toBe('PostgreSQL');
    for (const node of nodes) expect(dumpIndex(node.dataDir)).toEqual(dump);
  });
  expect(await readDatabaseManifest(url)).toEqual(manifest);
  const revisions = await Promise.all(nodes.map(async (node) => (await node.health()).revision));
  expect(new Set(revisions).size).toBe(1);
}

async function createReference(contentDir: string): Promise<Reference> {
  const { records } = await compileFolder(contentDir);
  return { manifest: createRecordsSource(records).manifest(), dump: await dumpFolder(records) };
}

async function readDatabaseManifest(url: string): Promise<ReadonlyMap<string, string>> {
  await using connection = await connect({ url, answerWithinMs: 60_000, lockWithinMs: 30_000 });
  const folder = await mkdtemp(join(tmpdir(), 'workbench-fetched-'));
  const media = createMediaFiles(folder);
  using fetched = await fetchContent(connection, {
    refused: new Map(),
    media,
    stagingDir: folder,
    checkHtml,
  });
  expect(fetched?.refusals).toEqual([]);
  const records = [...(fetched?.records.read(fetched.manifest.keys()) ?? [])];
  await rm(folder, { recursive: true });
  return createRecordsSource(records.flatMap(leaveOutGone)).manifest();
}

/** Rules for retired addresses exist in the database only. */
function leaveOutGone(record: ContentRecord): readonly ContentRecord[] {
  if (record.kind !== 'redirects') return [record];
  const redirects = record.redirects.filter(({ status }) => status !== 410);
  return redirects.length === 0 ? [] : [{ ...record, redirects }];
}

async function dumpFolder(records: readonly ContentRecord[]): Promise<unknown> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workbench-reference-'));
  const store = openStore({ dataDir });
  syncStore(store, records);
  store.close();
  const dump = dumpIndex(dataDir);
  await rm(dataDir, { recursive: true });
  return dump;
}

const TABLES = ['categories', 'subcategories', 'posts', 'legacy_posts', 'media'] as const;

/** The rows with content, without ids, which are not part of a record. */
function dumpIndex(dataDir: string): unknown {
  using index = new DatabaseSync(join(dataDir, 'index.sqlite'), { readOnly: true, timeout: 5_000 });
  const rows = TABLES.map((table) => {
    const isNumbered = table === 'posts' || table === 'legacy_posts';
    const found = index
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify({ ...row, ...(isNumbered && { id: 0 }) }, showBytes));
    return [table, found.sort()];
  });
  const texts = index
    .prepare('SELECT slug, content FROM posts JOIN post_texts ON post_id = id ORDER BY slug')
    .all();
  return { ...Object.fromEntries(rows), texts: texts.map((row) => ({ ...row })) };
}

function showBytes(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}
