/**
 * The site’s own content: whatever is asked of it, no call and no page fails, and while a reader
 * types, the search suggests the page that is meant.
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { test as baseTest, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApi } from '../../packages/marketing-workbench/src/api/api.ts';
import { createEventCounter } from '../../packages/marketing-workbench/src/api/event-counter.ts';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { parseAddress } from '../../packages/marketing-workbench/src/site/addresses.ts';
import type { SearchSuggestion } from '../../packages/marketing-workbench/src/site/entities.ts';
import { TAG_POSTS_MIN } from '../../packages/marketing-workbench/src/site/limits.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { countEvents } from '../../packages/marketing-workbench/src/store/counts/reader-events.ts';
import { compileOwnContent, OWN_CONTENT_NOW as NOW } from '../support/own-content.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const SEED = 20_261_126;

const test = baseTest.extend(
  'own',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  async ({}, { onCleanup }) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'own-content-'));
    const records = addTagsAndAuthors(await compileOwnContent(folder.path));
    const site = await createTestSite({ records, now: NOW });
    onCleanup(() => site[Symbol.asyncDispose]());
    return {
      site,
      words: listTypedWords(records),
      names: listNames(records),
      ask: createAsker(site),
      suggest: createSuggester(site),
    };
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

/** The parameters that take what a reader typed; the value of some must be a path. */
const TYPED = { q: '', missing: '/', path: '/' } as const;

/** Gives an address for a text. */
type FormatAddress = (text: string) => string;

/** Each call with each such parameter; a new call that has one is among them. */
const CALLS = Object.values(endpoints).flatMap(({ path, queryNames }) =>
  Object.entries(TYPED).flatMap(([name, start]): FormatAddress[] => {
    if (!queryNames.some((one) => one === name)) return [];
    const limit = queryNames.some((one) => one === 'limit') ? '&limit=1' : '';
    return [(text) => `${path.replace(/:\w+/, 'none')}?${name}=${encode(start + text)}${limit}`];
  }),
);

/**
 * The pages that read a text: the search, a page that does not exist, which guesses, and the old
 * site's paths.
 */
const PAGES: readonly FormatAddress[] = [
  (text) => `/search?q=${encode(text)}`,
  (text) => `/SEARCH/?q=${encode(text)}&page=2&category=seo`,
  (text) => `/${encode(text)}`,
  (text) => `/seo/local-seo/${encode(text)}`,
  (text) => `/posts/2013/05/${encode(text)}.html`,
  (text) =>
    `/no-such-page?q=${encode(text)}&path=${encode(`/${text}`)}&missing=${encode(`/${text}`)}`,
];

/** As browsers send it. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const LENGTHS = [2, 3, 4, 5, 6];

function hasSign(word: string): boolean {
  return /\P{L}/u.test(word);
}

/**
 * Letters of several scripts, some of newer Unicode versions than SQLite’s tables; numbers, signs,
 * and the words of FTS5.
 */
const PARTS = [
  ...'abcdeiorstz0123456789.-.-\'"`“”„’«»,:;/&+#*^()[]{}<>=~_|\\@%?! \t',
  ...'diff ads wcag gpt seo budget 1.5 2.2 4.1 1,5 c++ c# e-mail u.s. ½ ² ⁶ ₂ ⑴ ① ﷺ １．５ ٣.٥ AND OR NOT NEAR( title: {heading} rowid'.split(
    ' ',
  ),
  ...'é ß Ω я ж שלום مرحبا हिन्दी ไทย 語 かな 한글 𞤀𞤁 𐐷 İ ŉ ͺ \u0301 \u200d \u202e \0 \ufffd 🦜'.split(
    ' ',
  ),
  '\ud800',
  '\udc00',
  '\n',
  '\u00a0',
];
const mixture = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const MIXTURES = fc.sample(mixture, { seed: SEED, numRuns: 2_000 });

/** What FTS5, SQL or a browser would read as something else than a word. */
const SYNTAX = [
  ...`diff ¦ differ ¦ 1.5 ¦ wcag 2.2 ¦ gpt-4.1 ¦ GPT4.1 ¦ difference1.96 ¦ =Difference-1.96*Spread ¦ AND ¦ ads OR ¦ NOT ads
    ¦ ads NOT NOT ¦ NEAR(ads seo, 2) ¦ NEAR( ¦ NEAR("ads" "seo" ¦ ads NEAR/2 seo ¦ title:ads ¦ title : ads ¦ - title : ads
    ¦ {title headings} : ads ¦ -{heading} : (ads) ¦ rowid:1 ¦ ^ads ¦ ^ "ads" ¦ ads* ¦ "ads" * ¦ "ads seo"* ¦ * ¦ ** ¦ + ¦ ads + seo
    ¦ "ads" + "seo" ¦ " ¦ "" ¦ """ ¦ ' ¦ '' ¦ "ads ¦ ads" ¦ “ads ¦ -" ¦ -"ads ¦ -- ¦ ; ¦ ( ¦ ) ¦ (((( ¦ "(" ¦ \\" ¦ '1.5 ¦ 1.5.2.5
    ¦ 1,5.2 ¦ １．５ ¦ ½ ¦ 1½ ¦ ⑴ ¦ ⒈ ¦ ͺ ¦ ﷺ ¦ "ﷺ" ¦ 𞤀𞤁 ¦ a𞤀b ¦ 10⁶ ¦ m² ¦ CO₂ ¦ c++ ¦ c# ¦ c++ c# 1.5 ¦ "1.5" ¦ -1.5
    ¦ "wcag 2.2" ¦ -"wcag 2.2"`.split(/\s*¦ /),
  '\0',
  'ads\0seo',
  '\0"',
  '"\0',
  '\ud800',
  'ads\udc00seo',
  '\udc00\ud800',
  '"\ud800"',
  '\ufffe\uffff',
  '1.5 '.repeat(50),
  `${'('.repeat(99)}a`,
  `${'a'.repeat(1_999)}🦜`,
  '🦜'.repeat(200),
];

