import path from 'node:path';
import { z } from 'zod';
import { type ArticlePlace, pages } from '../../site/addresses.ts';
import { createSlug } from '../../site/create-slug.ts';
import { LINE_MAX_LENGTH } from '../../site/limits.ts';
import type {
  DraftRecord,
  LegacyPostRecord,
  PageDraftRecord,
  PageRecord,
  PostRecord,
} from '../../site/records.ts';
import type { News } from '../../site/site.ts';
import { type ContentFile, decodeText } from '../content-folder.ts';
import { type LineProblem, limitToDrafts } from '../content-problem.ts';
import type { DownloadsByFile } from '../downloads.ts';
import { type CoverCut, type CoverKeys, findCover } from '../images/covers.ts';
import type { ShownImages } from '../images/read-images.ts';
import type { Body } from '../markdown/body.ts';
import type { CompileMarkdown } from '../markdown/create-markdown-compiler.ts';
import { computeReadTime } from '../read-time.ts';
import type { TextPlace } from '../sort-files.ts';
import { explain, line, list, listSchemaProblems, strict, type YamlSource } from '../yaml.ts';
import { downloads, findDownloads, type NamedDownload } from './download-keys.ts';
import { splitFrontMatter } from './front-matter.ts';

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

const anyKeys = z.object({ ...articleSchema.shape, ...legacySchema.shape }).partial();

export type ValidKeys = z.infer<typeof anyKeys>;

export type TextRecord = PostRecord | DraftRecord | LegacyPostRecord | PageRecord | PageDraftRecord;

export type TextDocument = TextPlace & {
  /** A legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  readonly body: Body;
  /** The valid keys: texts are compared even if another key is invalid. */
  readonly validKeys: ValidKeys;
  readonly lineOf: YamlSource['lineOf'];
  /** Of the cover. */
  readonly cut?: CoverCut | undefined;
  readonly downloads: readonly NamedDownload[];
  /** Whether the front matter is. */
  readonly isValid: boolean;
  /** What is published, with placeholders for invalid keys. */
  readonly record?: TextRecord | undefined;
};

/** No document if the file is empty or not UTF-8. */
type ParsedText = {
  readonly document?: TextDocument;
  readonly problems: readonly LineProblem[];
};

type ParseOptions = {
  readonly compile: CompileMarkdown;
  readonly images: ShownImages;
  readonly downloads: Pick<DownloadsByFile, 'get'>;
  readonly news: News | undefined;
};

export function parseText(
  place: TextPlace,
  { file, bytes }: ContentFile,
  { compile, images, downloads, news }: ParseOptions,
): ParsedText {
  const text = decodeText(bytes);
  if (text === undefined) return { problems: [{ message: 'is not UTF-8; save it as UTF-8' }] };
  if (text.trim() === '') return { problems: [{ message: 'is empty; write the text or remove the file' }] };
  const split = splitFrontMatter(text);
  const folder = path.posix.dirname(file);
  const { named, offered } = findDownloads(split.frontMatter, downloads, folder);
  const { body, problems } = compile(split.body, file, offered);
  const { problems: ownProblems, ...document } = createDocument(place, {
    source: split.frontMatter,
    body,
    news,
    findCover: (keys) => findCover(keys, images, folder),
  });
  return {
    document: { ...document, body, downloads: named, lineOf: split.frontMatter.lineOf },
    problems: [...ownProblems, ...limitToDrafts(problems, document.validKeys.draft === true)],
  };
}

type DocumentParts = {
  readonly source: YamlSource;
  readonly body: Body;
  readonly news: News | undefined;
  readonly findCover: (keys: CoverKeys) => ReturnType<typeof findCover>;
};

function createDocument(place: TextPlace, { source, body, news, findCover }: DocumentParts) {
  switch (place.kind) {
    case 'article': {
      const { fields, ...keys } = parseFrontMatter(source, articleSchema);
      const found = keys.validKeys.cover && findCover(keys.validKeys.cover);
      const { cover, cut } = found?.kind === 'cover' ? found : {};
      const record = fields && { ...createPost(fields, place, body), cover };
      const problems =
        found?.kind === 'problem'
          ? [...keys.problems, { line: source.lineOf('cover', 'src'), message: found.message }]
          : keys.problems;
      return { ...place, ...keys, problems, address: pages.article(place, news), record, cut };
    }
    case 'guide': {
      const { fields, ...keys } = parseFrontMatter(source, guideSchema);
      const record = fields && createPage({ ...GUIDE, ...fields }, place, body);
      return { ...place, ...keys, address: pages.page(place.slug), record };
    }
    case 'page': {
      const { fields, ...keys } = parseFrontMatter(source, pageSchema);
      const record = fields && createPage(fields, place, body);
      return { ...place, ...keys, address: pages.page(place.slug), record };
    }
    case 'legacy': {
      const { fields, ...keys } = parseFrontMatter(source, legacySchema);
      const record = fields && createLegacyPost(fields, place.slug, body);
      return { ...place, ...keys, address: keys.validKeys.legacyUrl, record };
    }
  }
}

