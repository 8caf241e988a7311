import type { Brand } from './brand/brand.ts';
import type { Redirect } from './paths/redirects.ts';
import type { SiteSettings } from './settings.ts';

/**
 * The one description of what is published: types, tables, row checks and answers follow from it.
 */
const CATEGORY = {
  slug: { type: 'categorySlug', answer: 'summary', postgres: 'column' },
  name: { type: 'line', answer: 'summary', postgres: 'column' },
  description: { type: 'line', answer: 'summary', postgres: 'column' },
  icon: { type: 'line', answer: 'summary', postgres: 'column' },
  position: { type: 'position', index: 'elsewhere', postgres: 'column' },
  /** Slugs of posts of this category, in the order in which a beginner reads them. */
  learningPath: { type: 'postSlugs', optional: true, index: 'elsewhere' },
} as const satisfies Fields;

const SUBCATEGORY = {
  slug: { type: 'slug', answer: 'summary', postgres: 'column' },
  category: { type: 'slug', postgres: 'column' },
  name: { type: 'line', answer: 'summary', postgres: 'column' },
  description: { type: 'line', answer: 'summary', postgres: 'column' },
  /** Position from 1 on over all categories; becomes the id. */
  position: { type: 'position', index: 'elsewhere', postgres: 'column' },
} as const satisfies Fields;

/** What search engines get to know, and when the text was last checked. */
const SEARCH = {
  /** The title tag, if it is not the title. */
  seoTitle: { type: 'line', optional: true, answer: 'full' },
  noindex: { type: 'flag', optional: true, answer: 'summary' },
  /** The address of the original of a republished text. */
  canonical: { type: 'externalUrl', optional: true, answer: 'full' },
  checkedAt: { type: 'time', optional: true, answer: 'full' },
} as const satisfies Fields;

/** Slugs of `authors.yaml`; a text without any is signed by the site. */
const SIGNED = {
  authors: { type: 'slugs', optional: true, answer: 'summary' },
} as const satisfies Fields;

/** The slug under which feeds first listed a renamed text, by which feed readers recognise it. */
const FEED_ID = { feedId: { type: 'slug', optional: true } } as const satisfies Fields;

const ASKED = { answers: { type: 'answers', optional: true } } as const satisfies Fields;

const POST = {
  slug: { type: 'postSlug', answer: 'summary', postgres: 'column' },
  category: { type: 'slug', postgres: 'column' },
  subcategory: { type: 'slug', optional: true, postgres: 'column' },
  title: { type: 'line', answer: 'summary', postgres: 'column' },
  excerpt: { type: 'line', answer: 'summary', postgres: 'column' },
  metaDescription: { type: 'line', answer: 'summary', postgres: 'column' },
  readTime: { type: 'count', answer: 'summary', postgres: 'derived' },
  /** A post with a future time is hidden until then. */
  publishedAt: { type: 'time', answer: 'summary', postgres: 'column' },
  updatedAt: { type: 'time', optional: true, answer: 'summary', postgres: 'column' },
  featured: { type: 'flag', postgres: 'column' },
  /** A picture of its own, in the place of the drawn cover. */
  cover: { type: 'cover', optional: true, answer: 'summary' },
  /** Names; two with the same slug are one tag. */
  tags: { type: 'tags', optional: true, answer: 'full' },
  ...FEED_ID,
  ...ASKED,
  ...SEARCH,
  ...SIGNED,
  content: { type: 'html', answer: 'full', index: 'elsewhere', postgres: 'column' },
  headings: { type: 'plainText', index: 'elsewhere', postgres: 'derived' },
  text: { type: 'plainText', index: 'elsewhere', postgres: 'derived' },
} as const satisfies Fields;

const LEGACY = {
  slug: { type: 'slug', answer: 'summary', postgres: 'column' },
  title: { type: 'line', answer: 'summary', postgres: 'column' },
  /** The old path, exactly as it was. */
  legacyUrl: { type: 'legacyPath', answer: 'summary', postgres: 'column' },
  redirectTo: { type: 'redirectTarget', optional: true, answer: 'summary', postgres: 'column' },
  metaDescription: { type: 'line', answer: 'summary', postgres: 'column' },
  updatedAt: { type: 'time', optional: true, postgres: 'column' },
  /** Empty for a redirect. */
  content: { type: 'html', answer: 'full', postgres: 'column' },
} as const satisfies Fields;

