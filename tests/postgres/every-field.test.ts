import { expect, test } from 'vitest';
import { checkHtml } from '../../src/content/markdown/check-html.ts';
import { createMediaFiles } from '../../src/store/media/media-files.ts';
import { connect } from '../../src/store/postgres/connection.ts';
import { fetchContent } from '../../src/store/postgres/fetch-content.ts';
import { writeContentFolder } from '../support/content-folder.ts';
import { EVERY_FIELD_CONTENT, expectEveryAnswer, expectEveryRecord } from '../support/every-field-site.ts';
import { createSiteNode } from '../support/site-node.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createDatabase, succeed } from './support/cluster.ts';
import { waitForTitle } from './support/readers.ts';

test('every field of every record goes from the folder through PostgreSQL and the index to readers', async () => {
  const url = await createDatabase('every-field', 'template0');
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
  using fetched = await fetchContent(connection, { refused: new Map(), media, stagingDir, checkHtml });
  expect(fetched?.refusals).toEqual([]);
  expectEveryRecord([...(fetched?.records.read(fetched.manifest.keys()) ?? [])]);
  // Until it follows the database, the node serves another folder.
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForTitle([node], 'Google reviews', 'seo-step-2');
  await expectEveryAnswer(node.get, async (path) => {
    const { headers } = await fetch(`${node.origin()}${path}`, { redirect: 'manual' });
    return headers.get('location');
  });
});
