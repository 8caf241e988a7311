import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the Subresource Integrity hash (W3C) of each script and style sheet of a build. */
export function writeIntegrity(clientDir: string): void {
  const files = globSync('assets/*.{js,css}', { cwd: clientDir }).toSorted();
  const entries = files.map((file) => [`/${file}`, hashFile(join(clientDir, file))]);
  writeFileSync(join(clientDir, '.vite', 'integrity.json'), JSON.stringify(Object.fromEntries(entries)));
}

function hashFile(path: string): string {
  return `sha384-${hash('sha384', readFileSync(path), 'base64')}`;
}