/** An own page, at `/{slug}`. */
const PAGE = {
  slug: { type: 'slug', answer: 'summary' },
  form: { type: 'choice', values: ['guide', 'page'], answer: 'summary' },
  title: { type: 'line', answer: 'summary' },
  metaDescription: { type: 'line', answer: 'summary' },
  publishedAt: { type: 'time', optional: true, answer: 'summary' },
  updatedAt: { type: 'time', optional: true, answer: 'summary' },
  readTime: { type: 'count', answer: 'summary' },
  ...SEARCH,
  ...SIGNED,
  /** Whether it shows a table of its contents. */
  contents: { type: 'flag', answer: 'full' },
  inFooter: { type: 'flag', answer: 'summary' },
  /** Whether the site map, the XML sitemap and llms.txt list it. */
  inSitemap: { type: 'flag', answer: 'summary' },
  /** Whether the feeds of the whole site list it; without a date they can't. */
  inFeeds: { type: 'flag', optional: true },
  ...FEED_ID,
  /** Whether the search finds it. */
  inSearch: { type: 'flag', optional: true },
  ...ASKED,
  content: { type: 'html', answer: 'full' },
  headings: { type: 'plainText', index: 'elsewhere', postgres: 'derived' },
  text: { type: 'plainText', index: 'elsewhere', postgres: 'derived' },
} as const satisfies Fields;

/** A person who writes articles, of `authors.yaml`. */
const AUTHOR = {
  slug: { type: 'slug', answer: 'summary' },
  name: { type: 'line', answer: 'summary' },
  role: { type: 'line', optional: true, answer: 'summary' },
  about: { type: 'line', optional: true, answer: 'full' },
  /** A name of the media. */
  picture: { type: 'fileName', optional: true, answer: 'summary' },
  links: { type: 'externalUrls', optional: true, answer: 'summary' },
} as const satisfies Fields;

/** A picture or a download. The name holds a hash of the bytes, or of their source. */
const MEDIA = {
  name: { type: 'fileName', postgres: 'column' },
  type: { type: 'mediaType', postgres: 'column' },
  bytes: { type: 'bytes', postgres: 'column', index: 'elsewhere' },
} as const satisfies Fields;

/** There is at most one such record: names that readers type, and the names that articles use. */
const SYNONYMS = {
  slug: { type: 'choice', values: ['synonyms'], index: 'elsewhere' },
  names: { type: 'synonyms', index: 'elsewhere' },
} as const satisfies Fields;

/** There is at most one such record; without it the site is that of the specification. */
const SITE = {
  slug: { type: 'choice', values: ['site'], index: 'elsewhere' },
  settings: { type: 'site', index: 'elsewhere' },
  brand: { type: 'brand', index: 'elsewhere' },
} as const satisfies Fields;

/** There is at most one such record. */
const REDIRECTS = {
  slug: { type: 'choice', values: ['redirects'], index: 'elsewhere' },
  redirects: { type: 'redirects', index: 'elsewhere' },
} as const satisfies Fields;

/** Each kind of record, in an order in which each refers only to kinds before it. */
export const RECORD_FIELDS = {
  site: SITE,
  category: CATEGORY,
  subcategory: SUBCATEGORY,
  post: POST,
  legacy: LEGACY,
  page: PAGE,
  author: AUTHOR,
  media: MEDIA,
  synonyms: SYNONYMS,
  redirects: REDIRECTS,
  /** A post, or a guide or page, that is not published: only its preview link shows it. */
  draft: POST,
  pageDraft: PAGE,
} as const satisfies Readonly<Record<string, Fields>>;

export type RecordField = {
  readonly type: ValueType;
  readonly values?: readonly string[];
  readonly optional?: true;
  /** Answers that carry it: `summary` in lists and alone, `full` alone; none if undefined. */
  readonly answer?: Detail;
  /** Its column in PostgreSQL, or derived from the HTML; in `details` if undefined. */
  readonly postgres?: 'column' | 'derived';
  /** A field that is no column of the index; `src/store/sync/record-writer.ts` stores it. */
  readonly index?: 'elsewhere';
};
export type Fields = Readonly<Record<string, RecordField>>;
export type Detail = 'summary' | 'full';

/** A `time` is stored in milliseconds and answered in ISO 8601. */
export const STORED_TYPES = {
  slug: 'text',
  categorySlug: 'text',
  postSlug: 'text',
  line: 'text',
  plainText: 'text',
  html: 'text',
  choice: 'text',
  legacyPath: 'text',
  redirectTarget: 'text',
  externalUrl: 'text',
  fileName: 'text',
  mediaType: 'text',
  position: 'integer',
  count: 'integer',
  flag: 'boolean',
  time: 'time',
  bytes: 'bytes',
  postSlugs: 'json',
  tags: 'json',
  slugs: 'json',
  answers: 'json',
  externalUrls: 'json',
  cover: 'json',
  synonyms: 'json',
  redirects: 'json',
  site: 'json',
  brand: 'json',
} as const;

