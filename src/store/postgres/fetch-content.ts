import type { ContentRecord } from '../../site/records.ts';
import { type Manifest, parseKey } from '../sync/manifest.ts';
import type { Source } from '../sync/source.ts';
import { type CheckHtml, checkRow } from './check-row.ts';
import type { Connection, DatabaseRow } from './connection.ts';
import { RECORD_KINDS, RECORD_TABLES, readFields } from './record-tables.ts';

export type Refusal = { readonly key: string; readonly hash: string; readonly reason: string };

/** `records` are those that the index lacks. */
export type FetchedContent = {
  readonly digest: string;
  readonly manifest: Manifest;
  readonly records: ReadonlyMap<string, ContentRecord>;
  readonly ids: ReadonlyMap<string, number>;
  readonly refusals: readonly Refusal[];
};

type Wanted = {
  /** The index's manifest. */
  readonly known: Manifest;
  /** Hashes of refused rows, which are not fetched again. */
  readonly refused: ReadonlyMap<string, string>;
  readonly checkHtml: CheckHtml;
};

/** Bounds the memory for unchecked rows. */
const BATCH_SIZE = 100;

/** A hash of all content of the database; undefined if there is none. */
export async function readDigest({ query }: Connection): Promise<string | undefined> {
  return parseDigest(await query(DIGEST));
}

const DIGEST = `
  SELECT encode(sha256(convert_to(string_agg(key || ' ' || hash, E'\\n' ORDER BY key COLLATE "C"), 'UTF8')), 'hex')
    AS digest FROM content_manifest`;

function parseDigest([row]: readonly DatabaseRow[]): string | undefined {
  return typeof row?.digest === 'string' ? row.digest : undefined;
}

/** Reads a consistent snapshot; undefined if the database holds no content. Invalid rows are refused. */
export async function fetchContent(
  connection: Connection,
  wanted: Wanted,
): Promise<FetchedContent | undefined> {
  try {
    const [, digests = [], rows = []] = await connection.queryAll(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${DIGEST}; SELECT key, hash FROM content_manifest`,
    );
    const digest = parseDigest(digests);
    if (digest === undefined) return undefined;
    const manifest = new Map(rows.map(({ key, hash }) => [String(key), String(hash)]));
    const fetched = { records: new Map(), ids: new Map(), refusals: [] };
    for (const kind of RECORD_KINDS) await fetchKind(connection, kind, { ...wanted, manifest, fetched });
    return { digest, manifest, ...fetched };
  } finally {
    connection.query('ROLLBACK').catch(() => undefined);
  }
}

export function createFetchedSource({
  manifest,
  records,
  ids,
}: Omit<FetchedContent, 'digest' | 'refusals'>): Source {
  return { manifest: () => manifest, ids, records: (keys) => keys.flatMap((key) => records.get(key) ?? []) };
}

type KindWanted = Wanted & {
  readonly manifest: Manifest;
  readonly fetched: {
    readonly records: Map<string, ContentRecord>;
    readonly ids: Map<string, number>;
    readonly refusals: Refusal[];
  };
};

async function fetchKind(
  connection: Connection,
  kind: ContentRecord['kind'],
  wanted: KindWanted,
): Promise<void> {
  const { manifest, known, refused } = wanted;
  const table = RECORD_TABLES[kind];
  const names = [...manifest].flatMap(([key, hash]) =>
    parseKey(key).kind !== kind || known.get(key) === hash || refused.get(key) === hash
      ? []
      : [parseKey(key).name],
  );
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    const rows = await connection.query(
      `SELECT * FROM ${table.name} WHERE ${table.keyColumn} = ANY ($1) ${table.isGeneric ? 'AND kind = $2' : ''}`,
      [names.slice(start, start + BATCH_SIZE), ...(table.isGeneric ? [kind] : [])],
    );
    for (const row of rows) takeRow(`${kind}:${row[table.keyColumn]}`, kind, row, wanted);
  }
}

function takeRow(
  key: string,
  kind: ContentRecord['kind'],
  row: DatabaseRow,
  { manifest, fetched, checkHtml }: KindWanted,
): void {
  const table = RECORD_TABLES[kind];
  const check = checkRow(key, kind, readFields(kind, row), checkHtml);
  if (table.isNumbered) fetched.ids.set(key, Number(row.id));
  if (check.kind === 'good') fetched.records.set(key, check.record);
  else fetched.refusals.push({ key, hash: manifest.get(key) ?? '', reason: check.reason });
}
