import path from 'node:path';
import type { z } from 'zod';
import { type ArticlePlace, pages } from '../../site/addresses.ts';
import type {
  DraftRecord,
  LegacyPostRecord,
  OwnPageRecord,
  PageDraftRecord,
  PostRecord,
  TextRecord,
} from '../../site/records.ts';
import type { News, SiteSettings } from '../../site/settings.ts';
import { completeLocalDate, type TimeZone } from '../../site/time/time-zones.ts';
import { type LineFinding, limitToDrafts } from '../content-finding.ts';
import { type ContentFile, decodeText } from '../content-folder.ts';
import type { DownloadsByFile } from '../downloads.ts';
import { type CoverCut, type CoverKeys, findCover } from '../images/covers.ts';
import type { ShownImages } from '../images/read-images.ts';
import type { CompiledBody } from '../markdown/body.ts';
import type { CompileMarkdown } from '../markdown/create-markdown-compiler.ts';
import { computeReadTime } from '../read-time.ts';
import type { TextPlace } from '../sort-files.ts';
import { listSchemaProblems, type YamlSource } from '../yaml.ts';
import { listUnknownSections } from './answer-keys.ts';
import { findDownloads, type NamedDownload } from './download-keys.ts';
import { splitFrontMatter } from './front-matter.ts';
import { listDateKeys, readKeyFields } from './text-fields.ts';
import { ANY_KEYS, FRONT_MATTER, type Keys, type ValidKeys } from './text-keys.ts';

export type TextDocument = TextPlace & {
  /** Address of the text; a legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  readonly body: CompiledBody;
  /** The valid keys: texts are compared even if another key is invalid. */
  readonly validKeys: ValidKeys;
  readonly lineOf: YamlSource['lineOf'];
  /** How the cover is cut from its picture. */
  readonly cut?: CoverCut | undefined;
  readonly downloads: readonly NamedDownload[];
  /** Whether all keys of the front matter are valid. */
  readonly isValid: boolean;
  /** What is published, with placeholders for invalid keys. */
  readonly record?: TextRecord | undefined;
};

/** The document, which is missing if the file is empty or not UTF-8, and its problems. */
type ParsedText = {
  readonly document?: TextDocument;
  readonly problems: readonly LineFinding[];
};

type ParseOptions = {
  readonly compile: CompileMarkdown;
  readonly images: ShownImages;
  readonly downloads: Pick<DownloadsByFile, 'get' | 'has'>;
  readonly site: Pick<SiteSettings, 'news' | 'language' | 'timeZone'>;
};

export function parseTextDocument(
  place: TextPlace,
  { file, bytes }: ContentFile,
  { compile, images, downloads, site }: ParseOptions,
): ParsedText {
  const text = decodeText(bytes);
  if (text === undefined) return { problems: [{ message: 'is not UTF-8; save it as UTF-8' }] };
  if (text.trim() === '')
    return { problems: [{ message: 'is empty; write the text or remove the file' }] };
  const split = splitFrontMatter(text);
  const folder = path.posix.dirname(file);
  const { named, offered } = findDownloads(split.frontMatter, downloads, folder);
  const { body, problems } = compile(split.body, file, offered);
  const { problems: ownProblems, ...document } = createDocument(place, {
    source: completeDates(split.frontMatter, site.timeZone),
    body,
    news: site.news,
    findCover: (keys) => findCover(keys, images, { folder, language: site.language }),
  });
  return {
    document: { ...document, body, downloads: named, lineOf: split.frontMatter.lineOf },
    problems: [
      ...ownProblems,
      ...listUnknownSections(split.frontMatter, document.validKeys.answers, body.headings),
      ...limitToDrafts(problems, document.validKeys.draft === true),
    ],
  };
}

const DATE_KEYS: ReadonlySet<string> = new Set(listDateKeys());

/** Adds the offset of the zone to dates that have none. */
function completeDates(source: YamlSource, timeZone: TimeZone): YamlSource {
  const { value } = source;
  if (timeZone === undefined || typeof value !== 'object' || value === null) return source;
  const entries = Object.entries(value).map(([key, one]) =>
    DATE_KEYS.has(key) && typeof one === 'string'
      ? [key, completeLocalDate(one, timeZone)]
      : [key, one],
  );
  return { ...source, value: Object.fromEntries(entries) };
}

type DocumentParts = {
  readonly source: YamlSource;
  readonly body: CompiledBody;
  readonly news: News | undefined;
  readonly findCover: (keys: CoverKeys) => ReturnType<typeof findCover>;
};

