import { z } from 'zod';
import { type ArticlePlace, pages } from '../../site/addresses.ts';
import type { Guide } from '../../site/entities.ts';
import type { DraftRecord, LegacyPostRecord, PostRecord } from '../../site/records.ts';
import { countHtmlWords } from '../../site/texts.ts';
import { type ContentFile, decodeText } from '../content-folder.ts';
import type { LineProblem } from '../content-problem.ts';
import type { Body } from '../markdown/body.ts';
import type { CompileMarkdown } from '../markdown/create-markdown-compiler.ts';
import { computeReadTime } from '../read-time.ts';
import type { TextPlace } from '../sort-files.ts';
import { explain, line, list, listSchemaProblems, parseYaml, strict, type YamlSource } from '../yaml.ts';

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
  .startsWith('/', { error: `does not start with /; ${ADDRESS}` })
  .describe(ADDRESS);
const date = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: explain('is not a valid date', DATE) })
  .describe(DATE);
const aliases = list(address, ALIASES);
const flag = z.boolean({ error: explain('is neither true nor false', 'write true, or leave the key out') });

const articleSchema = strict({
  title,
  excerpt,
  metaDescription,
  publishedAt: date,
  updatedAt: date.optional(),
  featured: flag.optional(),
  draft: flag.optional(),
  aliases: aliases.optional(),
});

const guideSchema = strict({ title, metaDescription, publishedAt: date, updatedAt: date.optional() });

const legacySchema = strict({
  title,
  legacyUrl: address,
  metaDescription,
  redirectTo: address.optional(),
  updatedAt: date.optional(),
});

const anyKeys = z.object({ ...articleSchema.shape, ...legacySchema.shape }).partial();

export type ValidKeys = z.infer<typeof anyKeys>;

export type TextRecord = PostRecord | DraftRecord | LegacyPostRecord;

export type TextDocument = TextPlace & {
  /** A legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  readonly body: Body;
  /** The valid keys: texts are compared even if another key is invalid. */
  readonly validKeys: ValidKeys;
  readonly lineOf: (key: string) => number;
  /** What is published. A text with invalid front matter has neither. */
  readonly record?: TextRecord | undefined;
  readonly guide?: Guide | undefined;
};

/** No document if the file is empty or not UTF-8. */
type ParsedText = {
  readonly document?: TextDocument;
  readonly problems: readonly LineProblem[];
};

export function parseText(
  place: TextPlace,
  { file, bytes }: ContentFile,
  compile: CompileMarkdown,
): ParsedText {
  const text = decodeText(bytes);
  if (text === undefined) return { problems: [{ message: 'is not UTF-8; save it as UTF-8' }] };
  if (text.trim() === '') return { problems: [{ message: 'is empty; write the text or remove the file' }] };
  const split = splitFrontMatter(text);
  const { body, problems } = compile(split.body, file);
  const lineOf = (key: string) => split.frontMatter?.lineOf(key) ?? 1;
  const { problems: ownProblems, ...document } = createDocument(place, split.frontMatter, body);
  return { document: { ...document, body, lineOf }, problems: [...ownProblems, ...problems] };
}

function createDocument(place: TextPlace, source: YamlSource | undefined, body: Body) {
  switch (place.kind) {
    case 'article': {
      const { fields, ...keys } = parseFrontMatter(source, articleSchema);
      const record = fields && createPost(fields, place, body);
      return { ...place, ...keys, address: pages.article(place), record };
    }
    case 'guide': {
      const { fields, ...keys } = parseFrontMatter(source, guideSchema);
      const guide = fields && createGuide(fields, place.slug, body);
      return { ...place, ...keys, address: `/${place.slug}`, guide };
    }
    case 'legacy': {
      const { fields, ...keys } = parseFrontMatter(source, legacySchema);
      const record = fields && createLegacyPost(fields, place.slug, body);
      return { ...place, ...keys, address: keys.validKeys.legacyUrl, record };
    }
  }
}

const FENCE = '---';
const MISSING = `has no front matter; begin it with a line ${FENCE}, the keys, and another line ${FENCE}`;

/** Splits a text at its two `---` lines; without them, all of it is body. */
function splitFrontMatter(text: string): { readonly frontMatter?: YamlSource; readonly body: string } {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE);
  if (lines[0]?.trimEnd() !== FENCE || end === -1) return { body: lines.join('\n') };
  return {
    frontMatter: parseYaml(lines.slice(1, end).join('\n'), 1),
    // An empty line for each line above, so that line numbers stay right.
    body: '\n'.repeat(end + 1) + lines.slice(end + 1).join('\n'),
  };
}

function parseFrontMatter<Fields>(source: YamlSource | undefined, schema: z.ZodType<Fields>) {
  const none: ValidKeys = {};
  if (source === undefined) return { validKeys: none, problems: [{ line: 1, message: MISSING }] };
  const { value, problems, lineOf } = source;
  if (problems.length > 0) return { validKeys: none, problems };
  const { data: fields, error } = schema.safeParse(value ?? {});
  const schemaProblems = listSchemaProblems(error?.issues ?? [], lineOf);
  return { fields, validKeys: listValidKeys(value), problems: schemaProblems };
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
): Complete<PostRecord | DraftRecord> {
  const { title, excerpt, metaDescription, publishedAt, updatedAt, featured = false, draft } = fields;
  return {
    kind: draft === true ? 'draft' : 'post',
    ...{ slug, category, subcategory, title, excerpt, metaDescription, featured },
    publishedAt: Date.parse(publishedAt),
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    content: body.html,
    headings: body.headings.join('\n'),
    text: body.text,
    readTime: computeReadTime(body.text),
  };
}

function createLegacyPost(
  { title, legacyUrl, metaDescription, redirectTo, updatedAt }: z.infer<typeof legacySchema>,
  slug: string,
  body: Body,
): Complete<LegacyPostRecord> {
  return {
    kind: 'legacy',
    ...{ slug, title, legacyUrl, metaDescription, redirectTo },
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    content: body.html,
  };
}

function createGuide(
  { title, metaDescription, publishedAt, updatedAt }: z.infer<typeof guideSchema>,
  slug: string,
  body: Body,
): Guide {
  return {
    ...{ slug, title, metaDescription, content: body.html },
    wordCount: countHtmlWords(body.html),
    readTime: computeReadTime(body.text),
    publishedAt: new Date(publishedAt).toISOString(),
    ...(updatedAt && { updatedAt: new Date(updatedAt).toISOString() }),
  };
}
