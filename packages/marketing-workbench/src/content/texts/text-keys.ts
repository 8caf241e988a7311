import { z } from 'zod';
import { hasSlug } from '../../site/create-slug.ts';
import type { RecordOf } from '../../site/records.ts';
import { isSlug } from '../../site/slugs.ts';
import { SETTING_LIMITS, TEXT_LIMITS } from '../value-limits.ts';
import { explain, line, list, strict } from '../yaml.ts';
import { answersSchema } from './answer-keys.ts';
import { downloadsSchema } from './download-keys.ts';

const TITLE = 'write 1 to 60 characters';
const EXCERPT = 'write one or two sentences (at most 200 characters)';
const META_DESCRIPTION = 'write 110 to 160 characters for the search result';
const DATE =
  'write it as "2025-03-04", or with a time as "2025-03-04 09:00" (in the time zone of the site) or "2025-03-04T09:00+01:00"';
const ALIASES = 'write each old path as "- /old-page"';
const COVER = 'write it as {src: photo.jpg, alt: "What it shows", focus: 50% 30%}';
const COVER_ALT = `write what the picture shows in 1 to ${TEXT_LIMITS.alt} characters`;
const FOCUS = 'write the percentages from the left and from the top, such as 50% 30%';
const TAG = `write 1 to ${TEXT_LIMITS.tag} characters`;
const TAGS = `write 1 to ${TEXT_LIMITS.tags} names as ["SEO audit", "Titles"]`;
const SEO_TITLE = `write 1 to ${TEXT_LIMITS.seoTitle} characters for the title tag`;
const CANONICAL =
  'write the https address of the original, such as "https://example.com/the-original"';
const AUTHOR = 'write the slug of an author in authors.yaml, or a list of slugs';
const FEED_ID = 'write the slug under which feeds first listed the text, or leave the key out';
const ADDRESS = 'write a path such as "/seo/local-seo"';

/** Accepts a description; an empty one is a missing one. */
const description = (advice: string) =>
  line({ min: 0, max: TEXT_LIMITS.description, advice })
    .nullish()
    .transform((text) => text || undefined);

const address = z
  .string({ error: explain('is not a text', ADDRESS) })
  .startsWith('/', { error: `does not start with /; ${ADDRESS}` })
  .describe(ADDRESS);
export const date = z
  .string({ error: explain('is not a valid date', DATE) })
  .transform(normaliseDate)
  .pipe(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: explain('is not a valid date', DATE),
    }),
  )
  .meta({ description: DATE, format: 'date' });
const flag = z.boolean({
  error: explain('is neither true nor false', 'write true, or leave the key out'),
});
const choice = z.boolean({ error: explain('is neither true nor false', 'write one of the two') });

const tag = line({ min: 1, max: TEXT_LIMITS.tag, advice: TAG }).refine(hasSlug, {
  error: `has neither a letter nor a digit, which its address needs; ${TAG}`,
});
const tags = list(tag, TAGS)
  .refine(({ length }) => length >= 1 && length <= TEXT_LIMITS.tags, {
    error: ({ input }) => `has ${[input].flat().length} names; ${TAGS}`,
  })
  .meta({ description: TAGS, minItems: 1, maxItems: TEXT_LIMITS.tags });

const cover = strict({
  src: z.string({ error: explain('is not a text', COVER) }).regex(/^[^/:\\]+$/, {
    error: 'is not a file beside the text; save it there and write only its name',
  }),
  alt: line({ min: 1, max: TEXT_LIMITS.alt, advice: COVER_ALT }),
  focus: z
    .string({ error: explain('is not a text', FOCUS) })
    .regex(/^(?:100|\d?\d)% (?:100|\d?\d)%$/, { error: `is not a point; ${FOCUS}` })
    .describe(FOCUS)
    .optional(),
});

const aliases = list(
  address.regex(/^[^\s#*]*$/, {
    error: 'has a space, # or *, which an old address can’t have; write it as "/old-page"',
  }),
  ALIASES,
);

