/** Each key of each kind of text, with the texts of `EVERY_FIELD_CONTENT` that have it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { splitFrontMatter } from '../../packages/marketing-workbench/src/content/texts/front-matter.ts';
import {
  findField,
  listTextKeys,
  type TextKey,
  type TextKind,
} from '../../packages/marketing-workbench/src/content/texts/text-keys.ts';
import {
  type ContentRecord,
  type Fields,
  RECORD_FIELDS,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { legacyFile } from './content-folder.ts';
import { KEY_SAMPLES, LEGACY_PATH, LEGACY_TEXT } from './every-field.ts';

export type KeyCase = {
  readonly kind: TextKind;
  readonly key: TextKey;
  readonly value: unknown;
  /** Below the content folder. */
  readonly file: string;
};

const FILES = {
  article: 'articles/seo/local-seo/seo-step-2.md',
  guide: 'guides/every-key.md',
  page: 'pages/every-key-page.md',
  legacy: legacyFile(LEGACY_TEXT),
} as const;

/** Keys that stand in another text: a draft is not shown, and a redirect has no text. */
const OTHER_FILES: Readonly<Record<string, string>> = {
  'article draft': 'articles/seo/local-seo/a-draft.md',
  'guide draft': 'guides/a-later-guide.md',
  'page draft': 'pages/a-later-page.md',
  'legacy redirectTo': legacyFile(LEGACY_PATH),
};

const KINDS: readonly TextKind[] = ['article', 'guide', 'page', 'legacy'];

/** A new key is one, and the type checker demands its value. */
export const KEY_CASES: readonly KeyCase[] = KINDS.flatMap((kind) => {
  const values: Readonly<Record<string, unknown>> = KEY_SAMPLES[kind];
  return listTextKeys(kind).map((key) => {
    const file = OTHER_FILES[`${kind} ${key}`] ?? FILES[kind];
    return { kind, key, value: values[key], file };
  });
});

export function readKeys(file: string): Readonly<Record<string, unknown>> {
  const { value } = splitFrontMatter(readFileSync(file, 'utf8')).frontMatter;
  return z.record(z.string(), z.unknown()).parse(value);
}

/** Returns the front matter of the only text of this title. */
export function findKeys(folder: string, title: unknown): Readonly<Record<string, unknown>> {
  const files = globSync('{articles,guides,pages,legacy}/**/*.md', { cwd: folder });
  const [found = {}, ...others] = files
    .map((file) => readKeys(path.join(folder, file)))
    .filter((keys) => keys.title === title);
  expect(others).toEqual([]);
  return found;
}

/** Returns every old address that the folder redirects, in lower case, as readers may write it. */
export function listOldAddresses(folder: string): readonly string[] {
  const files = globSync('{articles,legacy}/**/*.md', { cwd: folder });
  const texts = files.map((file) => readKeys(path.join(folder, file)));
  const [rules = ''] = globSync('redirects.yaml', { cwd: folder }).map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  );
  return [
    ...texts.flatMap(({ aliases, legacyUrl }) => [aliases, legacyUrl].flat().map(String)),
    ...[...rules.matchAll(/from: (\S+)/g)].map(([, from = '']) => from),
  ].map((address) => address.toLowerCase());
}

/**
 * Returns a key after other programs or PostgreSQL had it: a time with its zone, and of a cover
 * what readers see.
 */
export function writeAgain({ key, value }: KeyCase): unknown {
  const cover = { src: expect.stringMatching(/shop-cover-960\.jpg$/), alt: 'A shop' };
  return key === 'cover' ? cover : formatTime(value);
}

/** Formats a time in any form of ISO 8601; returns other values as they are. */
export function formatTime(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value);
  return isTime ? new Date(value).toISOString() : value;
}

type Reader = {
  readonly records: readonly ContentRecord[];
  readonly get: (address: string) => Promise<{ readonly status: number; readonly text: string }>;
  readonly findTarget: (address: string) => Promise<string | null | undefined>;
};

const CALLS = { article: 'posts', guide: 'pages', page: 'pages', legacy: 'legacy-posts' } as const;

/**
 * Asserts that the record has the key, and that its call answers with it, if `src/site/records.ts`
 * says so.
 */
export async function expectKey(
  { kind, key, value, file }: KeyCase,
  reader: Reader,
): Promise<void> {
  const label = `${kind} ${key}`;
  const slug = path.posix.basename(file, '.md');
  const record = reader.records.find((each) => 'content' in each && each.slug === slug);
  const { status, text } = await reader.get(`/api/${CALLS[kind]}/${slug}`);
  if (record === undefined) throw new Error(`${label}: no record`);
  expect(status, label).toBe(key === 'draft' ? 404 : 200);
  if (key === 'draft') return expect(record.kind, label).toMatch(/^(?:d|pageD)raft$/);
  if (key === 'downloads')
    return expect(text, label).toMatch(/-questions\.csv.*Questions .*To print\./s);
  if (key === 'aliases') return expect(await reader.findTarget(String(value))).toMatch(`/${slug}`);
  expectField({ kind, key, value }, { record, answer: JSON.parse(text) });
}

/** A flag may be left out, and a picture is compared by its alt text. */
function expectField(
  { kind, key, value }: Pick<KeyCase, 'kind' | 'key' | 'value'>,
  { record, answer }: { readonly record: ContentRecord; readonly answer: object },
): void {
  const label = `${kind} ${key}`;
  const fields: Fields = RECORD_FIELDS[record.kind];
  const name = findField(key);
  const { type, answer: detail } = fields[name] ?? {};
  const read = (values: object) =>
    new Map<string, unknown>(Object.entries(values)).get(name) ?? false;
  const expected = type === 'cover' ? expect.objectContaining({ alt: 'A shop' }) : value;
  const tags = [value].flat().map((tag) => ({ name: tag }));
  expect(read(record), label).toEqual(type === 'time' ? Date.parse(String(value)) : expected);
  if (detail !== undefined)
    expect(read(answer), label).toEqual(type === 'tags' ? tags : formatTime(expected));
}
