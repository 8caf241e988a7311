/** A site with a `timeZone`: when texts go live, and which days its pages, calls, feeds and counts name. */
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLosses } from '../../packages/marketing-workbench/src/export/losses.ts';
import { restoreFolder } from '../../packages/marketing-workbench/src/export/restore-folder.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { listDayCounts } from '../../packages/marketing-workbench/src/store/counts/day-counts.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { formatArticle } from '../support/content-folder.ts';
import { type Files, writeShapes } from '../support/content-shapes.ts';
import { createTestSite, READER, type TestSite } from '../support/test-site.ts';

const SITE_YAML = 'name: Bakery\ncategories: [{ slug: bread, name: Bread }]\n';
const PATH = '/bread/rye';
const FILES: Files = {
  'site.yaml': `${SITE_YAML}timeZone: Europe/Berlin\n`,
  'articles/bread/rye.md': formatArticle({ title: 'Rye', publishedAt: '2026-01-01' }),
  'articles/bread/oats.md': formatArticle({ title: 'Oats', publishedAt: '2025-07-01 09:00' }),
  'pages/privacy.md':
    '---\ntitle: Privacy\nmetaDescription: "What is counted."\n---\n\n::what-is-counted\n',
};
/** The midnight in Berlin with which 2026 begins. */
const NEW_YEAR = '2025-12-31T23:00:00.000Z';
const BEFORE = '2025-12-31T22:59:59.999Z';

async function compile(files: Files, now = NEW_YEAR): Promise<readonly ContentRecord[]> {
  const folder = await writeShapes(files);
  onTestFinished(() => rm(folder, { recursive: true }));
  const { records, problems } = await compileFolder(folder, new Date(now));
  expect(problems).toEqual([]);
  return records;
}

async function read(site: TestSite, address: string): Promise<string> {
  return (await site.get(address)).body;
}

test('an article with a day goes live at midnight in the zone, and its page shows that day and year', async () => {
  await using site = await createTestSite({ records: await compile(FILES), now: BEFORE });
  expect((await site.get(PATH)).statusCode).toBe(404);
  expect(await read(site, '/')).toContain('© 2025');
  site.setTime(NEW_YEAR);
  const page = await read(site, PATH);
  expect(page).toContain('>January 1, 2026</time>');
  expect(page).toContain('<time dateTime="2026-01-01T00:00:00.000+01:00">');
  expect(page).toContain('"datePublished":"2026-01-01T00:00:00.000+01:00"');
  expect(page).toContain('"renderedAt":"2026-01-01"');
  expect(page).toContain('"utcOffsetMs":3600000');
  const home = await read(site, '/');
  expect(home).toContain('© 2026');
  expect(home).toContain('>Today</time>');
});

test('a cached page shows another age from midnight in the zone on, not from that in UTC', async () => {
  await using site = await createTestSite({ records: await compile(FILES), now: NEW_YEAR });
  site.setTime('2026-01-01T22:59:59.999Z');
  expect(await read(site, '/')).toContain('>Today</time>');
  site.setTime('2026-01-01T23:00:00.000Z');
  expect(await read(site, '/')).toContain('>Yesterday</time>');
});

test('calls, lists, feeds and Markdown write the offset of the zone, in summer and in winter', async () => {
  await using site = await createTestSite({ records: await compile(FILES), now: NEW_YEAR });
  const [winter, summer] = ['2026-01-01T00:00:00.000+01:00', '2025-07-01T09:00:00.000+02:00'];
  expect(JSON.parse(await read(site, '/api/posts/rye')).publishedAt).toBe(winter);
  const posts: readonly { publishedAt: string }[] = JSON.parse(await read(site, '/api/posts'));
  expect(posts.map(({ publishedAt }) => publishedAt)).toEqual([winter, summer]);
  expect(await read(site, '/atom.xml')).toContain(`<published>${summer}</published>`);
  expect(await read(site, '/atom.xml')).toContain(`<updated>${winter}</updated>`);
  expect(await read(site, '/feed.xml')).toContain('<pubDate>Thu, 01 Jan 2026 00:00:00 +0100<');
  expect(JSON.parse(await read(site, '/feed.json')).items[0].date_published).toBe(winter);
  expect(await read(site, `${PATH}.md`)).toContain(`published: "${winter}"`);
});

test('readers are counted by days in the zone, and the words about it name the zone', async () => {
  await using site = await createTestSite({ records: await compile(FILES), now: BEFORE });
  const view = () =>
    site.request({ url: '/api/posts/none/view?missing=/x', headers: { 'user-agent': READER } });
  await view();
  site.setTime(NEW_YEAR);
  await site.request({
    url: '/api/posts/none/view?missing=/x',
    headers: { 'user-agent': `${READER} Other` },
  });
  const days = listDayCounts(site.store, 0).map(({ day }) => day);
  expect(days).toEqual([Date.UTC(2025, 11, 31), Date.UTC(2026, 0, 1)].map((time) => time / 864e5));
  expect(await read(site, '/privacy')).toContain('For each day, in Europe/Berlin, the server adds');
});

test('a folder that is restored from the records has the zone, and the same records', async () => {
  const records = await compile(FILES);
  const files = await Promise.all(
    restoreFolder(records, createLosses()).map(
      async (file) => [file.path, Buffer.from((await file.read()) ?? [])] as const,
    ),
  );
  const again = await compile(Object.fromEntries(files));
  const listTimes = (all: readonly ContentRecord[]) =>
    all.flatMap((record) => (record.kind === 'post' ? [[record.slug, record.publishedAt]] : []));
  expect(listTimes(again)).toEqual(listTimes(records));
  expect(again.find(({ kind }) => kind === 'site')).toMatchObject({
    settings: { timeZone: 'Europe/Berlin' },
  });
});

test('without a zone the same files mean times in UTC, and answers have no offset', async () => {
  const records = await compile({ ...FILES, 'site.yaml': SITE_YAML }, '2026-01-01T00:00:00Z');
  await using site = await createTestSite({ records, now: '2025-12-31T23:59:59.999Z' });
  expect((await site.get(PATH)).statusCode).toBe(404);
  site.setTime('2026-01-01T00:00:00.000Z');
  expect(JSON.parse(await read(site, '/api/posts/rye')).publishedAt).toBe(
    '2026-01-01T00:00:00.000Z',
  );
  expect(await read(site, PATH)).not.toContain('utcOffsetMs');
});