/** A time without a zone is in UTC, and a space may stand before it. */
function normaliseDate(date: string): string {
  const [, day, time, seconds = ':00', zone = 'Z'] =
    /^(\S{10})[T ](\d\d:\d\d)(:\S+?)?(Z|[+-]\d\d:\d\d)?$/.exec(date) ?? [];
  return time === undefined ? date : `${day}T${time}${seconds}${zone}`;
}

function parseFrontMatter<Fields>(source: YamlSource, schema: z.ZodType<Fields>) {
  const none: ValidKeys = {};
  const { value, problems, lineOf } = source;
  if (problems.length > 0) return { fields: fillIn(schema, {}), isValid: false, validKeys: none, problems };
  const { data, error } = schema.safeParse(value ?? {});
  const schemaProblems = listSchemaProblems(error?.issues ?? [], lineOf);
  const fields = data ?? fillIn(schema, value ?? {});
  const isValid = data !== undefined;
  return { fields, isValid, validKeys: listValidKeys(value), problems: schemaProblems };
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  title: 'Without a title',
  publishedAt: '1970-01-01',
};

/** The fields with placeholders for invalid keys, which the development server shows. */
function fillIn<Fields>(schema: z.ZodType<Fields>, value: object): Fields | undefined {
  const { error } = schema.safeParse(value);
  const invalid = new Set(
    error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path[0])),
  );
  const valid = Object.entries(value).filter(([key]) => !invalid.has(key));
  const placeholders = Object.entries(PLACEHOLDERS).filter(([key]) => invalid.has(key));
  return schema.safeParse(Object.fromEntries([...valid, ...placeholders])).data;
}

function listValidKeys(value: unknown): ValidKeys {
  const { data, error } = anyKeys.safeParse(value);
  const invalid = new Set(error?.issues.map(({ path }) => path[0]));
  const entries = Object.entries(value ?? {}).filter(([key]) => !invalid.has(key));
  return data ?? anyKeys.parse(Object.fromEntries(entries));
}

/** Requires every field of a record, at least as undefined, so that none is forgotten. */
type Complete<Value> = { readonly [Name in keyof Required<Value>]: Value[Name] };

function createPost(
  fields: z.infer<typeof articleSchema>,
  { slug, category, subcategory }: ArticlePlace,
  body: Body,
): Omit<Complete<PostRecord | DraftRecord>, 'cover'> {
  const { title, excerpt, metaDescription, publishedAt, updatedAt, featured = false, draft, tags } = fields;
  return {
    kind: draft === true ? 'draft' : 'post',
    ...{ slug, category, subcategory, title, featured, tags },
    ...createSearchFields(fields),
    authors: fields.author,
    excerpt: excerpt ?? body.opening,
    metaDescription: metaDescription ?? excerpt ?? body.opening,
    publishedAt: Date.parse(publishedAt),
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    content: body.html,
    headings: body.headings.join('\n'),
    text: body.text,
    readTime: computeReadTime(body.text),
  };
}

function createSearchFields({
  seoTitle,
  noindex,
  canonical,
  checkedAt,
}: Pick<z.infer<typeof articleSchema>, keyof typeof searchKeys>) {
  return {
    ...{ seoTitle, canonical },
    noindex: noindex || undefined,
    checkedAt: checkedAt === undefined ? undefined : Date.parse(checkedAt),
  };
}

function createLegacyPost(
  { title, legacyUrl, metaDescription, redirectTo, updatedAt }: z.infer<typeof legacySchema>,
  slug: string,
  body: Body,
): Complete<LegacyPostRecord> {
  return {
    kind: 'legacy',
    ...{ slug, title, legacyUrl, redirectTo },
    metaDescription: metaDescription ?? (body.opening || title),
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    content: body.html,
  };
}

const GUIDE = { contents: true, inFooter: false, inSitemap: true };

type PageFields = z.infer<typeof pageSchema> & Partial<Pick<z.infer<typeof guideSchema>, 'author'>>;

function createPage(
  fields: PageFields,
  { kind: form, slug }: { readonly kind: 'guide' | 'page'; readonly slug: string },
  body: Body,
): Complete<PageRecord | PageDraftRecord> {
  const { title, metaDescription, publishedAt, updatedAt, contents, inFooter, inSitemap } = fields;
  const { inSearch = fields.noindex !== true } = fields;
  return {
    kind: fields.draft === true ? 'pageDraft' : 'page',
    ...{ form, slug, title, contents, inFooter, inSitemap, content: body.html },
    ...createSearchFields(fields),
    authors: fields.author,
    inFeeds: fields.inFeeds || undefined,
    inSearch: inSearch || undefined,
    headings: body.headings.join('\n'),
    text: body.text,
    metaDescription: metaDescription ?? (body.opening || title),
    publishedAt: publishedAt === undefined ? undefined : Date.parse(publishedAt),
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    readTime: computeReadTime(body.text),
  };
}
