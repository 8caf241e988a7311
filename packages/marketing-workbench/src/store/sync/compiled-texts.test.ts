import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../../../../../tests/support/temporary-store.ts';
import { openDatabase } from '../database.ts';
import { openCompiledTexts } from './compiled-texts.ts';

const TEXTS = new Map([
  ['key', { facts: '{}', hash: 'hash', sketches: new Uint8Array(), words: new Uint8Array() }],
]);

test('a cache that another process has locked is not used', () => {
  const dataDir = createDataDir();
  using cache = openCompiledTexts({ dataDir });
  cache.keep(TEXTS);
  using writer = openDatabase(join(dataDir, 'compiled.sqlite'));
  writer.exec('BEGIN IMMEDIATE');
  using other = openCompiledTexts({ dataDir });
  expect(other.find('key')).toBeUndefined();
  writer.exec('ROLLBACK');
  using again = openCompiledTexts({ dataDir });
  expect(again.find('key')).toEqual({ facts: '{}', hash: 'hash' });
});

test('a cache that is not a database is replaced', () => {
  const dataDir = createDataDir();
  writeFileSync(join(dataDir, 'compiled.sqlite'), 'no database '.repeat(100));
  using cache = openCompiledTexts({ dataDir });
  cache.keep(TEXTS);
  expect(cache.find('key')).toEqual({ facts: '{}', hash: 'hash' });
});
