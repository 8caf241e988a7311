import type { z } from 'zod';
import { type ContentProblem, type LineProblem, limitProblems, placeInFile } from './content-problem.ts';
import { findText } from './folder/find-text.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import { createBoundedRun, TAKES_TOO_LONG } from './texts/bounded-run.ts';
import { listSchemaProblems, parseYaml } from './yaml-source.ts';

export type CheckedFile<Value> = {
  /** Undefined where something in the file is wrong. */
  readonly value: Value | undefined;
  readonly problems: readonly ContentProblem[];
  readonly lineOf: (...path: readonly PropertyKey[]) => number;
};

/** Checks a file of settings against a schema; an empty file is a set without keys. */
export function parseYamlFile<Value>(
  { file, bytes }: ContentFile,
  schema: z.ZodType<Value>,
): CheckedFile<Value> {
  const text = findText(bytes);
  if (text === undefined) return refuse(file, [{ message: 'is not UTF-8; save it as UTF-8' }]);
  return createBoundedRun()(() => checkText(file, text, schema)) ?? refuse(file, [TAKES_TOO_LONG]);
}

function checkText<Value>(file: string, text: string, schema: z.ZodType<Value>): CheckedFile<Value> {
  const source = parseYaml(text);
  if (source.problems.length > 0) return refuse(file, source.problems);
  const checked = schema.safeParse(source.value ?? {});
  if (!checked.success) return refuse(file, listSchemaProblems(source, checked.error.issues));
  return { value: checked.data, problems: [], lineOf: source.lineOf };
}

function refuse(file: string, problems: readonly LineProblem[]): CheckedFile<never> {
  return { value: undefined, problems: placeInFile(file, limitProblems(problems)), lineOf: () => 1 };
}
