import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Database, formatReason, isUnreadable, openDatabase } from './database.ts';
import { INDEX_SCHEMA } from './index-schema.ts';
import { readText } from './rows.ts';

const CHUNK_BYTES = 1 << 20;

/** The file that holds the length and CRC-32 of the index as of its last write. */
export function sealPathOf(indexPath: string): string {
  return `${indexPath}-seal`;
}

/** Call it with the index's write lock held. */
export function breakSeal(indexPath: string): void {
  rmSync(sealPathOf(indexPath), { force: true });
}

/** Checkpoints the write-ahead log and seals the file; does nothing while a reader keeps the checkpoint from completing. */
export function sealIndex(indexPath: string, index: Database): void {
  index.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  index.transaction(() => {
    const sealPath = sealPathOf(indexPath);
    if (hasLog(indexPath) || readSeal(indexPath) !== undefined) return;
    writeFileSync(`${sealPath}.new`, computeSeal(indexPath));
    renameSync(`${sealPath}.new`, sealPath);
  });
}

/** What is wrong with the index. Without a seal (older release, killed publisher) runs `quick_check` and compares the schema. */
export function findDamage(indexPath: string): string | undefined {
  try {
    const seal = readSeal(indexPath);
    if (seal === undefined || hasLog(indexPath)) return checkStructure(indexPath);
    if (computeSeal(indexPath) === seal) return undefined;
    // A publisher that writes at the same time has removed the seal first; then this is no damage.
    return readSeal(indexPath) === seal ? 'does not hold the bytes that were published' : undefined;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `is damaged (${formatReason(error)})`;
  }
}

function readSeal(indexPath: string): string | undefined {
  const sealPath = sealPathOf(indexPath);
  return statSync(sealPath, { throwIfNoEntry: false }) && readFileSync(sealPath, 'utf8');
}

function hasLog(indexPath: string): boolean {
  return (statSync(`${indexPath}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function computeSeal(path: string): string {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let length = 0;
    let sum = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      sum = crc32(chunk.subarray(0, read), sum);
      length += read;
    }
    return `${length} ${sum.toString(16)}\n`;
  } finally {
    closeSync(file);
  }
}

function checkStructure(indexPath: string): string | undefined {
  const index = openDatabase(indexPath);
  try {
    const found = readText(index.get('PRAGMA quick_check(1)'), 'quick_check');
    if (found !== 'ok') return `is damaged (${formatReason(found)})`;
    return readSchema(index) === readOwnSchema() ? undefined : 'has not the tables of this program';
  } finally {
    index.close();
  }
}

function readOwnSchema(): string {
  const model = openDatabase(':memory:');
  try {
    model.exec(INDEX_SCHEMA);
    return readSchema(model);
  } finally {
    model.close();
  }
}

function readSchema(index: Database): string {
  return JSON.stringify(index.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name'));
}
