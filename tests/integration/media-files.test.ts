import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findMedia } from '../../packages/marketing-workbench/src/store/media/stored-media.ts';
import { createRecordsSource } from '../../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../../packages/marketing-workbench/src/store/sync/sync.ts';
import { createMediaRecord, createTaxonomyRecords, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { executeSql } from '../support/temporary-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BYTES = Uint8Array.from({ length: 200_000 }, (_, place) => (place * 7) % 251);
const PHOTO = createMediaRecord({ name: 'photo-1440.avif', type: 'image/avif', bytes: BYTES });
const PDF = createMediaRecord({
  name: '0123456789abcdef-plan.pdf',
  type: 'application/pdf',
  bytes: BYTES.slice(9),
});
const DRAWING = createMediaRecord({
  bytes: new TextEncoder().encode(`<svg>${'<g/>'.repeat(900)}</svg>`),
});
const CONTENT = [...createTaxonomyRecords(), PHOTO, PDF, DRAWING];
const PATH = '/media/photo-1440.avif';

test('the index holds no bytes of pictures and downloads', async () => {
  await using site = await createTestSite({ records: CONTENT });
  expect(readFileSync(site.store.indexPath).indexOf(BYTES.slice(1_000, 1_100))).toBe(-1);
  for (const { name, bytes } of [PHOTO, PDF, DRAWING]) {
    const { rawPayload, headers } = await site.get(`/media/${name}`);
    expect(rawPayload.equals(bytes.read())).toBe(true);
    expect(headers['content-length']).toBe(String(bytes.size));
  }
});

test.each([
  ['bytes=0-0', 'bytes 0-0/200000', 0, 1],
  ['bytes=199990-', 'bytes 199990-199999/200000', 199_990, 200_000],
  ['bytes=100-999999', 'bytes 100-199999/200000', 100, 200_000],
  ['bytes=200000-', 'bytes */200000', 0, 0],
  ['bytes=0-1,5-6', undefined, 0, 200_000],
])('a request for %s of a picture gets %s', async (range, contentRange, start, end) => {
  await using site = await createTestSite({ records: CONTENT });
  const { statusCode, headers, rawPayload } = await site.get(PATH, { range });
  expect(headers['content-range']).toBe(contentRange);
  if (contentRange === undefined) expect(statusCode).toBe(200);
  else expect(statusCode).toBe(end === 0 ? 416 : 206);
  if (end > 0) expect(rawPayload.equals(BYTES.slice(start, end))).toBe(true);
});

test('a download continues where it stopped only if it is the same file', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const { headers } = await site.get(PATH);
  const resume = (tag: string) => site.get(PATH, { range: 'bytes=5-', 'if-range': tag });
  expect((await resume(String(headers.etag))).statusCode).toBe(206);
  expect((await resume('"another"')).statusCode).toBe(200);
});

test('HEAD and a request with the tag of the file get its headers without its bytes', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const { headers } = await site.get(PATH);
  const head = await site.request({ method: 'HEAD', url: PATH });
  expect([head.statusCode, head.rawPayload.length, head.headers]).toEqual([
    200,
    0,
    { ...headers, date: head.headers.date },
  ]);
  const known = await site.get(PATH, { 'if-none-match': String(headers.etag) });
  expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  expect(known.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('a drawing is compressed for browsers', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const { headers, rawPayload } = await site.get(`/media/${DRAWING.name}`, {
    'accept-encoding': 'br',
  });
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
  expect(rawPayload.length).toBeLessThan(DRAWING.bytes.size / 2);
});

test('a long text is sent as it is, in the parts that the client asks for', async () => {
  const bytes = Buffer.alloc(3_000_000, 'term,match type\n');
  const csv = createMediaRecord({ name: 'terms.csv', type: 'text/csv; charset=utf-8', bytes });
  await using site = await createTestSite({ records: [...createTaxonomyRecords(), csv] });
  const answer = await site.get('/media/terms.csv', {
    'accept-encoding': 'br',
    range: 'bytes=2999990-',
  });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([206, undefined]);
  expect(answer.rawPayload).toEqual(bytes.subarray(2_999_990));
});

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ['deleted', (path) => rmSync(path)],
  ['truncated', (path) => truncateSync(path, 100)],
  ['empty', (path) => truncateSync(path)],
  ['longer', (path) => writeFileSync(path, 'x', { flag: 'a' })],
  ['another one of the same length', (path) => writeFileSync(path, BYTES.toReversed())],
  ['a folder', replaceByFolder],
  ['gone with its folder', (path) => rmSync(dirname(dirname(path)), { recursive: true })],
];

test.for(DAMAGES)(
  'a file that is %s is an uncached 503 until the content is synced',
  async ([, damage]) => {
    await using site = await createTestSite({ records: CONTENT });
    const whole = await site.get(PATH);
    damage(locate(site, PHOTO.name));
    for (const range of ['bytes=5-9', '']) {
      const answer = await site.get(PATH, { range });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    }
    expect((await site.get('/api/system/health')).statusCode).toBe(200);
    expect(site.store.media.isDamaged()).toBe(true);
    expect(syncStore(site.store, CONTENT, NOW)).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(site.store.media.isDamaged()).toBe(false);
    const { rawPayload, headers } = await site.get(PATH);
    expect(rawPayload.equals(BYTES)).toBe(true);
    expect(headers).toEqual({ ...whole.headers, date: headers.date });
    expect(site.takeLog()).toEqual([
      expect.stringMatching(
        /^The file of \/media\/photo-1440\.avif is damaged \(.+\); it is written again\.$/,
      ),
    ]);
  },
);