const authorSlug = line({ min: 1, max: SETTING_LIMITS.slug, advice: AUTHOR });
const authorSlugs = list(authorSlug, AUTHOR)
  .nonempty()
  .transform((slugs) => [...new Set(slugs)]);
const author = z.union([authorSlug.transform((slug) => [slug]), authorSlugs], {
  error: explain('is neither a slug nor a list of slugs', AUTHOR),
});

export type RecordWithKeys = 'post' | 'page' | 'legacy';

/** All fields of a record but its kind, and what the path and the body of a text give. */
export type KeyField<Kind extends RecordWithKeys> = Exclude<
  keyof RecordOf<Kind>,
  | 'kind'
  | 'slug'
  | 'category'
  | 'subcategory'
  | 'form'
  | 'content'
  | 'headings'
  | 'text'
  | 'readTime'
>;

/** Maps a field to its key, which has the same name, but for one. */
export type KeyOfField<Field> = Field extends 'authors' ? 'author' : Field;
export function findField(key: TextKey): string {
  return key === 'author' ? 'authors' : key;
}

type KeyOf<Kind extends RecordWithKeys> = KeyOfField<KeyField<Kind>>;

/** Keys that a record has in another form: as its kind, in its body, or as redirects. */
type OwnKey = 'draft' | 'downloads' | 'aliases';

/** What WordPress and Ghost lose with a key; undefined for a key that they have a place for. */
const LOSSES = new Map<z.ZodType, string | undefined>();

function markLoss<Schema extends z.ZodType>(schema: Schema, what: string | undefined): Schema {
  LOSSES.set(schema, what);
  return schema;
}

const kept = <Schema extends z.ZodType>(schema: Schema) => markLoss(schema, undefined);

/**
 * Every key of a text, declared once, in the order in which texts are written: its values and their
 * limits, the advice of forms and messages, its value if it is left out, and whether other programs
 * keep it (only if marked `kept`). Forms and JSON Schemas follow from it, and `text-fields.ts`
 * reads the fields of records and writes them again.
 */
const KEYS = z.object({
  title: kept(line({ min: 1, max: TEXT_LIMITS.title, advice: TITLE })),
  legacyUrl: kept(address),
  redirectTo: kept(address.optional()),
  metaDescription: kept(description(META_DESCRIPTION)),
  seoTitle: kept(line({ min: 1, max: TEXT_LIMITS.seoTitle, advice: SEO_TITLE }).optional()),
  canonical: kept(
    z
      .url({ protocol: /^https$/, error: explain('is not an https address', CANONICAL) })
      .describe(CANONICAL)
      .optional(),
  ),
  noindex: kept(flag.optional()),
  publishedAt: kept(date),
  updatedAt: kept(date.optional()),
  checkedAt: markLoss(date.optional(), 'day of the last check'),
  answers: markLoss(answersSchema, 'questions that a text answers'),
  draft: kept(flag.optional()),
  excerpt: kept(description(EXCERPT)),
  author: kept(author.optional()),
  featured: kept(flag.optional()),
  tags: kept(tags.optional()),
  cover: kept(cover.optional()),
  contents: markLoss(choice.default(false), 'table of contents of a page'),
  inFooter: markLoss(choice.default(true), 'whether the footer shows a page'),
  inSitemap: markLoss(choice.default(true), 'whether the site map shows a page'),
  inSearch: markLoss(choice.default(true), 'whether the search finds a page'),
  inFeeds: markLoss(choice.default(false), 'whether feeds show a page'),
  feedId: markLoss(
    line({ min: 1, max: SETTING_LIMITS.slug, advice: FEED_ID })
      .refine(isSlug, { error: `is not a slug; ${FEED_ID}` })
      .optional(),
    'id of a renamed text in feeds',
  ),
  downloads: kept(downloadsSchema),
  aliases: kept(aliases.optional()),
} satisfies Record<KeyOf<'post'> | KeyOf<'page'> | KeyOf<'legacy'> | OwnKey, z.ZodType>);

/** A selection of keys in which the type checker demands each key of the record. */
type Selection<Key extends TextKey> = Record<Key, true> & Partial<Record<TextKey, true>>;

