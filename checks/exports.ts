/**
 * Forbids barrels (`index.ts`, `export *`) and default exports: each name has one home and one spelling, so
 * that "go to definition" and a search for the name find the same single place. Tools that demand a default
 * get it in a `*.config.ts`.
 */
import { posix } from 'node:path';
import { type Finding, isCode, type SourceFile } from './source-file.ts';
import { lineAt, parseSource } from './syntax.ts';

export function checkExports(files: readonly SourceFile[]): Finding[] {
  return files.filter(isCode).flatMap((file) => [...findBarrel(file), ...listForbiddenExports(file)]);
}

function findBarrel({ path }: SourceFile): Finding[] {
  if (!posix.basename(path).startsWith('index.')) return [];
  return [{ path, message: 'is a barrel by its name; import each thing from its own file' }];
}

function listForbiddenExports(file: SourceFile): Finding[] {
  const { path, text } = file;
  const entries = parseSource(file).module.staticExports.flatMap((statement) => statement.entries);
  return entries.flatMap(({ start, importName, exportName }) => {
    const line = lineAt(text, start);
    if (importName.kind === 'All' || importName.kind === 'AllButDefault') {
      return [{ path, line, message: 'exports *; import each thing from its own file' }];
    }
    const isDefault = exportName.kind === 'Default' || exportName.name === 'default';
    if (isDefault && !path.endsWith('.config.ts')) {
      return [{ path, line, message: 'has a default export; give it a name' }];
    }
    return [];
  });
}
