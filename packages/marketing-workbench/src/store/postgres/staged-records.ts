import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../search-engine/database.ts';
import type {
  ContentRecord,
  DraftRecord,
  LegacyPostRecord,
  OwnPageRecord,
  PageDraftRecord,
  PostRecord,
  TextRecord,
} from '../../site/records.ts';
import { openDatabase, removeDatabase } from '../database.ts';
import { parseKey } from '../sync/source.ts';
import { isCompleteRecord } from './check-row.ts';
import { isRecordKind } from './record-tables.ts';

/** What is compared with other records; of a text only that. */
export type RecordOutline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<DraftRecord, 'kind' | 'slug' | 'category' | 'subcategory'>
  | Pick<LegacyPostRecord, 'kind' | 'slug' | 'legacyUrl' | 'redirectTo'>
  | Pick<OwnPageRecord | PageDraftRecord, 'kind' | 'slug'>
  | Exclude<ContentRecord, TextRecord>;

/**
 * Fetched records that wait to be written. Their texts are in a file, so that the memory does not
 * grow with them.
 */
export type StagedRecords = Disposable & {
  readonly add: (key: string, record: ContentRecord) => void;
  readonly drop: (key: string) => void;
  /** Outlines by key. */
  readonly outlines: ReadonlyMap<string, RecordOutline>;
  /** Reads one at a time; leaves out what was not added. */
  readonly read: (keys: Iterable<string>) => Iterable<ContentRecord>;
};

/** The file is in `folder` until the records are disposed of. */
export function stageRecords(folder: string): StagedRecords {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fetched.sqlite');
  // Of a process that was killed.
  removeDatabase(path);
  const file = openDatabase(path);
  file.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -8000');
  file.exec('CREATE TABLE texts (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT; BEGIN');
  const outlines = new Map<string, RecordOutline>();
  const others = new Map<string, ContentRecord>();
  return {
    outlines,
    add: (key, record) => {
      outlines.set(key, outlineRecord(record));
      if (isTextRecord(record))
        file.run('INSERT OR REPLACE INTO texts (key, record) VALUES (:key, :record)', {
          key,
          record: JSON.stringify(record),
        });
      else others.set(key, record);
    },
    drop: (key) => void outlines.delete(key),
    read: function* (keys) {
      for (const key of keys) {
        if (!outlines.has(key)) continue;
        const other = others.get(key);
        const row =
          other === undefined && file.get('SELECT record FROM texts WHERE key = :key', { key });
        yield other ?? parseRecord(key, readText(row || undefined, 'record'));
      }
    },
    [Symbol.dispose]: () => {
      file.close();
      removeDatabase(path);
    },
  };
}

function isTextRecord(record: ContentRecord): record is TextRecord {
  return 'content' in record;
}

function outlineRecord(record: ContentRecord): RecordOutline {
  switch (record.kind) {
    case 'post': {
      const { kind, slug, category, subcategory, publishedAt } = record;
      return { kind, slug, category, subcategory, publishedAt };
    }
    case 'draft': {
      const { kind, slug, category, subcategory } = record;
      return { kind, slug, category, subcategory };
    }
    case 'legacy': {
      const { kind, slug, legacyUrl, redirectTo } = record;
      return { kind, slug, legacyUrl, redirectTo };
    }
    case 'page':
    case 'pageDraft':
      return { kind: record.kind, slug: record.slug };
    default:
      return record;
  }
}

function parseRecord(key: string, text: string): ContentRecord {
  const { kind } = parseKey(key);
  const record = JSON.parse(text);
  if (isRecordKind(kind) && isCompleteRecord(kind, record)) return record;
  throw new Error(`The staged record ${key} lacks fields.`);
}
