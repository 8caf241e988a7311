import { z } from 'zod';
import type { LineProblem } from './content-problem.ts';
import { explain, line, list, listSchemaProblems, parseYaml, strict, type YamlSource } from './yaml.ts';

const TITLE = 'write 1 to 60 characters';
const EXCERPT = 'write one or two sentences (at most 200 characters)';
const META_DESCRIPTION = 'write 110 to 160 characters for the search result';
const DATE = 'write it as "2025-03-04", or with time and zone as "2025-03-04T09:00:00+01:00"';
const ALIASES = 'write each old path as "- /old-page"';
const ADDRESS = 'write a path such as "/seo/local-seo"';

const title = line({ min: 1, max: 60, advice: TITLE });
const excerpt = line({ min: 1, max: 200, advice: EXCERPT });
const metaDescription = line({ min: 110, max: 160, advice: META_DESCRIPTION });
const address = z
  .string({ error: explain('is not a text', ADDRESS) })
  .startsWith('/', { error: `does not start with /; ${ADDRESS}` });
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: explain('is not a valid date', DATE),
});
const aliases = list(address, ALIASES);
const flag = z.boolean({ error: explain('is neither true nor false', 'write true, or leave the key out') });

export const articleSchema = strict({
  title,
  excerpt,
  metaDescription,
  publishedAt: date,
  updatedAt: date.optional(),
  featured: flag.optional(),
  draft: flag.optional(),
  aliases: aliases.optional(),
});

export const guideSchema = strict({ title, metaDescription, publishedAt: date, updatedAt: date.optional() });

export const legacySchema = strict({
  title,
  legacyUrl: address,
  metaDescription,
  redirectTo: address.optional(),
  updatedAt: date.optional(),
});

const anyKeys = z.object({ ...articleSchema.shape, ...legacySchema.shape }).partial();

export type SoundKeys = z.infer<typeof anyKeys>;

/** The valid keys, even if others are invalid: texts are compared by them over the whole site. */
export function listSoundKeys(value: unknown): SoundKeys {
  const { success, data, error } = anyKeys.safeParse(value);
  if (success) return data;
  const invalid = new Set(error.issues.map(({ path }) => path[0]));
  const entries = Object.entries(value ?? {}).filter(([key]) => !invalid.has(key));
  return anyKeys.parse(Object.fromEntries(entries));
}

export type ArticleFields = z.infer<typeof articleSchema>;
export type GuideFields = z.infer<typeof guideSchema>;
export type LegacyFields = z.infer<typeof legacySchema>;

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
    problems: listSchemaProblems(checked.error?.issues ?? [], source.lineOf),
  };
}

function withoutKeys(problems: readonly LineProblem[]): FrontMatter<never> {
  return { fields: undefined, sound: {}, problems };
}
