import { inflateRawSync } from 'node:zlib';

/**
 * Returns the numbers that an XLSX file shows before any program computes it anew, by sheet (from
 * 1) and cell.
 */
export function readXlsx(file: Buffer): (sheet: number, cell: string) => number {
  const parts = new Map(listParts(file));
  return (sheet, cell) => {
    const xml = parts.get(`xl/worksheets/sheet${sheet}.xml`) ?? '';
    const [, value] =
      new RegExp(`<c r="${cell}"[^>]*>(?:<f>[^<]*</f>)?<v>([^<]*)</v>`).exec(xml) ?? [];
    return Number(value ?? Number.NaN);
  };
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006');

/** ZIP (APPNOTE 4.3.12 and 4.3.7): the central directory names each part and where it lies. */
function* listParts(file: Buffer): Generator<[name: string, text: string]> {
  const end = file.lastIndexOf(END_OF_DIRECTORY);
  let entry = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [
      file.readUInt32LE(entry + 20),
      ...readLengths(file, entry + 28, 3),
    ];
    const local = file.readUInt32LE(entry + 42);
    const [localName = 0, localExtra = 0] = readLengths(file, local + 26, 2);
    const start = local + 30 + localName + localExtra;
    const text = inflateRawSync(file.subarray(start, start + size)).toString();
    yield [file.toString('utf8', entry + 46, entry + 46 + (name ?? 0)), text];
    entry += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

function readLengths(file: Buffer, offset: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => file.readUInt16LE(offset + 2 * index));
}
