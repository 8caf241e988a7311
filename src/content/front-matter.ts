import type { z } from 'zod';
import type { LineProblem } from './content-problem.ts';
import { listSoundKeys, type SoundKeys } from './front-matter-schemas.ts';
import { listSchemaProblems, parseYaml, type YamlSource } from './yaml.ts';

export type SplitText = {
  readonly frontMatter: YamlSource | undefined;
  /** The text below the front matter, after an empty line for each line above, so that line numbers stay right. */
  readonly body: string;
};

export type FrontMatter<Fields> = {
  readonly fields: Fields | undefined;
  readonly sound: SoundKeys;
  readonly problems: readonly LineProblem[];
};

const FENCE = '---';
const MISSING = `has no front matter; begin it with a line ${FENCE}, the keys, and another line ${FENCE}`;

/** Splits a text at its two `---` lines; without them, all of it is body. */
export function splitFrontMatter(text: string): SplitText {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE);
  if (lines[0]?.trimEnd() !== FENCE || end === -1) return { frontMatter: undefined, body: lines.join('\n') };
  return {
    frontMatter: parseYaml(lines.slice(1, end).join('\n'), 1),
    body: '\n'.repeat(end + 1) + lines.slice(end + 1).join('\n'),
  };
}

export function parseFrontMatter<Fields>(
  source: YamlSource | undefined,
  schema: z.ZodType<Fields>,
): FrontMatter<Fields> {
  if (source === undefined) return withoutKeys([{ line: 1, message: MISSING }]);
  if (source.problems.length > 0) return withoutKeys(source.problems);
  const checked = schema.safeParse(source.value ?? {});
  return {
    fields: checked.data,
    sound: listSoundKeys(source.value),
    problems: listSchemaProblems(source, checked.error?.issues ?? []),
  };
}

function withoutKeys(problems: readonly LineProblem[]): FrontMatter<never> {
  return { fields: undefined, sound: {}, problems };
}
