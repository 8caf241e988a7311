/**
 * Forbids every way to tell the type checker to look away: `as` (but `as const`), `any`, `!` and comments that
 * silence it. What enters is checked once, at the door; past it the types are true, and stay so.
 */
import type { ESTree } from 'vite';
import { type Finding, isCode, type SourceFile } from './source-file.ts';
import { lineAt, listNodes, parseSource } from './syntax.ts';

const SILENCER = /@ts-(?:ignore|expect-error|nocheck)/;

export function checkCasts(files: readonly SourceFile[]): Finding[] {
  return files.filter(isCode).flatMap((file) => [...listCasts(file), ...listSilencers(file)]);
}

function listCasts(file: SourceFile): Finding[] {
  return listNodes(file).flatMap((node) => {
    const message = findCast(node, file.text);
    return message === undefined ? [] : [{ path: file.path, line: lineAt(file.text, node.start), message }];
  });
}

function findCast(node: ESTree.Node, text: string): string | undefined {
  switch (node.type) {
    case 'TSAsExpression': {
      const { start, end } = node.typeAnnotation;
      return text.slice(start, end) === 'const'
        ? undefined
        : 'casts with "as"; check the value where it enters';
    }
    case 'TSTypeAssertion':
      return 'casts with "<…>"; check the value where it enters';
    case 'TSAnyKeyword':
      return 'says "any"; say what it is, or unknown';
    case 'TSNonNullExpression':
      return 'asserts with "!"; handle the absent value';
    default:
      return undefined;
  }
}

function listSilencers(file: SourceFile): Finding[] {
  return parseSource(file)
    .comments.filter(({ value }) => SILENCER.test(value))
    .map(({ start }) => ({
      path: file.path,
      line: lineAt(file.text, start),
      message: 'silences the type checker; mend the types',
    }));
}
