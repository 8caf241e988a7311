import { type ESTree, type ParseResult, parseSync } from 'vite';
import type { SourceFile } from './source-file.ts';

export type Import = { readonly specifier: string; readonly line: number };

/** Throws where the file is no TypeScript, so that nothing slips through a check unread. */
export function parseSource({ path, text }: SourceFile): ParseResult {
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  return result;
}

/** Every node of the syntax tree, parents before what they hold, in the order of the text. */
export function listNodes(file: SourceFile): ESTree.Node[] {
  const nodes: ESTree.Node[] = [];
  const pending: unknown[] = [parseSource(file).program];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) nodes.push(value);
    pending.push(...Object.values(value).reverse());
  }
  return nodes;
}

/** Counts from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Everything a file takes from elsewhere: imports, re-exports, dynamic imports and types. */
export function listImports(file: SourceFile): Import[] {
  return listNodes(file).flatMap((node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSImportType': {
        const { source } = node;
        if (source?.type !== 'Literal' || typeof source.value !== 'string') return [];
        return [{ specifier: source.value, line: lineAt(file.text, source.start) }];
      }
      default:
        return [];
    }
  });
}

function isNode(value: object): value is ESTree.Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value;
}