function createDocument(place: TextPlace, { source, body, news, findCover }: DocumentParts) {
  switch (place.kind) {
    case 'article': {
      const { fields, ...keys } = validateFrontMatter(source, FRONT_MATTER.article);
      const found = keys.validKeys.cover && findCover(keys.validKeys.cover);
      const { cover, cut } = found?.kind === 'cover' ? found : {};
      const record = fields && createPost({ ...fields, cover }, place, body);
      const problems =
        found?.kind === 'problem'
          ? [...keys.problems, { line: source.lineOf('cover', 'src'), message: found.message }]
          : keys.problems;
      return { ...place, ...keys, problems, address: pages.article(place, news), record, cut };
    }
    case 'guide': {
      const { fields, ...keys } = validateFrontMatter(source, FRONT_MATTER.guide);
      const record = fields && createPage({ ...GUIDE, ...fields }, place, body);
      return { ...place, ...keys, address: pages.page(place.slug), record };
    }
    case 'page': {
      const { fields, ...keys } = validateFrontMatter(source, FRONT_MATTER.page);
      const record = fields && createPage(fields, place, body);
      return { ...place, ...keys, address: pages.page(place.slug), record };
    }
    case 'legacy': {
      const { fields, ...keys } = validateFrontMatter(source, FRONT_MATTER.legacy);
      const record = fields && createLegacyPost(fields, place.slug, body);
      return { ...place, ...keys, address: keys.validKeys.legacyUrl, record };
    }
  }
}

function validateFrontMatter<Fields>(source: YamlSource, schema: z.ZodType<Fields>) {
  const none: ValidKeys = {};
  const { value, problems, lineOf } = source;
  if (problems.length > 0)
    return { fields: fillInPlaceholders(schema, {}), isValid: false, validKeys: none, problems };
  const { data, error } = schema.safeParse(value ?? {});
  const schemaProblems = listSchemaProblems(error?.issues ?? [], lineOf);
  const fields = data ?? fillInPlaceholders(schema, value ?? {});
  const isValid = data !== undefined;
  return { fields, isValid, validKeys: listValidKeys(value), problems: schemaProblems };
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  title: 'Without a title',
  publishedAt: '1970-01-01',
};

/** Returns the fields with placeholders for invalid keys, which the development server shows. */
function fillInPlaceholders<Fields>(schema: z.ZodType<Fields>, value: object): Fields | undefined {
  const { error } = schema.safeParse(value);
  const invalid = new Set(
    error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path[0],
    ),
  );
  const valid = Object.entries(value).filter(([key]) => !invalid.has(key));
  const placeholders = Object.entries(PLACEHOLDERS).filter(([key]) => invalid.has(key));
  return schema.safeParse(Object.fromEntries([...valid, ...placeholders])).data;
}

function listValidKeys(value: unknown): ValidKeys {
  const { data, error } = ANY_KEYS.safeParse(value);
  const invalid = new Set(error?.issues.map(({ path }) => path[0]));
  const entries = Object.entries(value ?? {}).filter(([key]) => !invalid.has(key));
  return data ?? ANY_KEYS.parse(Object.fromEntries(entries));
}

function createPost(
  fields: Omit<Keys<'article'>, 'cover'> & Pick<PostRecord, 'cover'>,
  { slug, category, subcategory }: ArticlePlace,
  body: CompiledBody,
): PostRecord | DraftRecord {
  const { excerpt = body.opening, metaDescription = excerpt, draft } = fields;
  return {
    kind: draft === true ? 'draft' : 'post',
    slug,
    category,
    subcategory,
    ...readKeyFields('post', { ...fields, excerpt, metaDescription }),
    ...createTextFields(body),
  };
}

function createTextFields({ html, headings, text }: CompiledBody) {
  return { content: html, headings: headings.join('\n'), text, readTime: computeReadTime(text) };
}

function createLegacyPost(
  fields: Keys<'legacy'>,
  slug: string,
  body: CompiledBody,
): LegacyPostRecord {
  const { metaDescription = body.opening || fields.title } = fields;
  return {
    kind: 'legacy',
    slug,
    ...readKeyFields('legacy', { ...fields, metaDescription }),
    content: body.html,
  };
}

const GUIDE = { contents: true, inFooter: false, inSitemap: true };

function createPage(
  fields: Keys<'page'> & Partial<Pick<Keys<'guide'>, 'author'>>,
  { kind: form, slug }: { readonly kind: 'guide' | 'page'; readonly slug: string },
  body: CompiledBody,
): OwnPageRecord | PageDraftRecord {
  const { draft, noindex, inSearch = noindex !== true } = fields;
  const { metaDescription = body.opening || fields.title } = fields;
  return {
    kind: draft === true ? 'pageDraft' : 'page',
    form,
    slug,
    ...readKeyFields('page', { ...fields, inSearch, metaDescription }),
    ...createTextFields(body),
  };
}
