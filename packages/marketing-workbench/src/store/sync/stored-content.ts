import { readText } from '../../search-engine/database.ts';
import type { Redirect } from '../../site/paths/redirects.ts';
import type { RecordKind } from '../../site/records.ts';
import { readRecordFields } from '../index/record-rows.ts';
import { listRedirects } from '../pages/redirects.ts';
import type { Store } from '../store.ts';
import { type Manifest, parseKey, readPublished } from './source.ts';

/** A text as it is published. */
export type StoredText = {
  readonly key: string;
  readonly kind: RecordKind;
  /** Unchecked fields of the record, without those that are derived from its HTML. */
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What is published, as far as a publisher needs it to keep single texts. */
export type StoredContent = {
  readonly manifest: Manifest;
  readonly texts: readonly StoredText[];
  readonly redirects: readonly Redirect[];
};

export const NOTHING_STORED: StoredContent = { manifest: new Map(), texts: [], redirects: [] };

/** Reads the texts with these keys from the index, as far as it has them. */
export function readStoredContent(
  store: Pick<Store, 'index'>,
  keys: readonly string[],
): StoredContent {
  const manifest = readPublished(store);
  if (manifest.size === 0) return NOTHING_STORED;
  const names = Map.groupBy(
    keys.filter((key) => manifest.has(key)).map(parseKey),
    ({ kind }) => kind,
  );
  const texts = SELECTS.flatMap(([kind, select]) =>
    (names.get(kind) ?? []).flatMap(({ name }): readonly StoredText[] => {
      const row = store.index.get(select, { name });
      if (row === undefined) return [];
      // The content is not in the table of posts.
      const fields = { ...readRecordFields(kind, row), content: readText(row, 'content') };
      return [{ key: `${kind}:${name}`, kind, fields }];
    }),
  );
  return { manifest, texts, redirects: listRedirects(store) };
}

const SELECTS = [
  [
    'post',
    'SELECT p.*, t.content FROM posts p JOIN post_texts t ON t.post_id = p.id WHERE slug = :name',
  ],
  ['draft', 'SELECT * FROM drafts WHERE slug = :name'],
  ['legacy', 'SELECT * FROM legacy_posts WHERE slug = :name'],
  ['page', 'SELECT * FROM pages WHERE slug = :name'],
  ['pageDraft', 'SELECT * FROM page_drafts WHERE slug = :name'],
] as const;
