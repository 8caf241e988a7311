/**
 * Forbids `process.env` anywhere but on one line of `src/config.ts`, where a pure, tested function checks all
 * of it at once, and in `scripts/`, which start the programs. A variable read elsewhere is unchecked and unseen.
 */
import type { ESTree } from 'vite';
import { type Finding, isCode, type SourceFile } from './source-file.ts';
import { lineAt, listNodes } from './syntax.ts';

const HOME = 'src/config.ts';
const PROCESS = /^(?:globalThis\.|node:)?process$/;

export function checkEnvironment(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => isCode(file) && !file.path.startsWith('scripts/'))
    .flatMap(({ path, text }) => {
      const reads = listNodes({ path, text }).filter((node) => isRead(node, text));
      const lines = [...new Set(reads.map(({ start }) => lineAt(text, start)))];
      const offending = path === HOME ? lines.slice(1) : lines;
      const message =
        path === HOME ? 'reads process.env a second time' : `reads process.env; only ${HOME} may, pass it in`;
      return offending.map((line) => ({ path, line, message }));
    });
}

/** `process.env`, `process['env']`, `{ env } = process` and `import { env } from 'node:process'`. */
function isRead(node: ESTree.Node, text: string): boolean {
  const wordsOf = ({ start, end }: ESTree.Span) => text.slice(start, end);
  switch (node.type) {
    case 'MemberExpression':
      return PROCESS.test(wordsOf(node.object)) && /^(?:env|'env'|"env")$/.test(wordsOf(node.property));
    case 'VariableDeclarator': {
      const { id, init } = node;
      if (init === null || !PROCESS.test(wordsOf(init)) || id.type !== 'ObjectPattern') return false;
      return id.properties.some(
        (property) => property.type === 'Property' && wordsOf(property.key) === 'env',
      );
    }
    case 'ImportDeclaration': {
      if (!PROCESS.test(node.source.value)) return false;
      return node.specifiers.some(
        (name) => name.type === 'ImportSpecifier' && wordsOf(name.imported) === 'env',
      );
    }
    default:
      return false;
  }
}