/** Bytes that are no UTF-8, and text that is no encoding. */
const MALFORMED = '%ED%A0%80 %FF %C3 % %zz %00 %22%00%22 a% + %2B & = ? %E2%80'.split(' ');

// Minutes on a busy machine, though seconds of computing.
describe('an index of the site’s own content', { timeout: 600_000 }, () => {
  test('suggestions answer every distinct word of the site’s texts, and each of its beginnings of two to six characters', async ({
    own: { ask, words },
  }) => {
    const beginnings = words.flatMap((word) => LENGTHS.map((length) => word.slice(0, length)));
    const texts = [...new Set([...words, ...beginnings])];
    expect(texts.length).toBeGreaterThan(15_000);
    expect(
      await ask([(text) => endpoints.searchSuggestions.address({ q: text.toWellFormed() })], texts),
    ).toEqual([]);
  });

  test('every call that takes q, missing or path answers every word of the site’s texts with a digit or sign, and every 40th other one', async ({
    own: { ask, words },
  }) => {
    const texts = words.filter((word, place) => hasSign(word) || place % 40 === 0);
    expect(texts.length).toBeGreaterThan(1_900);
    expect(CALLS).toHaveLength(7);
    expect(await ask(CALLS, texts)).toEqual([]);
  });

  test('every call that takes q, missing or path answers 2,000 made-up mixtures of letters, digits, points, hyphens, quotes and scripts', async ({
    own: { ask },
  }) => {
    expect(await ask(CALLS, MIXTURES)).toEqual([]);
  });

  test('every call and page answers operators of FTS5, quotes, NUL, lone surrogates and signs that become several words', async ({
    own: { site, ask },
  }) => {
    expect(await ask(CALLS, SYNTAX)).toEqual([]);
    expect(await requestAll(site, PAGES, SYNTAX)).toEqual([]);
  });

  test('every call and page answers bytes that are no text', async ({ own: { site } }) => {
    const addresses = [...PAGES, ...CALLS].map((format): FormatAddress => {
      return (text) => format('TEXT').replaceAll('TEXT', text);
    });
    expect(await requestAll(site, addresses, MALFORMED)).toEqual([]);
  });

  test('over HTTP every such call and page answers every 80th mixture and every 100th word with a digit or sign', async ({
    own: { site, words },
  }) => {
    const mixtures = MIXTURES.filter((_, place) => place % 80 === 0);
    const risky = words.filter(hasSign).filter((_, place) => place % 100 === 0);
    expect(await requestAll(site, [...PAGES, ...CALLS], [...mixtures, ...risky])).toEqual([]);
  });
});

const keystrokesSchema = z.array(
  z.object({ typed: z.string(), wanted: z.string(), within: z.number() }),
);

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

/** What readers see between white space, in lower case and without signs around it. */
function listTypedWords(records: readonly ContentRecord[]): readonly string[] {
  const texts = records.flatMap((record) => [
    'title' in record ? record.title : '',
    'text' in record ? record.text : '',
    'content' in record ? record.content.replace(/<[^>]*>/g, ' ') : '',
  ]);
  const words = texts.join(' ').toLowerCase().split(/\s+/);
  const bare = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(bare)].filter((word) => word !== '').sort();
}

/** Asks for the suggestions of each text once. */
function createSuggester(site: TestSite) {
  const answers = new Map<string, Promise<readonly SearchSuggestion[]>>();
  return (typed: string): Promise<readonly SearchSuggestion[]> => {
    const text = typed.trim();
    if (text === '') return Promise.resolve([]);
    const answer = answers.get(text) ?? site.read(endpoints.searchSuggestions.address({ q: text }));
    answers.set(text, answer);
    return answer;
  };
}

/** Asks the calls without HTTP, as pages do; lists the addresses that failed, and why. */
function createAsker({ store }: TestSite) {
  const counter = createEventCounter(async (event, now) => countEvents(store, [{ event, now }]));
  const api = createApi({ store, describeDatabase: () => 'SQLite', countEvent: counter });
  const request = { now: Date.parse(NOW), visitor: { address: '127.0.0.1', userAgent: '' } };
  return async (
    formats: readonly FormatAddress[],
    texts: readonly string[],
  ): Promise<readonly string[]> => {
    const failed: string[] = [];
    for (const text of texts) {
      for (const format of formats) {
        const address = format(text);
        try {
          await api(parseAddress(address), request);
        } catch (error) {
          failed.push(`${address} ${error}`);
        }
      }
    }
    return failed;
  };
}

async function requestAll(
  site: TestSite,
  formats: readonly FormatAddress[],
  texts: readonly string[],
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const text of texts) {
    for (const format of formats) {
      const { statusCode } = await site.get(format(text));
      if (statusCode >= 500) failed.push(`${statusCode} ${format(text)}`);
    }
  }
  return failed;
}
