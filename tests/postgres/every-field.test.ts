import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkHtml } from '../../packages/marketing-workbench/src/content/markdown/check-html.ts';
import { createMediaFiles } from '../../packages/marketing-workbench/src/store/media/media-files.ts';
import { connect } from '../../packages/marketing-workbench/src/store/postgres/connection.ts';
import { fetchContent } from '../../packages/marketing-workbench/src/store/postgres/fetch-content.ts';
import { writeContentFolder } from '../support/content-folder.ts';
import {
  EVERY_FIELD_CONTENT,
  expectEveryAnswer,
  expectEveryRecord,
} from '../support/every-field-site.ts';
import {
  expectKey,
  findKeys,
  formatTime,
  KEY_CASES,
  listOldAddresses,
  readKeys,
  writeAgain,
} from '../support/every-key.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createDatabase, succeed } from './support/cluster.ts';
import { waitForTitle } from './support/readers.ts';

test('every field of every record goes from the folder through PostgreSQL and the index to readers', async () => {
  const { url, records } = await publishEveryField('every-field');
  expectEveryRecord(records);
  // Until it follows the database, the node serves another folder.
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForTitle([node], 'Google reviews', 'seo-step-2');
  await expectEveryAnswer(node.get, findTarget(node));
  for (const one of KEY_CASES)
    await expectKey(one, { records, get: node.get, findTarget: findTarget(node) });
});

test('every key of a text is the same after an export from PostgreSQL', async () => {
  const { url, folder } = await publishEveryField('every-key');
  const again = join(createDataDir(), 'again');
  await succeed(['export', '--format', 'markdown', '--from-database', '--to', again], {
    DATABASE_URL: url,
  });
  const found = KEY_CASES.map(({ kind, key, value, file }) => {
    const isRedirected = key === 'aliases' && listOldAddresses(again).includes(String(value));
    const keys = findKeys(again, readKeys(join(folder, file)).title);
    return [kind, key, isRedirected ? value : formatTime(keys[key])];
  });
  expect(found).toEqual(KEY_CASES.map((one) => [one.kind, one.key, writeAgain(one)]));
});

async function publishEveryField(database: string) {
  const url = await createDatabase(database, 'template0');
  const folder = await writeContentFolder(EVERY_FIELD_CONTENT);
  for (const command of ['migrate', 'publish'])
    await succeed([command], {
      DATABASE_URL: url,
      CONTENT_DIR: folder,
      PREVIEW_SECRET: 'a secret of this test, 32 characters',
    });
  await using connection = await connect({ url, answerWithinMs: 60_000, lockWithinMs: 30_000 });
  const stagingDir = createDataDir();
  const media = createMediaFiles(stagingDir);
  using fetched = await fetchContent(connection, {
    refused: new Map(),
    media,
    stagingDir,
    checkHtml,
  });
  expect(fetched?.refusals).toEqual([]);
  return { url, folder, records: [...(fetched?.records.read(fetched.manifest.keys()) ?? [])] };
}

function findTarget(node: Pick<SiteNode, 'origin'>) {
  return async (address: string) => {
    const { headers } = await fetch(`${node.origin()}${address}`, { redirect: 'manual' });
    return headers.get('location');
  };
}
