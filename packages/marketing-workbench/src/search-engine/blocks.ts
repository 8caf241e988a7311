import type { Row, RowWriter } from './database.ts';
import { readBytes } from './database.ts';
import { BLOCK_SIZE, FIELDS } from './schema.ts';

/**
 * What memory holds of each document, one block after another. While a block is written, these are
 * the arrays of that block; a search has those of all blocks.
 */
export type Blocks = {
  readonly lengths: Uint16Array;
  /** Milliseconds since the epoch; infinite for an offset without a document. */
  readonly dates: Float64Array;
  readonly facets: Uint8Array;
  /** The ids of the terms of each title, one title after another. */
  readonly titles: Int32Array;
  readonly titleLengths: Uint8Array;
};

const LENGTH_MAX = 65_535;
const TITLE_TERMS_MAX = 255;

export function createBlocks(): Blocks {
  return {
    lengths: new Uint16Array(BLOCK_SIZE * FIELDS.length),
    dates: new Float64Array(BLOCK_SIZE).fill(Number.POSITIVE_INFINITY),
    facets: new Uint8Array(BLOCK_SIZE),
    titles: new Int32Array(0),
    titleLengths: new Uint8Array(BLOCK_SIZE),
  };
}

/** Joins rows of `search_blocks` into one array per column. */
export function joinBlocks(rows: readonly Row[]): Blocks {
  const join = (column: string) =>
    new Uint8Array(Buffer.concat(rows.map((row) => readBytes(row, column)))).buffer;
  return {
    lengths: new Uint16Array(join('lengths')),
    dates: new Float64Array(join('dates')),
    facets: new Uint8Array(join('facets')),
    titles: new Int32Array(join('titles')),
    titleLengths: new Uint8Array(join('title_lengths')),
  };
}

export function saveBlock(
  index: RowWriter,
  id: number,
  block: Blocks,
  titles: readonly (readonly number[])[],
): void {
  const shortened = titles.map((title) => title.slice(0, TITLE_TERMS_MAX));
  index.run(
    `REPLACE INTO search_blocks (id, lengths, dates, facets, titles, title_lengths)
     VALUES (:id, :lengths, :dates, :facets, :titles, :titleLengths)`,
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

type BlockDocument = {
  readonly lengths: readonly number[];
  readonly publishedAt: number;
  readonly facet: number;
};

export function placeDocument(
  block: Blocks,
  offset: number,
  { lengths, publishedAt, facet }: BlockDocument,
): void {
  block.lengths.set(
    lengths.map((length) => Math.min(length, LENGTH_MAX)),
    offset * FIELDS.length,
  );
  block.dates[offset] = publishedAt;
  block.facets[offset] = facet;
}

export function clearDocument(block: Blocks, offset: number): void {
  placeDocument(block, offset, {
    lengths: FIELDS.map(() => 0),
    publishedAt: Number.POSITIVE_INFINITY,
    facet: 0,
  });
}

export function splitTitles({ titles, titleLengths }: Blocks): (readonly number[])[] {
  let end = 0;
  return Array.from(titleLengths, (length) => {
    end += length;
    return [...titles.subarray(end - length, end)];
  });
}

function toBytes({
  buffer,
  byteOffset,
  byteLength,
}: Uint16Array | Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
