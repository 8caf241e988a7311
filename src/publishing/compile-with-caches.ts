import { join } from 'node:path';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { createLargeContentCompiler } from '../content/compile-content.ts';
import { openCompiledTexts } from '../store/compiled-texts.ts';
import { hashRecord } from '../store/sync/source.ts';
import { createProgressLine } from './progress-line.ts';

/**
 * Compiles the content folder with what is kept in the data folder, where there is one, and works with it: texts that are
 * not in memory can be read until `work` ends.
 */
export async function compileWithCaches<Result>(
  contentDir: string,
  { dataDir }: { readonly dataDir?: string },
  work: (compilation: LargeCompilation) => Promise<Result>,
): Promise<Result> {
  const onProgress = createProgressLine(process.stderr);
  if (dataDir === undefined) return work(await createLargeContentCompiler({ onProgress })(contentDir));
  const textCache = openCompiledTexts({ dataDir });
  try {
    const imageCacheDir = join(dataDir, 'images');
    const compile = createLargeContentCompiler({ imageCacheDir, textCache, hashRecord, onProgress });
    return await work(await compile(contentDir));
  } finally {
    textCache.close();
  }
}
