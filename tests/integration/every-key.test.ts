import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  findDefault,
  findLoss,
} from '../../packages/marketing-workbench/src/content/texts/text-keys.ts';
import {
  type ContentRecord,
  RECORD_FIELDS,
  type RecordField,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { writeContentFolder } from '../support/content-folder.ts';
import { GUIDE_AUTHOR, KEY_SAMPLES, LEGACY_PATH } from '../support/every-field.ts';
import { EVERY_FIELD_CONTENT } from '../support/every-field-site.ts';
import {
  expectKey,
  findKeys,
  formatTime,
  KEY_CASES,
  type KeyCase,
  listOldAddresses,
  readKeys,
  writeAgain,
} from '../support/every-key.ts';
import { runCommand } from '../support/run-command.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite } from '../support/test-site.ts';

test('the samples of all keys differ from what leaving out the key means', () => {
  for (const { kind, key, value } of KEY_CASES) {
    expect(value, `${kind} ${key}`).toBeDefined();
    // A page with noindex is not found by the search.
    if (key !== 'inSearch' || kind !== 'page')
      expect(value, `${kind} ${key}`).not.toEqual(findDefault(kind, key));
  }
});

test('every key of a text goes from the folder through the index to its call', async () => {
  const folder = await writeContentFolder(EVERY_FIELD_CONTENT);
  const { records, problems } = await compileFolder(folder, new Date(), { wanted: 'drafts' });
  expect(problems).toEqual([]);
  await using site = await createTestSite({ records });
  const reader = {
    records,
    get: async (address: string) => {
      const { statusCode, body } = await site.get(address);
      return { status: statusCode, text: body };
    },
    findTarget: async (address: string) => (await site.get(address)).headers.location,
  };
  for (const one of KEY_CASES) await expectKey(one, reader);
});

/** Values that a call of one text answers with, and that the text may lack. */
const SHOWN = (['post', 'page'] as const).flatMap((kind) =>
  Object.entries<RecordField>(RECORD_FIELDS[kind]).flatMap(([name, { answer, optional }]) =>
    answer !== undefined && optional ? [[kind, name] as const] : [],
  ),
);

test('the page of a text shows each value that its call answers with', async () => {
  const folder = await writeContentFolder(EVERY_FIELD_CONTENT);
  const { records } = await compileFolder(folder);
  const slugs = { post: 'seo-step-2', page: 'every-key' };
  const whole = {
    post: await renderText(slugs.post, records),
    page: await renderText(slugs.page, records),
  };
  const hidden: string[] = [];
  for (const [kind, name] of SHOWN) {
    const isText = (record: ContentRecord) => record.kind === kind && record.slug === slugs[kind];
    const without = records.map((record) =>
      isText(record) ? { ...record, [name]: undefined } : record,
    );
    if ((await renderText(slugs[kind], without)) === whole[kind])
      hidden.push(`${name} of a ${kind}`);
  }
  expect(hidden).toEqual([]);
});

/** The page without the answers of calls, which hold all values. */
async function renderText(slug: string, records: readonly ContentRecord[]): Promise<string> {
  await using site = await createTestSite({ records });
  const { statusCode, body } = await site.get(
    slug === 'every-key' ? `/${slug}` : `/seo/local-seo/${slug}`,
  );
  expect(statusCode).toBe(200);
  return body
    .replaceAll(/<script[^>]*id="PageState".*?<\/script>/gs, '')
    .replaceAll(/ nonce="[^"]*"/g, '');
}

test.each([
  ['markdown', 'copy'],
  ['json', 'site.json'],
])('every key of a text is the same after an export as %s and an import', async (format, name) => {
  const { folder, again } = await exportAndImport(format, name);
  const read = (base: string) =>
    KEY_CASES.map(({ kind, key, file }) => [kind, key, readKeys(path.join(base, file))[key]]);
  expect(read(again)).toEqual(read(folder));
  expect(read(again)).toEqual(KEY_CASES.map(({ kind, key, value }) => [kind, key, value]));
});

test.each([
  ['wxr', 'site.xml'],
  ['ghost', 'site.zip'],
])(
  'every key of a text is kept by an export as %s and an import, or named as a loss',
  async (format, name) => {
    const trip = await exportAndImport(format, name);
    const label = ({ kind, key }: KeyCase) => `${kind} ${key}`;
    const found = KEY_CASES.map((one) => [label(one), readAgain(one, trip)]);
    expect(found).toEqual(KEY_CASES.map((one) => [label(one), expectAgain(one)]));
  },
);

type Trip = {
  /** The exported folder, and that of the import. */
  readonly folder: string;
  readonly again: string;
  readonly losses: readonly { readonly what: string; readonly places: readonly string[] }[];
};

const reportSchema = z.object({
  losses: z.array(z.object({ what: z.string(), places: z.array(z.string()) })),
});

async function exportAndImport(format: string, name: string): Promise<Trip> {
  const base = createDataDir();
  const folder = await writeContentFolder(EVERY_FIELD_CONTENT);
  const target = path.join(base, name);
  const again = path.join(base, 'again');
  const uploads = path.join(base, 'uploads');
  const { records } = await compileFolder(folder, new Date(), { wanted: 'all' });
  // The addresses of an export for WordPress, which readers of the site request.
  mkdirSync(path.join(uploads, 'media'), { recursive: true });
  for (const record of records)
    if (record.kind === 'media')
      writeFileSync(path.join(uploads, 'media', record.name), record.bytes.read());
  const flags = format === 'wxr' ? ['--uploads', uploads] : [];
  for (const args of [
    ['export', '--format', format, '--to', target],
    ['import', target, '--to', again, ...flags],
  ])
    expect(await runCommand(args, { CONTENT_DIR: folder })).toMatchObject({ status: 0 });
  const { losses } = reportSchema.parse(JSON.parse(readFileSync(`${target}.report.json`, 'utf8')));
  return { folder, again, losses };
}

function expectAgain(one: KeyCase): unknown {
  switch (one.key) {
    case 'downloads':
      return [{ file: expect.stringMatching(/-questions\.csv$/), title: 'Questions (CSV, 1 kB)' }];
    case 'tags':
      return expect.arrayContaining([one.value].flat());
    default:
      return writeAgain(one);
  }
}

/** What the import has again, or the value of a key that the export named as a loss. */
function readAgain(one: KeyCase, trip: Trip): unknown {
  const { kind, key, value, file } = one;
  const keys = findKeys(trip.again, readKeys(path.join(trip.folder, file)).title);
  switch (key) {
    case 'aliases':
    case 'legacyUrl':
    case 'redirectTo':
      return hasOldAddress(key === 'redirectTo' ? LEGACY_PATH : String(value), trip)
        ? value
        : undefined;
    case 'author':
      return kind === 'guide' ? readGuideAuthor(trip) : readAuthors(keys.author, trip);
    case 'updatedAt':
      // The only date of an old post is that of its publication elsewhere.
      return formatTime(kind === 'legacy' ? keys.publishedAt : keys.updatedAt);
    default: {
      const loss = findLoss(key);
      if (loss === undefined) return formatTime(keys[key]);
      return isNamed(loss, `content/${file}`, trip) ? writeAgain(one) : undefined;
    }
  }
}

function hasOldAddress(address: string, trip: Trip): boolean {
  const isRedirected = listOldAddresses(trip.again).includes(address.toLowerCase());
  return isRedirected || isNamed('redirect; WordPress needs a plugin for it', address, trip);
}

/** An imported guide is a page, which nobody signs; but who signed it is imported. */
function readGuideAuthor({ again }: Trip): readonly string[] {
  const authors = readFileSync(path.join(again, 'authors.yaml'), 'utf8');
  return [GUIDE_AUTHOR].filter((slug) => authors.includes(slug));
}

function readAuthors(found: unknown, trip: Trip): readonly unknown[] {
  const isFirst = isNamed('further author of a text', '/seo/local-seo/seo-step-2', trip);
  return isFirst ? [found, ...KEY_SAMPLES.article.author.slice(1)] : [found].flat();
}

function isNamed(loss: string, place: string, { losses }: Trip): boolean {
  return losses.some(({ what, places }) => what === loss && places.includes(place));
}
