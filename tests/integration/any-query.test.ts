/**
 * Whatever is asked of the site’s own content, no call and no page fails. The index is that of
 * `content/`.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { test as baseTest, describe, expect } from 'vitest';
import { createApi } from '../../src/api/api.ts';
import { createEventCounter } from '../../src/api/event-counter.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { parseAddress } from '../../src/site/addresses.ts';
import type { ContentRecord } from '../../src/site/records.ts';
import { countEvents } from '../../src/store/counts/reader-events.ts';
import { compileOwnContent, OWN_CONTENT_NOW as NOW } from '../support/own-content.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const SEED = 20_261_126;

const test = baseTest.extend(
  'own',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  async ({}, { onCleanup }) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'own-content-'));
    const records = await compileOwnContent(folder.path);
    const site = await createTestSite({ records, now: NOW });
    onCleanup(() => site[Symbol.asyncDispose]());
    return { site, words: listTypedWords(records), ask: createAsker(site) };
  },
);

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
const MIXTURES = fc.sample(mixture, { seed: SEED, numRuns: 5_000 });

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

  test('every call that takes q, missing or path answers 5,000 made-up mixtures of letters, digits, points, hyphens, quotes and scripts', async ({
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

  test('over HTTP every such call and page answers every 200th mixture and every 100th word with a digit or sign', async ({
    own: { site, words },
  }) => {
    const mixtures = MIXTURES.filter((_, place) => place % 200 === 0);
    const risky = words.filter(hasSign).filter((_, place) => place % 100 === 0);
    expect(await requestAll(site, [...PAGES, ...CALLS], [...mixtures, ...risky])).toEqual([]);
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
