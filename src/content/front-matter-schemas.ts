import { z } from 'zod';

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
  error: explain('is no date that exists', DATE),
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

/** An object that allows no other keys; the error lists the known ones. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `is no known key; remove it, or write one of ${Object.keys(shape).join(', ')}`
        : `is no set of keys with values; write one "key: value" a line`,
  });
}

/** A text of one line. Its length is counted in code points. */
export function line({ min, max, advice }: Readonly<{ min: number; max: number; advice: string }>) {
  const countCharacters = (text: string) => Array.from(text).length;
  return z
    .string({ error: explain('is not a text', advice) })
    .trim()
    .regex(/^\P{Cc}*$/u, { error: 'holds a line break or a control character; write it in one line' })
    .refine((text) => min <= countCharacters(text) && countCharacters(text) <= max, {
      error: ({ input }) => `has ${countCharacters(String(input))} characters; ${advice}`,
    });
}

export function list<Item extends z.core.$ZodType>(item: Item, advice: string) {
  return z.array(item, { error: explain('is no list', advice) });
}

export function explain(wrong: string, advice: string): z.core.$ZodErrorMap {
  return ({ input }) => {
    if (input === undefined) return `is missing; ${advice}`;
    return `${input === null ? 'is empty' : wrong}; ${advice}`;
  };
}
