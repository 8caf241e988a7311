/** Reads the fields of a record from the keys of its front matter, and writes the keys again. */

import type { TextRecord } from '../../site/records.ts';
import { type Fields, RECORD_FIELDS, type RecordField, type RecordOf } from '../../site/records.ts';
import {
  findDefault,
  findField,
  findLoss,
  type KeyField,
  type KeyOfField,
  listTextKeys,
  type RecordWithKeys,
  type TextKey,
  type TextKind,
} from './text-keys.ts';

/** All fields that keys give, each at least as undefined. */
type KeyFields<Kind extends RecordWithKeys> = {
  readonly [Name in KeyField<Kind>]: RecordOf<Kind>[Name];
};

/** Values of keys, in which a time is written in ISO 8601. */
type KeyValues<Kind extends RecordWithKeys> = {
  readonly [Name in KeyField<Kind> as KeyOfField<Name>]?: KeyValue<RecordOf<Kind>[Name]>;
};
type KeyValue<Value> = Value extends number ? string : Value;

export function readKeyFields<Kind extends RecordWithKeys>(
  kind: Kind,
  keys: KeyValues<Kind>,
): KeyFields<Kind> {
  const own: Fields = RECORD_FIELDS[kind];
  const values = new Map<string, unknown>(Object.entries(keys));
  const fields = Object.fromEntries(
    listTextKeys().flatMap((key) => {
      const name = findField(key);
      const field = own[name];
      return field === undefined ? [] : [[name, readKeyField(field, values.get(key))]];
    }),
  );
  const isWhole = (read: object): read is KeyFields<Kind> =>
    Object.keys(read).every((name) => own[name]?.optional || fields[name] !== undefined);
  if (!isWhole(fields)) throw new Error(`The keys are not those of a ${kind}.`);
  return fields;
}

function readKeyField({ type, optional }: RecordField, value: unknown): unknown {
  switch (type) {
    case 'time':
      return typeof value === 'string' ? Date.parse(value) : undefined;
    case 'flag':
      return value === true || (optional ? undefined : false);
    default:
      return value;
  }
}

/** Returns the kind of text that becomes the record. */
export function findTextKind(record: TextRecord): TextKind {
  switch (record.kind) {
    case 'legacy':
      return 'legacy';
    case 'page':
    case 'pageDraft':
      return record.form;
    case 'post':
    case 'draft':
      return 'article';
  }
}

/**
 * Lists the keys of a record and their values in the order in which they are written; undefined for
 * a key that the text leaves out. Downloads, aliases and the file of a cover are not in the record.
 */
export function listKeyValues(record: TextRecord): readonly (readonly [TextKey, unknown])[] {
  const fields: Fields = RECORD_FIELDS[record.kind];
  const isDraft = record.kind === 'draft' || record.kind === 'pageDraft';
  const values = new Map<string, unknown>(Object.entries(record));
  return listTextKeys(findTextKind(record)).map((key) => {
    if (key === 'draft') return [key, isDraft || undefined];
    const name = findField(key);
    return [
      key,
      formatKeyValue(fields[name]?.type, values.get(name), findImpliedValue(record, key)),
    ];
  });
}

/** Lists the keys whose values are dates. */
export function listDateKeys(): readonly TextKey[] {
  const fields = Object.values<Fields>(RECORD_FIELDS);
  return listTextKeys().filter((key) => fields.some((own) => own[findField(key)]?.type === 'time'));
}

/** Lists what other programs have no place for, of the keys of a record. */
export function listKeyLosses(record: TextRecord): readonly string[] {
  return listKeyValues(record).flatMap(([key, value]) =>
    value === undefined || value === findImpliedValue(record, key) ? [] : (findLoss(key) ?? []),
  );
}

/** Returns what the record has if its text leaves out the key. */
function findImpliedValue(record: TextRecord, key: TextKey): unknown {
  const kind = findTextKind(record);
  const isHidden = kind === 'page' && 'noindex' in record && record.noindex === true;
  return key === 'inSearch' && isHidden ? false : findDefault(kind, key);
}

function formatKeyValue(
  type: RecordField['type'] | undefined,
  value: unknown,
  byDefault: unknown,
): unknown {
  switch (type) {
    case 'time':
      return typeof value === 'number' ? new Date(value).toISOString() : undefined;
    case 'flag':
      return value === true || byDefault === true || (value === false && byDefault === false)
        ? value === true
        : undefined;
    default:
      return value;
  }
}
