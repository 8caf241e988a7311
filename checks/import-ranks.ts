/**
 * Forbids imports between the parts of `src/` that point up or sideways, and any from `src/` into the tools
 * and tests around it. A part that imports only from lower ranks can be read, tested and replaced without
 * knowing what stands on it; and what runs in the browser can't reach the store. Tests may import anything:
 * they drive a part through the door that its users have.
 */
import { posix } from 'node:path';
import { type Finding, findLayer, isCode, isTest, type SourceFile } from './source-file.ts';
import { listImports } from './syntax.ts';

/** From low to high. `config` reads the environment, which a browser has none of. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['site', []],
  ['config', ['site']],
  ['contract', ['site']],
  ['ui', ['site']],
  ['cards', ['ui', 'site']],
  ['content', ['site', 'config']],
  ['store', ['site', 'config']],
  ['api', ['contract', 'store', 'site', 'config']],
  ['screens', ['contract', 'ui', 'site']],
  ['routes', ['screens', 'contract', 'ui', 'site']],
  ['server', ['api', 'cards', 'store', 'contract', 'site', 'config']],
  ['publishing', ['content', 'store', 'site', 'config']],
  ['app', ['routes', 'screens', 'ui', 'contract', 'site']],
]);

export function checkImportRanks(files: readonly SourceFile[]): Finding[] {
  return files.filter((file) => isCode(file) && !isTest(file)).flatMap(checkFile);
}

function checkFile(file: SourceFile): Finding[] {
  const layer = findLayer(file.path);
  if (layer === undefined) return [];
  if (layer !== 'entry' && !MAY_IMPORT.has(layer)) {
    return [{ path: file.path, message: `src/${layer} has no rank; give it one in checks/import-ranks.ts` }];
  }
  return listImports(file).flatMap(({ specifier, line }) => {
    if (!/^\.{1,2}\/.*\.(?:tsx?|mjs)$/.test(specifier)) return [];
    const target = posix.join(posix.dirname(file.path), specifier);
    const message = findFault(layer, target);
    return message === undefined ? [] : [{ path: file.path, line, message }];
  });
}

function findFault(layer: string, target: string): string | undefined {
  const targetLayer = findLayer(target);
  if (targetLayer === undefined) return `imports ${target}; nothing in src/ may import from outside of it`;
  if (layer === 'entry') {
    return targetLayer === 'entry' ? `imports ${target}; entry files don't import each other` : undefined;
  }
  const allowed = MAY_IMPORT.get(layer) ?? [];
  if (targetLayer === layer || allowed.includes(targetLayer)) return undefined;
  const choice = allowed.length === 0 ? 'no other part of src/' : `only ${allowed.join(', ')}`;
  return `imports ${target}; ${layer} may import ${choice}`;
}