/** Keys for search engines and for the search of the site. */
const SEARCH = {
  seoTitle: true,
  noindex: true,
  canonical: true,
  checkedAt: true,
  answers: true,
} as const;

const pageSchema = strict({
  ...KEYS.pick({
    title: true,
    metaDescription: true,
    publishedAt: true,
    updatedAt: true,
    downloads: true,
    ...SEARCH,
    contents: true,
    inFooter: true,
    inSitemap: true,
    inSearch: true,
    inFeeds: true,
    feedId: true,
    draft: true,
  } satisfies Selection<Exclude<KeyOf<'page'>, 'author'>>).shape,
  publishedAt: date.optional(),
  /** Without the key, the search does not find a page with `noindex`. */
  inSearch: choice.optional().meta({ default: true }),
}).refine(({ inFeeds, publishedAt }) => !inFeeds || publishedAt !== undefined, {
  path: ['inFeeds'],
  error: `is true, but feeds need a date; add publishedAt and ${DATE}`,
});

/** Schemas of the front matter of each kind of text, with its keys in the order of the form. */
export const FRONT_MATTER = {
  article: strict(
    KEYS.pick({
      title: true,
      excerpt: true,
      metaDescription: true,
      author: true,
      publishedAt: true,
      updatedAt: true,
      cover: true,
      tags: true,
      downloads: true,
      ...SEARCH,
      featured: true,
      draft: true,
      feedId: true,
      aliases: true,
    } satisfies Selection<KeyOf<'post'>>).shape,
  ),
  guide: strict(
    KEYS.pick({
      title: true,
      metaDescription: true,
      author: true,
      publishedAt: true,
      updatedAt: true,
      downloads: true,
      ...SEARCH,
      inSearch: true,
      inFeeds: true,
      feedId: true,
      draft: true,
    } satisfies Selection<Exclude<KeyOf<'page'>, 'contents' | 'inFooter' | 'inSitemap'>>).shape,
  ),
  page: pageSchema,
  legacy: strict(
    KEYS.pick({
      title: true,
      legacyUrl: true,
      metaDescription: true,
      redirectTo: true,
      updatedAt: true,
    } satisfies Selection<KeyOf<'legacy'>>).shape,
  ),
};

/** Schema of the keys of articles and legacy posts, which checks compare. */
export const ANY_KEYS = z
  .object({ ...FRONT_MATTER.article.shape, ...FRONT_MATTER.legacy.shape })
  .partial();

export type ValidKeys = z.infer<typeof ANY_KEYS>;

export type TextKey = keyof typeof KEYS.shape;
export type TextKind = keyof typeof FRONT_MATTER;
export type Keys<Kind extends TextKind> = z.infer<(typeof FRONT_MATTER)[Kind]>;

/**
 * Returns what an export for another program reports for a key, or undefined if it keeps the key.
 */
export function findLoss(key: TextKey): string | undefined {
  const schema = KEYS.shape[key];
  return LOSSES.has(schema) ? LOSSES.get(schema) : `key ${key} of the front matter`;
}

/** Lists the keys of a kind of text, or all keys, in the order in which they are written. */
export function listTextKeys(kind?: TextKind): readonly TextKey[] {
  return KEYS.keyof().options.filter(
    (key) => kind === undefined || key in FRONT_MATTER[kind].shape,
  );
}

/** Returns the value that a kind of text has if it leaves out the key. */
export function findDefault(kind: TextKind, key: TextKey): unknown {
  const shape: Readonly<Partial<Record<TextKey, z.ZodType>>> = FRONT_MATTER[kind].shape;
  return shape[key]?.safeParse(undefined).data ?? shape[key]?.meta()?.default;
}

/**
 * Completes a date. A time without a zone is in UTC, as `completeLocalDate` was called before if the
 * site has a zone. A space may stand before the time.
 */
function normaliseDate(date: string): string {
  const [, day, time, seconds = ':00', zone = 'Z'] =
    /^(\S{10})[T ](\d\d:\d\d)(:\S+?)?(Z|[+-]\d\d:\d\d)?$/.exec(date) ?? [];
  return time === undefined ? date : `${day}T${time}${seconds}${zone}`;
}
