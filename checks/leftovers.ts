/**
 * Forbids what was meant to be temporary: code that was commented out (git remembers it), notes of work to do
 * (an issue remembers them), tests that are skipped or run alone, and tests that sleep instead of waiting for
 * what they are about.
 */
import type { ESTree } from 'vite';
import { type Finding, isCode, isTest, type SourceFile } from './source-file.ts';
import { lineAt, listNodes, parseSource } from './syntax.ts';

const NOTE = /\b(?:TODO|FIXME)\b/;
const STATEMENT = /^\s*(?:import|export|const|let|var|return|await|if|for|throw|expect)\b.*[;{]\s*$/m;
const CALL = /^\s*[\w.]+\(.*\);\s*$/m;
const TEST_FUNCTION = /^(?:describe|it|suite|test)(?:\.\w+)*\.(?:fixme|only|skip|todo)$/;

export function checkLeftovers(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(isCode)
    .flatMap((file) => [...listComments(file), ...(isTest(file) ? listTestFaults(file) : [])]);
}

function listComments(file: SourceFile): Finding[] {
  return parseSource(file).comments.flatMap(({ type, value, start }) => {
    const place = { path: file.path, line: lineAt(file.text, start) };
    if (NOTE.test(value)) return [{ ...place, message: 'leaves a note of work to do; do it, or file it' }];
    const isDocumentation = type === 'Block' && value.startsWith('*');
    if (isDocumentation || !(STATEMENT.test(value) || CALL.test(value))) return [];
    return [{ ...place, message: 'keeps code in a comment; delete it' }];
  });
}

function listTestFaults(file: SourceFile): Finding[] {
  return listNodes(file).flatMap((node) => {
    const message = findTestFault(node, file.text);
    return message === undefined ? [] : [{ path: file.path, line: lineAt(file.text, node.start), message }];
  });
}

function findTestFault(node: ESTree.Node, text: string): string | undefined {
  if (node.type === 'ImportDeclaration' && /^(?:node:)?timers\/promises$/.test(node.source.value)) {
    return `imports ${node.source.value} to sleep; wait for what the test is about`;
  }
  const name = text.slice(node.start, node.end);
  if (node.type === 'MemberExpression' && TEST_FUNCTION.test(name)) return `calls ${name}; every test runs`;
  if (node.type !== 'CallExpression' || !isSleep(node.callee)) return undefined;
  const callee = text.slice(node.callee.start, node.callee.end);
  return `sleeps with ${callee}; wait for what the test is about`;
}

function isSleep(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'setTimeout';
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'waitForTimeout'
  );
}
