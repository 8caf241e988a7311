import type { Database, Reader, Row } from './database.ts';
import { readBytes } from './database.ts';
import { BLOCK_SIZE, FIELDS } from './schema.ts';

/** What is kept in memory of each document of a block, by the document's offset in the block. */
export type Block = {
  readonly lengths: Uint16Array;
  /** Milliseconds since the epoch; infinite where there is no document. */
  readonly dates: Float64Array;
  readonly facets: Uint8Array;
  readonly titles: Int32Array;
  readonly titleLengths: Uint8Array;
};

const LENGTH_MAX = 65_535;
const TITLE_TERMS_MAX = 255;

export function createBlock(): Block {
  return {
    lengths: new Uint16Array(BLOCK_SIZE * FIELDS.length),
    dates: new Float64Array(BLOCK_SIZE).fill(Number.POSITIVE_INFINITY),
    facets: new Uint8Array(BLOCK_SIZE),
    titles: new Int32Array(0),
    titleLengths: new Uint8Array(BLOCK_SIZE),
  };
}

export function findBlock(index: Reader, id: number): Block | undefined {
  const row = index.get(
    'SELECT lengths, dates, facets, titles, title_lengths FROM search_blocks WHERE id = :id',
    { id },
  );
  return row && parseBlock(row);
}

function parseBlock(row: Row): Block {
  return {
    lengths: new Uint16Array(copyBuffer(readBytes(row, 'lengths'))),
    dates: new Float64Array(copyBuffer(readBytes(row, 'dates'))),
    facets: new Uint8Array(copyBuffer(readBytes(row, 'facets'))),
    titles: new Int32Array(copyBuffer(readBytes(row, 'titles'))),
    titleLengths: new Uint8Array(copyBuffer(readBytes(row, 'title_lengths'))),
  };
}

/** Gives the block a random version, by which readers recognize a block that they already hold. */
export function saveBlock(
  index: Database,
  id: number,
  block: Block,
  titles: readonly (readonly number[])[],
): void {
  const shortened = titles.map((title) => title.slice(0, TITLE_TERMS_MAX));
  index.run(
    `REPLACE INTO search_blocks (id, version, lengths, dates, facets, titles, title_lengths)
     VALUES (:id, random() >> 11, :lengths, :dates, :facets, :titles, :titleLengths)`,
    {
      id,
      lengths: toBytes(block.lengths),
      dates: toBytes(block.dates),
      facets: block.facets,
      titles: toBytes(Int32Array.from(shortened.flat())),
      titleLengths: Uint8Array.from(shortened, ({ length }) => length),
    },
  );
}

type Place = {
  readonly lengths: readonly number[];
  readonly publishedAt: number;
  readonly facet: number;
};

export function placeDocument(block: Block, offset: number, { lengths, publishedAt, facet }: Place): void {
  block.lengths.set(
    lengths.map((length) => Math.min(length, LENGTH_MAX)),
    offset * FIELDS.length,
  );
  block.dates[offset] = publishedAt;
  block.facets[offset] = facet;
}

export function clearPlace(block: Block, offset: number): void {
  placeDocument(block, offset, {
    lengths: FIELDS.map(() => 0),
    ...{ publishedAt: Number.POSITIVE_INFINITY, facet: 0 },
  });
}

export function splitTitles({ titles, titleLengths }: Block): (readonly number[])[] {
  let end = 0;
  return Array.from(titleLengths, (length) => {
    end += length;
    return [...titles.subarray(end - length, end)];
  });
}

function toBytes({ buffer, byteOffset, byteLength }: Uint16Array | Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy that is aligned for numbers of several bytes. */
function copyBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
