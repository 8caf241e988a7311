/** What the search suggests while a reader types, asked of the site’s own content over HTTP. */
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as baseTest, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { SearchSuggestion } from '../../src/site/entities.ts';
import { TAG_POSTS_MIN } from '../../src/site/limits.ts';
import type { ContentRecord } from '../../src/site/records.ts';
import { compileOwnContent, OWN_CONTENT_NOW } from '../support/own-content.ts';
import { createTestSite } from '../support/test-site.ts';

const test = baseTest.extend(
  'own',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  async ({}, { onCleanup }) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'own-content-'));
    const records = addTagsAndAuthors(await compileOwnContent(folder.path));
    const site = await createTestSite({ records, now: OWN_CONTENT_NOW });
    onCleanup(() => site[Symbol.asyncDispose]());
    const answers = new Map<string, Promise<readonly SearchSuggestion[]>>();
    const suggest = (typed: string) => {
      const text = typed.trim();
      if (text === '') return Promise.resolve([]);
      const answer =
        answers.get(text) ?? site.read(endpoints.searchSuggestions.address({ q: text }));
      answers.set(text, answer);
      return answer;
    };
    return { names: listNames(records), suggest };
  },
);

const TAGS = ['Google reviews', 'Shop window', 'Small budgets'];
const AUTHORS = ['Ada Lane', 'Googe Smith'];

/** The site itself has neither tags nor authors. */
function addTagsAndAuthors(records: readonly ContentRecord[]): readonly ContentRecord[] {
  const tagged = records.filter(({ kind }) => kind === 'post').slice(0, TAG_POSTS_MIN);
  return [
    ...AUTHORS.map((name, place) => ({ kind: 'author', slug: `author-${place}`, name }) as const),
    ...records.map((record) =>
      record.kind === 'post' && tagged.includes(record) ? { ...record, tags: TAGS } : record,
    ),
  ];
}

/**
 * The names of all categories, subcategories, tags, authors, articles, pages and legacy posts that
 * readers can find.
 */
function listNames(records: readonly ContentRecord[]): readonly string[] {
  const names = records.flatMap((record) => {
    if (record.kind === 'legacy') return record.redirectTo === undefined ? record.title : [];
    if (record.kind === 'page') return record.inSearch === false ? [] : record.title;
    if (record.kind === 'category' || record.kind === 'subcategory') return record.name;
    return record.kind === 'post' ? record.title : [];
  });
  return [...new Set([...names, ...TAGS, ...AUTHORS])];
}

const keystrokesSchema = z.array(
  z.object({ typed: z.string(), wanted: z.string(), within: z.number() }),
);

// Minutes on a busy machine, though seconds of computing.
describe('suggestions of the site’s own content', { timeout: 600_000 }, () => {
  test('every topic, page and article is suggested at the latest when its name is typed, and once it is, it stays', async ({
    own: { names, suggest },
  }) => {
    expect(names.length).toBeGreaterThan(190);
    const faults: string[] = [];
    for (const name of names) {
      let first: number | undefined;
      for (let length = 1; length <= name.length; length++) {
        const suggestions = await suggest(name.slice(0, length));
        const isSuggested = suggestions.some(
          ({ kind, label }) => kind !== 'section' && label === name,
        );
        if (isSuggested) first ??= length;
        else if (first !== undefined || length === name.length) faults.push(name.slice(0, length));
      }
    }
    expect(faults).toEqual([]);
  });

  test('25 pages are suggested after the few letters that `tests/search/keystrokes.yaml` allows', async ({
    own: { suggest },
  }) => {
    const targets = keystrokesSchema.parse(
      parse(readFileSync('tests/search/keystrokes.yaml', 'utf8')),
    );
    expect(targets).toHaveLength(25);
    const late: string[] = [];
    for (const { typed, wanted, within } of targets) {
      const text = typed.slice(0, within);
      const paths = (await suggest(text)).map(({ href }) => href.replace(/#.*/, ''));
      if (!paths.includes(wanted)) late.push(`${text}: ${wanted}`);
    }
    expect(late).toEqual([]);
  });

  test('the best article of the search is suggested beside the titles with the words', async ({
    own: { suggest },
  }) => {
    const articles = async (text: string) =>
      (await suggest(text)).flatMap(({ kind, label }) => (kind === 'article' ? label : []));
    expect((await articles('google ads bud'))[0]).toBe(
      'How much should a small business spend on Google Ads?',
    );
    expect(await articles('budget')).toContain(
      'How much should a small business spend on Google Ads?',
    );
    expect(await articles('page speed')).toContain(
      'How to improve Core Web Vitals on a small site',
    );
    expect(await articles('keyword r')).toContain(
      'Keyword research for a small business, with free tools',
    );
  });
});
