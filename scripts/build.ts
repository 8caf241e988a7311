import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { compressFiles } from './compress-files.ts';
import { writeIntegrity } from './write-integrity.ts';

/** What the build is made of; a change in any of it makes a new build. */
const SOURCES = [
  'src/**/*.*',
  'public/**/*.*',
  join(readConfig().contentDir, 'guides/*'),
  'scripts/*.ts',
  'vite.config.ts',
  'package-lock.json',
];
const STAMP = 'dist/built-from';

await buildIfChanged();

/** Builds the browser's and the server's code, unless the last build was made of the same sources. */
async function buildIfChanged(): Promise<void> {
  const fingerprint = hashSources();
  if (readStamp() === fingerprint) return;
  console.log('Building …');
  // Vite makes a development build where the environment says so.
  process.env.NODE_ENV = 'production';
  // Loaded where it is needed alone: most starts find the build up to date.
  const { build } = await import('vite');
  await build({ configLoader: 'native', logLevel: 'warn' });
  await build({ configLoader: 'native', logLevel: 'warn', build: { ssr: true } });
  writeIntegrity('dist/client');
  await compressFiles('dist/client');
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, fingerprint);
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES).toSorted()) {
    if (path.includes('.test.')) continue;
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
