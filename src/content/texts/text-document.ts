import { type ArticlePlace, pages } from '../../site/addresses.ts';
import type { Guide } from '../../site/entities.ts';
import type { LegacyPostRecord, PostRecord } from '../../site/records.ts';
import { countHtmlWords } from '../../site/texts.ts';
import { type ContentFile, decodeText } from '../content-folder.ts';
import type { LineProblem } from '../content-problem.ts';
import {
  type ArticleFields,
  articleSchema,
  type GuideFields,
  guideSchema,
  type LegacyFields,
  legacySchema,
  parseFrontMatter,
  type SoundKeys,
  splitFrontMatter,
} from '../front-matter.ts';
import type { Body } from '../markdown/body.ts';
import type { CompileMarkdown } from '../markdown/create-markdown-compiler.ts';
import { computeReadTime } from '../read-time.ts';
import type { TextPlace } from '../sort-files.ts';
import type { YamlSource } from '../yaml.ts';

export type TextRecord = PostRecord | LegacyPostRecord;

export type TextDocument = TextPlace & {
  /** A legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  readonly body: Body;
  /** The valid keys: texts are compared even if another key is invalid. */
  readonly sound: SoundKeys;
  readonly lineOf: (key: string) => number;
  /** What is published. A draft, or a text with invalid front matter, has neither. */
  readonly record?: TextRecord | undefined;
  readonly guide?: Guide | undefined;
};

/** No document if the file is empty or not UTF-8. */
export type ParsedText = {
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
      return {
        ...place,
        ...keys,
        address: pages.article(place),
        record: fields && createPost(fields, place, body),
      };
    }
    case 'guide': {
      const { fields, ...keys } = parseFrontMatter(source, guideSchema);
      return {
        ...place,
        ...keys,
        address: `/${place.slug}`,
        guide: fields && createGuide(fields, place.slug, body),
      };
    }
    case 'legacy': {
      const { fields, ...keys } = parseFrontMatter(source, legacySchema);
      const record = fields && createLegacyPost(fields, place.slug, body);
      return { ...place, ...keys, address: keys.sound.legacyUrl, record };
    }
  }
}

/** Requires every field of a record, at least as undefined, so that none is forgotten. */
type Complete<Value> = { readonly [Name in keyof Required<Value>]: Value[Name] };

function createPost(
  fields: ArticleFields,
  { slug, category, subcategory }: ArticlePlace,
  body: Body,
): Complete<PostRecord> | undefined {
  const { title, excerpt, metaDescription, publishedAt, updatedAt, featured = false, draft } = fields;
  if (draft === true) return undefined;
  return {
    kind: 'post',
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
  { title, legacyUrl, metaDescription, redirectTo, updatedAt }: LegacyFields,
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
  { title, metaDescription, publishedAt, updatedAt }: GuideFields,
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
