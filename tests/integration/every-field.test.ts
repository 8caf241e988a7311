import { expect, test } from 'vitest';
import {
  compileEverything,
  createLargeContentCompiler,
} from '../../packages/marketing-workbench/src/content/compile-content.ts';
import { openCompiledTexts } from '../../packages/marketing-workbench/src/store/sync/compiled-texts.ts';
import { hashRecord } from '../../packages/marketing-workbench/src/store/sync/source.ts';
import { writeContentFolder } from '../support/content-folder.ts';
import {
  EVERY_FIELD_CONTENT,
  expectEveryAnswer,
  expectEveryRecord,
} from '../support/every-field-site.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite } from '../support/test-site.ts';

test('every field of every record goes from the folder through the cache and the index to readers', async () => {
  const folder = await writeContentFolder(EVERY_FIELD_CONTENT);
  const dataDir = createDataDir();
  const compile = async () => {
    using textCache = openCompiledTexts({ dataDir });
    const { records, problems } = compileEverything(
      await createLargeContentCompiler({ textCache, hashRecord, wanted: 'drafts' })(folder),
    );
    expect(problems).toEqual([]);
    expectEveryRecord(records);
    return records;
  };
  const cold = await compile();
  const warm = await compile();
  for (const records of [cold, warm]) {
    await using site = await createTestSite({ records });
    await expectEveryAnswer(
      async (path) => {
        const { statusCode, body } = await site.get(path);
        return { status: statusCode, text: body };
      },
      async (path) => (await site.get(path)).headers.location,
    );
  }
});
