import type { ContentRecord } from '../../site/records.ts';

/** A column and how its values are written; `details` is the row's JSON column for fields that have none of their own. */
export type Column =
  | { readonly name: string; readonly type: 'text' | 'integer' | 'boolean' | 'time' | 'bytes' }
  | 'details'
  | 'derived';

export type RecordTable = {
  readonly name: string;
  /** The column of the name in the record's key. */
  readonly keyColumn: string;
  /** Where each field of the record is; `derived` ones are computed from the row's HTML. */
  readonly fields: Readonly<Record<string, Column>>;
  /** Rows have ids that PostgreSQL gives. */
  readonly isNumbered?: boolean;
  /** Rows of several kinds stand in it, whole, in `details`. */
  readonly isGeneric?: boolean;
};

/** Holds the records of every kind that no other program needs to write. */
export const OTHER_RECORDS = {
  name: 'other_records',
  keyColumn: 'name',
  fields: {},
  isGeneric: true,
} as const;

type Kind = ContentRecord['kind'];
type FieldsOf<K extends Kind> = {
  readonly [Field in Exclude<keyof Extract<ContentRecord, { kind: K }>, 'kind'>]-?: Column;
};

const SLUG = { name: 'slug', type: 'text' } as const;
const NAME = { name: 'name', type: 'text' } as const;
const DESCRIPTION = { name: 'description', type: 'text' } as const;
const POSITION = { name: 'position', type: 'integer' } as const;
const TITLE = { name: 'title', type: 'text' } as const;
const CATEGORY = { name: 'category', type: 'text' } as const;
const META_DESCRIPTION = { name: 'meta_description', type: 'text' } as const;
const CONTENT = { name: 'content', type: 'text' } as const;
const UPDATED_AT = { name: 'updated_at', type: 'time' } as const;

type TableOf<K extends Kind> = (RecordTable & { readonly fields: FieldsOf<K> }) | typeof OTHER_RECORDS;

/** Where the records of each kind are kept, in an order in which each refers only to what stands before it. */
export const RECORD_TABLES: { readonly [K in Kind]: TableOf<K> } = {
  category: {
    name: 'categories',
    keyColumn: 'slug',
    fields: {
      slug: SLUG,
      name: NAME,
      description: DESCRIPTION,
      icon: { name: 'icon', type: 'text' },
      position: POSITION,
      learningPath: 'details',
    },
  },
  subcategory: {
    name: 'subcategories',
    keyColumn: 'slug',
    fields: {
      slug: SLUG,
      category: CATEGORY,
      name: NAME,
      description: DESCRIPTION,
      position: POSITION,
    },
  },
  post: {
    name: 'posts',
    keyColumn: 'slug',
    isNumbered: true,
    fields: {
      slug: SLUG,
      category: CATEGORY,
      subcategory: { name: 'subcategory', type: 'text' },
      title: TITLE,
      excerpt: { name: 'excerpt', type: 'text' },
      metaDescription: META_DESCRIPTION,
      content: CONTENT,
      headings: 'derived',
      text: 'derived',
      readTime: 'derived',
      publishedAt: { name: 'published_at', type: 'time' },
      updatedAt: UPDATED_AT,
      featured: { name: 'featured', type: 'boolean' },
    },
  },
  legacy: {
    name: 'legacy_posts',
    keyColumn: 'slug',
    isNumbered: true,
    fields: {
      slug: SLUG,
      title: TITLE,
      legacyUrl: { name: 'legacy_url', type: 'text' },
      redirectTo: { name: 'redirect_to', type: 'text' },
      metaDescription: META_DESCRIPTION,
      content: CONTENT,
      updatedAt: UPDATED_AT,
    },
  },
  media: {
    name: 'media',
    keyColumn: 'name',
    fields: {
      name: NAME,
      type: { name: 'type', type: 'text' },
      bytes: { name: 'bytes', type: 'bytes' },
    },
  },
  synonyms: OTHER_RECORDS,
  redirects: OTHER_RECORDS,
};

export const RECORD_KINDS: readonly Kind[] = Object.keys(RECORD_TABLES).filter(isRecordKind);

export function isRecordKind(text: string): text is Kind {
  return Object.hasOwn(RECORD_TABLES, text);
}

/** The columns of the table that the record's fields are kept in, `details` last. */
export function listColumns({ fields, isGeneric }: RecordTable): readonly string[] {
  const own = Object.values(fields).flatMap((column) => (typeof column === 'string' ? [] : [column.name]));
  return [...(isGeneric ? ['kind', 'name'] : own), 'details'];
}
