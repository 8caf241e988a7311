import { join } from 'node:path';
import {
  type Compilation,
  type CompilerOptions,
  compileContent,
} from '../../packages/marketing-workbench/src/content/compile-content.ts';
import { createMemoryCache } from '../../packages/marketing-workbench/src/content/texts/text-parts.ts';
import { ROOT } from './fixture-content.ts';

/**
 * The product's cache of pictures, which all tests of a run share: encoding one photo takes more
 * than a second.
 */
export const IMAGE_CACHE = join(ROOT, 'test-results/images');

const textCache = createMemoryCache();

/**
 * Like `compileContent`, but with the product's caches, so that it compiles only what other tests
 * of this process have not.
 */
export function compileFolder(
  folder: string,
  now?: Date,
  options: CompilerOptions = {},
): Promise<Compilation> {
  return compileContent(folder, now, { imageCacheDir: IMAGE_CACHE, textCache, ...options });
}
