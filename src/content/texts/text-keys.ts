import { z } from 'zod';
import { LINE_MAX_LENGTH } from '../../site/limits.ts';
import { createSlug } from '../../site/slugs.ts';
import { explain, line, list, strict } from '../yaml.ts';
import { answers } from './answer-keys.ts';
import { downloads } from './download-keys.ts';

const TITLE = 'write 1 to 60 characters';
const EXCERPT = 'write one or two sentences (at most 200 characters)';
const META_DESCRIPTION = 'write 110 to 160 characters for the search result';
const DATE =
  'write it as "2025-03-04", or with a time as "2025-03-04 09:00" (UTC) or "2025-03-04T09:00+01:00"';
const ALIASES = 'write each old path as "- /old-page"';
const COVER = 'write it as {src: photo.jpg, alt: "What it shows", focus: 50% 30%}';
const COVER_ALT = 'write what the picture shows in 1 to 300 characters';
const FOCUS = 'write the percentages from the left and from the top, such as 50% 30%';
const TAG = 'write 1 to 40 characters';
const TAGS = 'write 1 to 8 names as ["SEO audit", "Titles"]';
const SEO_TITLE = 'write 1 to 70 characters for the title tag';
const CANONICAL = 'write the https address of the original, such as "https://example.com/the-original"';
const AUTHOR = 'write the slug of an author in authors.yaml, or a list of slugs';
const ADDRESS = 'write a path such as "/seo/local-seo"';

/** In characters; lists and search results show far less. The house style asks for other lengths. */
const TITLE_MAX = 300;
const SEO_TITLE_MAX = 70;
const TAG_MAX = 40;
const TAGS_MAX = 8;

/** An empty description is a missing one. */
const description = (advice: string) =>
  line({ min: 0, max: LINE_MAX_LENGTH, advice })
    .nullish()
    .transform((text) => text || undefined);

const title = line({ min: 1, max: TITLE_MAX, advice: TITLE });
const excerpt = description(EXCERPT);
const metaDescription = description(META_DESCRIPTION);
const address = z
  .string({ error: explain('is not a text', ADDRESS) })
  .startsWith('/', { error: `does not start with /; ${ADDRESS}` })
  .describe(ADDRESS);
const date = z
  .string({ error: explain('is not a valid date', DATE) })
  .transform(normaliseDate)
  .pipe(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: explain('is not a valid date', DATE),
    }),
  )
  .meta({ description: DATE, format: 'date' });
const aliases = list(
  address.regex(/^[^\s#*]*$/, {
    error: 'has a space, # or *, which no old address has; write it as "/old-page"',
  }),
  ALIASES,
);
const flag = z.boolean({ error: explain('is neither true nor false', 'write true, or leave the key out') });
const choice = z.boolean({ error: explain('is neither true nor false', 'write one of the two') });

const tag = line({ min: 1, max: TAG_MAX, advice: TAG }).refine((name) => createSlug(name) !== '', {
  error: `has neither a letter from a to z nor a digit, which its address needs; ${TAG}`,
});

const cover = strict({
  src: z
    .string({ error: explain('is not a text', COVER) })
    .regex(/^[^/:\\]+$/, { error: 'is not a file beside the text; save it there and write only its name' }),
  alt: line({ min: 1, max: TITLE_MAX, advice: COVER_ALT }),
  focus: z
    .string({ error: explain('is not a text', FOCUS) })
    .regex(/^(?:100|\d?\d)% (?:100|\d?\d)%$/, { error: `is not a point; ${FOCUS}` })
    .describe(FOCUS)
    .optional(),
});

const searchKeys = {
  seoTitle: line({ min: 1, max: SEO_TITLE_MAX, advice: SEO_TITLE }).optional(),
  noindex: flag.optional(),
  canonical: z
    .url({ protocol: /^https$/, error: explain('is not an https address', CANONICAL) })
    .describe(CANONICAL)
    .optional(),
  checkedAt: date.optional(),
  answers,
};

const authorSlug = line({ min: 1, max: 60, advice: AUTHOR });
const authorSlugs = list(authorSlug, AUTHOR)
  .nonempty()
  .transform((slugs) => [...new Set(slugs)]);
const author = z
  .union([authorSlug.transform((slug) => [slug]), authorSlugs], {
    error: explain('is neither a slug nor a list of slugs', AUTHOR),
  })
  .optional();

const articleSchema = strict({
  title,
  excerpt,
  metaDescription,
  author,
  publishedAt: date,
  updatedAt: date.optional(),
  cover: cover.optional(),
  tags: list(tag, TAGS)
    .refine(({ length }) => length >= 1 && length <= TAGS_MAX, {
      error: ({ input }) => `has ${[input].flat().length} names; ${TAGS}`,
    })
    .meta({ description: TAGS, minItems: 1, maxItems: TAGS_MAX })
    .optional(),
  downloads,
  ...searchKeys,
  featured: flag.optional(),
  draft: flag.optional(),
  aliases: aliases.optional(),
});

const guideSchema = strict({
  title,
  metaDescription,
  author,
  publishedAt: date,
  updatedAt: date.optional(),
  downloads,
  ...searchKeys,
  inSearch: choice.default(true),
  inFeeds: choice.default(false),
  draft: flag.optional(),
});

const pageSchema = strict({
  title,
  metaDescription,
  publishedAt: date.optional(),
  updatedAt: date.optional(),
  downloads,
  ...searchKeys,
  contents: choice.default(false),
  inFooter: choice.default(true),
  inSitemap: choice.default(true),
  /** Without it a page with noindex is not found. */
  inSearch: choice.optional().meta({ default: true }),
  inFeeds: choice.default(false),
  draft: flag.optional(),
}).refine(({ inFeeds, publishedAt }) => !inFeeds || publishedAt !== undefined, {
  path: ['inFeeds'],
  error: `is true, but feeds need a date; add publishedAt and ${DATE}`,
});

const legacySchema = strict({
  title,
  legacyUrl: address,
  metaDescription,
  redirectTo: address.optional(),
  updatedAt: date.optional(),
});

/** The front matter of each kind of text, also for forms. */
export const FRONT_MATTER = {
  article: articleSchema,
  guide: guideSchema,
  page: pageSchema,
  legacy: legacySchema,
};

/** The keys of all kinds of text. */
export const ANY_KEYS = z.object({ ...articleSchema.shape, ...legacySchema.shape }).partial();

export type ValidKeys = z.infer<typeof ANY_KEYS>;

/** A time without a zone is in UTC, and a space may stand before it. */
function normaliseDate(date: string): string {
  const [, day, time, seconds = ':00', zone = 'Z'] =
    /^(\S{10})[T ](\d\d:\d\d)(:\S+?)?(Z|[+-]\d\d:\d\d)?$/.exec(date) ?? [];
  return time === undefined ? date : `${day}T${time}${seconds}${zone}`;
}

export type Keys<Kind extends keyof typeof FRONT_MATTER> = z.infer<(typeof FRONT_MATTER)[Kind]>;
