import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { LineProblem } from './content-problem.ts';

/** A YAML text and where its keys stand. */
export type YamlSource = {
  /** Undefined where the text is empty or can't be parsed. */
  readonly value: unknown;
  readonly problems: readonly LineProblem[];
  /** The line of the key or the list's item at `path`, or of the deepest above it that exists; else line 1. */
  readonly lineOf: (...path: readonly PropertyKey[]) => number;
};

/** Parses YAML 1.2, in which dates are texts; `linesBefore` is how many lines of the file come before it. */
export function parseYaml(text: string, linesBefore = 0): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number) => linesBefore + lineCounter.linePos(offset).line;
  const lineOf = (...path: readonly PropertyKey[]) => {
    const offset = findKeyOffset(document.contents, path);
    return offset === undefined ? 1 : lineAt(offset);
  };
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: `is no valid YAML: ${message}; put texts in double quotes, one key a line`,
  }));
  if (problems.length > 0) return { value: undefined, problems, lineOf };
  try {
    return { value: document.toJS(), problems, lineOf };
  } catch {
    const message = 'is no valid YAML: its aliases lead nowhere; write each value out';
    return { value: undefined, problems: [{ line: linesBefore + 1, message }], lineOf };
  }
}

/** What a schema found, each at its key's line; an unknown key is a problem of its own. */
export function listSchemaProblems(
  source: YamlSource,
  issues: readonly z.core.$ZodIssue[],
): readonly LineProblem[] {
  return issues.flatMap((issue) => {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({
      line: source.lineOf(...path),
      message: [path.join('.'), issue.message].join(' ').trimStart(),
    }));
  });
}

function findKeyOffset(contents: unknown, path: readonly PropertyKey[]): number | undefined {
  let node = contents;
  let offset: number | undefined;
  for (const key of path) {
    const found = findEntry(node, key);
    if (found === undefined) return offset;
    offset = found.offset ?? offset;
    node = found.value;
  }
  return offset;
}

/** What stands under a key of a map, or at a place of a list, and where it begins. */
function findEntry(node: unknown, key: PropertyKey) {
  if (isSeq(node)) {
    const value = node.items[Number(key)];
    return isNode(value) ? { value, offset: value.range?.[0] } : undefined;
  }
  const pair = isMap(node) ? node.items.find((item) => isKey(item.key, key)) : undefined;
  return pair && { value: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
}

function isKey(node: unknown, key: PropertyKey): boolean {
  return isScalar(node) && String(node.value) === String(key);
}
