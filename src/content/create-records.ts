import type { Guide } from '../site/entities.ts';
import type {
  ContentRecord,
  LegacyPostRecord,
  MediaRecord,
  PostRecord,
  RecordKind,
  RecordOf,
} from '../site/records.ts';
import { countHtmlWords } from '../site/texts.ts';
import type { MediaFile } from './images/encode-image.ts';
import { computeReadTime } from './read-time.ts';
import type { LearningPath } from './site-settings.ts';
import type { ArticleDocument, LegacyDocument, TextDocument } from './texts/text-document.ts';

export function addLearningPaths<Category extends ContentRecord>(
  categories: readonly Category[],
  paths: readonly LearningPath[],
): readonly Category[] {
  return categories.map((record) => {
    const path = paths.find(({ category }) => record.kind === 'category' && category === record.slug);
    return path === undefined ? record : { ...record, learningPath: path.steps.map(({ slug }) => slug) };
  });
}

export function createTextRecord(document: TextDocument): PostRecord | LegacyPostRecord | undefined {
  if (document.sound.draft === true) return undefined;
  switch (document.kind) {
    case 'article':
      return createPost(document);
    case 'legacy':
      return createLegacyPost(document);
    case 'guide':
      return undefined;
  }
}

/** Files with the same name have the same bytes, and share one record. */
export function createMedia(files: readonly MediaFile[]): readonly MediaRecord[] {
  return [...new Map(files.map((file) => [file.name, file])).values()].map(({ name, type, read }) => ({
    kind: 'media',
    name,
    type,
    // Read on demand, to keep the bytes out of memory.
    get bytes() {
      return read();
    },
  }));
}

export function createGuide(document: TextDocument): Guide | undefined {
  if (document.kind !== 'guide' || document.fields === undefined) return undefined;
  const { fields, slug, body } = document;
  const { title, metaDescription, publishedAt, updatedAt } = fields;
  return {
    slug,
    title,
    metaDescription,
    content: body.html,
    wordCount: countHtmlWords(body.html),
    readTime: computeReadTime(body.text),
    publishedAt: new Date(publishedAt).toISOString(),
    ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
  };
}

/** Requires every field of a record, at least as undefined, so that none is forgotten. */
type Complete<Kind extends RecordKind> = {
  readonly [Name in keyof Required<RecordOf<Kind>>]: RecordOf<Kind>[Name];
};

function createPost({
  fields,
  slug,
  category,
  subcategory,
  body,
}: ArticleDocument): Complete<'post'> | undefined {
  if (fields === undefined) return undefined;
  const { title, excerpt, metaDescription, publishedAt, updatedAt, featured = false } = fields;
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

function createLegacyPost({ fields, slug, body }: LegacyDocument): Complete<'legacy'> | undefined {
  if (fields === undefined) return undefined;
  const { title, legacyUrl, metaDescription, redirectTo, updatedAt } = fields;
  return {
    kind: 'legacy',
    ...{ slug, title, legacyUrl, metaDescription, redirectTo },
    updatedAt: updatedAt === undefined ? undefined : Date.parse(updatedAt),
    content: body.html,
  };
}
