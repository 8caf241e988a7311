import { join } from 'node:path';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { createLargeContentCompiler } from '../content/compile-content.ts';
import { openCompiledTexts } from '../store/compiled-texts.ts';
import { hashRecord } from '../store/sync/source.ts';

/**
 * Compiles the content folder with what is kept in the data folder, where there is one, and works with it: texts that are
 * not in memory can be read until `work` ends.
 */
export async function compileWithCaches<Result>(
  contentDir: string,
  { dataDir }: { readonly dataDir?: string },
  work: (compilation: LargeCompilation) => Promise<Result>,
): Promise<Result> {
  if (dataDir === undefined) return work(await createLargeContentCompiler()(contentDir));
  const textCache = openCompiledTexts({ dataDir });
  try {
    const imageCacheDir = join(dataDir, 'images');
    return await work(await createLargeContentCompiler({ imageCacheDir, textCache, hashRecord })(contentDir));
  } finally {
    textCache.close();
  }
}
