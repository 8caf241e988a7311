import type { Database, Reader, Row } from './database.ts';
import { readBytes } from './database.ts';
import { BLOCK_SIZE, FIELDS } from './schema.ts';

/** What is known of the 1,024 documents of a block without reading any: by their place in it. */
export type Block = {
  /** Words in each field, the fields of a document side by side. */
  readonly lengths: Uint16Array;
  /** Milliseconds since the epoch; infinite where no document stands. */
  readonly dates: Float64Array;
  /** Ids of shelves. */
  readonly shelves: Uint8Array;
  /** The terms of the titles, one title's after another's, and how many each has. */
  readonly titles: Int32Array;
  readonly titleLengths: Uint8Array;
};

const LENGTH_MAX = 65_535;
/** Of terms in a title. */
const TITLE_MAX = 255;

export function createBlock(): Block {
  return {
    lengths: new Uint16Array(BLOCK_SIZE * FIELDS.length),
    dates: new Float64Array(BLOCK_SIZE).fill(Number.POSITIVE_INFINITY),
    shelves: new Uint8Array(BLOCK_SIZE),
    titles: new Int32Array(0),
    titleLengths: new Uint8Array(BLOCK_SIZE),
  };
}

export function findBlock(index: Reader, id: number): Block | undefined {
  const row = index.get(
    'SELECT lengths, dates, shelves, titles, title_lengths FROM search_blocks WHERE id = :id',
    { id },
  );
  return row && parseBlock(row);
}

function parseBlock(row: Row): Block {
  return {
    lengths: new Uint16Array(copyBuffer(readBytes(row, 'lengths'))),
    dates: new Float64Array(copyBuffer(readBytes(row, 'dates'))),
    shelves: new Uint8Array(copyBuffer(readBytes(row, 'shelves'))),
    titles: new Int32Array(copyBuffer(readBytes(row, 'titles'))),
    titleLengths: new Uint8Array(copyBuffer(readBytes(row, 'title_lengths'))),
  };
}

/** The version is another one each time, in every index: what is known of the block by it need not be read again. */
export function saveBlock(
  index: Database,
  id: number,
  block: Block,
  titles: readonly (readonly number[])[],
): void {
  const shortened = titles.map((title) => title.slice(0, TITLE_MAX));
  index.run(
    `REPLACE INTO search_blocks (id, version, lengths, dates, shelves, titles, title_lengths)
     VALUES (:id, random() >> 11, :lengths, :dates, :shelves, :titles, :titleLengths)`,
    {
      id,
      lengths: toBytes(block.lengths),
      dates: toBytes(block.dates),
      shelves: block.shelves,
      titles: toBytes(Int32Array.from(shortened.flat())),
      titleLengths: Uint8Array.from(shortened, ({ length }) => length),
    },
  );
}

type Place = {
  readonly lengths: readonly number[];
  readonly publishedAt: number;
  readonly shelf: number;
};

export function placeDocument(block: Block, offset: number, { lengths, publishedAt, shelf }: Place): void {
  block.lengths.set(
    lengths.map((length) => Math.min(length, LENGTH_MAX)),
    offset * FIELDS.length,
  );
  block.dates[offset] = publishedAt;
  block.shelves[offset] = shelf;
}

export function clearPlace(block: Block, offset: number): void {
  placeDocument(block, offset, {
    lengths: FIELDS.map(() => 0),
    ...{ publishedAt: Number.POSITIVE_INFINITY, shelf: 0 },
  });
}

/** The terms of each title on its own, to be changed. */
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

/** The bytes in a buffer of their own, which begins where numbers of more than a byte may stand. */
function copyBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
