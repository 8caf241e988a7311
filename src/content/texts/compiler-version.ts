import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** All that decides what a text is compiled to; what only reads or checks the whole site may be among it. */
const SOURCES = ['src/content/**/*.ts', 'src/site/*.ts', 'package-lock.json'];

/** A name for this program as a compiler: another one may make something else of the same text. */
export function readCompilerVersion(): string {
  const version = createHash('sha256').update(process.version);
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (!path.endsWith('.test.ts')) version.update(path).update(readFileSync(join(ROOT, path)));
  }
  return version.digest('hex');
}
