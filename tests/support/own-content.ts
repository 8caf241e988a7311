import { cp, glob, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from './compile-folder.ts';
import { ROOT } from './fixture-content.ts';

/** After the last article, so that all are public. */
export const OWN_CONTENT_NOW = '2026-12-31T12:00:00Z';

const PLAIN_DRAWING = `<svg class="stretch" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 300" width="360" height="300">
  <path d="M0 0h9v9z"/></svg>`;

/**
 * The site’s own texts with plain drawings, since compiling the drawings takes longer than all
 * else. They are copied into the folder, from which a store reads their downloads.
 */
export async function compileOwnContent(folder: string): Promise<readonly ContentRecord[]> {
  const content = join(folder, 'content');
  await cp(join(ROOT, 'site/content'), content, { recursive: true });
  for await (const drawing of glob('{articles,guides,legacy,pages}/**/*.svg', { cwd: content }))
    await writeFile(join(content, drawing), PLAIN_DRAWING);
  const { records, problems } = await compileFolder(content, new Date(OWN_CONTENT_NOW));
  expect(problems).toEqual([]);
  return records;
}
