import { createHash, hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.ts';

/** Inputs of the build; a change in any of them causes a new build. */
const SOURCES = ['src/**/*.*', 'scripts/*.ts', 'vite.config.ts', 'package-lock.json'];
const STAMP = 'dist/built-from';

await buildIfChanged();

/** Builds the code for browser and server, unless the last build had the same inputs. */
async function buildIfChanged(): Promise<void> {
  const fingerprint = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return;
  console.log('Building …');
  // The environment could otherwise ask Vite for a development build.
  process.env.NODE_ENV = 'production';
  // Loaded lazily, because most starts find the build up to date.
  const { build } = await import('vite');
  await build({ configLoader: 'native', logLevel: 'warn' });
  await build({ configLoader: 'native', logLevel: 'warn', build: { ssr: true } });
  writeIntegrity('dist/client');
  await compressFiles('dist/client');
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, fingerprint);
}

function hashSources(): string {
  const sources = createHash('sha256');
  for (const path of globSync(SOURCES).toSorted()) {
    if (path.includes('.test.')) continue;
    sources.update(path).update(readFileSync(path));
  }
  return sources.digest('hex');
}

/** Writes the Subresource Integrity hash (W3C) of each script and style sheet. */
function writeIntegrity(clientDir: string): void {
  const entries = globSync('assets/*.{js,css}', { cwd: clientDir })
    .toSorted()
    .map((file) => [`/${file}`, `sha384-${hash('sha384', readFileSync(join(clientDir, file)), 'base64')}`]);
  writeFileSync(join(clientDir, '.vite', 'integrity.json'), JSON.stringify(Object.fromEntries(entries)));
}