export type ValueType = keyof typeof STORED_TYPES;
export type StoredType = (typeof STORED_TYPES)[ValueType];

/** `html` is a picture element; the others describe its fallback. */
type TextCover = {
  readonly html: string;
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
};

/**
 * Questions that a section answers, by the words of its heading, or that the whole text answers.
 */
export type AnsweredQuestions = {
  readonly section?: string | undefined;
  readonly questions: readonly string[];
};

type JsonValues = {
  readonly postSlugs: readonly string[];
  readonly tags: readonly string[];
  readonly slugs: readonly string[];
  readonly answers: readonly AnsweredQuestions[];
  readonly externalUrls: readonly string[];
  readonly cover: TextCover;
  readonly synonyms: readonly { readonly typed: string; readonly meant: readonly string[] }[];
  readonly redirects: readonly Redirect[];
  readonly site: SiteSettings;
  readonly brand: Brand;
};
/** Read only on demand: thousands of photographs are gigabytes. */
export type FileBytes = {
  /** The hash of the bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly size: number;
  readonly read: () => Uint8Array;
};

type StoredValues = {
  readonly text: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly time: number;
  readonly bytes: FileBytes;
};

type ValueOf<F extends RecordField> = F extends { readonly values: readonly (infer Value)[] }
  ? Value
  : F['type'] extends keyof JsonValues
    ? JsonValues[F['type']]
    : StoredValues[Exclude<(typeof STORED_TYPES)[F['type']], 'json'>];
type AnswerValueOf<F extends RecordField> = F['type'] extends 'time' ? string : ValueOf<F>;

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly optional: true } ? Name : never;
}[keyof F];
type OptionalProperties<Values, Names> = {
  readonly [Name in keyof Values as Name extends Names ? Name : never]?: Values[Name];
};
type RequiredProperties<Values, Names> = {
  readonly [Name in keyof Values as Name extends Names ? never : Name]: Values[Name];
};
type FieldProperties<F extends Fields, Values> = RequiredProperties<Values, OptionalNames<F>> &
  OptionalProperties<Values, OptionalNames<F>>;

type RecordProperties<F extends Fields> = FieldProperties<
  F,
  { [Name in keyof F]: ValueOf<F[Name]> }
>;
type AnswerProperties<F extends Fields, D extends Detail> = FieldProperties<
  F,
  {
    [Name in keyof F as F[Name] extends { readonly answer: 'summary' | D }
      ? Name
      : never]: AnswerValueOf<F[Name]>;
  }
>;

export type RecordKind = keyof typeof RECORD_FIELDS;

export type RecordOf<Kind extends RecordKind> = {
  [K in Kind]: { readonly kind: K } & RecordProperties<(typeof RECORD_FIELDS)[K]>;
}[Kind];
export type AnswerOf<Kind extends RecordKind, D extends Detail> = AnswerProperties<
  (typeof RECORD_FIELDS)[Kind],
  D
>;

export type CategoryRecord = RecordOf<'category'>;
export type SubcategoryRecord = RecordOf<'subcategory'>;
export type PostRecord = RecordOf<'post'>;
export type LegacyPostRecord = RecordOf<'legacy'>;
export type OwnPageRecord = RecordOf<'page'>;
export type AuthorRecord = RecordOf<'author'>;
export type SiteRecord = RecordOf<'site'>;
export type MediaRecord = RecordOf<'media'>;
export type SynonymsRecord = RecordOf<'synonyms'>;
export type DraftRecord = RecordOf<'draft'>;
export type PageDraftRecord = RecordOf<'pageDraft'>;
export type RedirectsRecord = RecordOf<'redirects'>;
export type ContentRecord = RecordOf<RecordKind>;

/** Derived from the HTML of a post that another program wrote. */
export type DerivedFields = Pick<
  PostRecord,
  {
    [Name in keyof typeof POST]: (typeof POST)[Name] extends { readonly postgres: 'derived' }
      ? Name
      : never;
  }[keyof typeof POST]
>;

type KeyedRecord =
  | Pick<Exclude<ContentRecord, MediaRecord>, 'kind' | 'slug'>
  | Pick<MediaRecord, 'kind' | 'name'>;

export function recordKey(record: KeyedRecord): string {
  return `${record.kind}:${record.kind === 'media' ? record.name : record.slug}`;
}

/** The record of a text: a Markdown file of the content folder. */
export type TextRecord =
  | PostRecord
  | DraftRecord
  | LegacyPostRecord
  | OwnPageRecord
  | PageDraftRecord;