test('a change of a file is noticed after a restart even if its time and length are as before', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const path = locate(site, PHOTO.name);
  await site.restart(() => {
    writeFileSync(path, BYTES.toReversed());
    utimesSync(path, 0, 0);
  });
  expect((await site.get(PATH)).statusCode).toBe(503);
  expect(site.takeLog()).toHaveLength(1);
});

test('names that lead out of the folder find nothing', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const { sha256 } = PHOTO.bytes;
  for (const name of [
    '..%2findex.sqlite',
    '../state.sqlite',
    sha256,
    `${sha256.slice(0, 2)}/${sha256}`,
    '%00',
  ])
    expect([name, (await site.get(`/media/${name}`)).statusCode]).toEqual([name, 404]);
});

test('a damaged row that names a folder removes nothing, and the index is replaced', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const path = locate(site, PHOTO.name);
  await site.restart(() => executeSql(site.store.indexPath, "UPDATE media SET sha256 = '..'"));
  expect((await site.get(PATH)).statusCode).toBe(503);
  expect(existsSync(path)).toBe(true);
  syncStore(site.store, CONTENT, NOW);
  expect((await site.get(PATH)).rawPayload.equals(BYTES)).toBe(true);
  expect(site.takeLog().join()).toContain('it is rebuilt from the content');
});

test('the next sync removes what no row names, but not what another publisher may have just written', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const path = locate(site, PHOTO.name);
  const rest = CONTENT.filter((record) => record !== PHOTO);
  const leftOver = `${locate(site, PDF.name)}.4711`;
  writeFileSync(leftOver, 'what a killed publisher left');
  syncStore(site.store, rest, Date.now());
  expect((await site.get(PATH)).statusCode).toBe(404);
  expect([path, leftOver].map((file) => existsSync(file))).toEqual([true, true]);
  syncStore(site.store, rest, Date.now() + 2 * DAY_MS);
  expect([path, leftOver].map((file) => existsSync(file))).toEqual([false, false]);
  expect((await site.get(`/media/${PDF.name}`)).statusCode).toBe(200);
});

test('a file that another publisher with its clock a year ahead removes meanwhile is written again', async () => {
  const rest = CONTENT.filter((record) => record !== PHOTO);
  await using site = await createTestSite({ records: rest });
  const path = site.store.media.locate(PHOTO.bytes.sha256);
  const source = createRecordsSource(CONTENT);
  const found: boolean[] = [];
  function* interrupt(keys: readonly string[]) {
    yield* source.records(keys);
    if (found.length > 0) return;
    found.push(existsSync(path));
    syncStore(site.store, rest.slice(0, -1), Date.now() + 365 * DAY_MS);
    found.push(existsSync(path));
  }
  syncSource(site.store, { ...source, records: interrupt }, Date.now());
  expect(found).toEqual([true, false]);
  expect((await site.get(PATH)).rawPayload.equals(BYTES)).toBe(true);
});

test('files are found again after the index was removed, and written once', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const path = locate(site, PHOTO.name);
  utimesSync(path, 1, 1);
  await site.restart(() => rmSync(site.store.indexPath));
  expect((await site.get(PATH)).statusCode).toBe(503);
  const reads: string[] = [];
  const read = () => {
    reads.push(PHOTO.name);
    return BYTES;
  };
  syncStore(
    site.store,
    [...createTaxonomyRecords(), { ...PHOTO, bytes: { ...PHOTO.bytes, read } }],
    NOW,
  );
  expect((await site.get(PATH)).rawPayload.equals(BYTES)).toBe(true);
  expect(reads).toEqual([]);
});

test('a file that can’t be written stops the sync, and the old content stays', async () => {
  await using site = await createTestSite({ records: CONTENT });
  const media = dirname(dirname(locate(site, PHOTO.name)));
  const other = createMediaRecord({
    name: 'other.png',
    type: 'image/png',
    bytes: Uint8Array.of(1, 2, 3),
  });
  const shard = join(media, other.bytes.sha256.slice(0, 2));
  writeFileSync(shard, 'a file where a folder should be');
  expect(() => syncStore(site.store, [...createTaxonomyRecords(), other], NOW)).toThrow(
    /EEXIST|ENOTDIR/,
  );
  expect((await site.get(PATH)).statusCode).toBe(200);
  expect((await site.get('/media/other.png')).statusCode).toBe(404);
  rmSync(shard);
  syncStore(site.store, [...createTaxonomyRecords(), other], NOW);
  expect((await site.get('/media/other.png')).rawPayload).toEqual(Buffer.of(1, 2, 3));
  expect(readdirSync(shard)).toHaveLength(1);
});

function locate({ store }: TestSite, name: string): string {
  return store.media.locate(findMedia(store, name)?.sha256 ?? '');
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}
