/**
 * Forbids functions that are too long to read at a glance, and those that take so many arguments that a call
 * does not say which is which. Components may be longer, since markup is; the callbacks of a test may be as
 * long as the file.
 */
import type { ESTree } from 'vite';
import { type Finding, isCode, type SourceFile } from './source-file.ts';
import { lineAt, listNodes } from './syntax.ts';

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression;

/** Where functions get names from what they are given to, and which are blocks of a test; by offset. */
type Context = { readonly names: Map<number, string>; readonly testBlocks: Set<number> };

const FUNCTION_LINES_MAX = 40;
const COMPONENT_LINES_MAX = 80;
const PARAMETERS_MAX = 4;
const TEST_BLOCK = /^(?:describe|it|test)\b/;

export function checkFunctionSizes(files: readonly SourceFile[]): Finding[] {
  return files.filter(isCode).flatMap((file) => {
    const nodes = listNodes(file);
    const context = findContext(file, nodes);
    return nodes
      .filter(isFunction)
      .flatMap((node) =>
        listFaults(file, node, context).map((message) => ({ ...findPlace(file, node), message })),
      );
  });
}

function findContext({ text }: SourceFile, nodes: readonly ESTree.Node[]): Context {
  const names = new Map<number, string>();
  const testBlocks = new Set<number>();
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      names.set(node.init?.start ?? node.start, node.id.name);
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition') {
      names.set(node.value?.start ?? node.start, text.slice(node.key.start, node.key.end));
    }
    if (node.type === 'CallExpression' && TEST_BLOCK.test(text.slice(node.callee.start, node.callee.end))) {
      for (const { start } of node.arguments) testBlocks.add(start);
    }
  }
  return { names, testBlocks };
}

function isFunction(node: ESTree.Node): node is AnyFunction {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function listFaults({ path, text }: SourceFile, node: AnyFunction, { names, testBlocks }: Context): string[] {
  const name = node.id?.name ?? names.get(node.start) ?? 'a function';
  const lines = lineAt(text, node.end) - lineAt(text, node.start) + 1;
  const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name);
  const max = isComponent ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
  const faults: string[] = [];
  if (lines > max && !testBlocks.has(node.start)) faults.push(`${name} has ${lines} lines; at most ${max}`);
  if (node.params.length > PARAMETERS_MAX) {
    faults.push(`${name} takes ${node.params.length} parameters; at most ${PARAMETERS_MAX}, then an object`);
  }
  return faults;
}

function findPlace({ path, text }: SourceFile, { start }: AnyFunction) {
  return { path, line: lineAt(text, start) };
}
