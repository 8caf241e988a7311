/** The search in the language of the site, which `site.yaml` names. */
import { expect, test } from 'vitest';
import type {
  SearchResult,
  SearchSuggestion,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import { BAKERY, BAKERY_QUERIES } from '../support/bakery.ts';
import { formatArticle } from '../support/content-folder.ts';
import { compileFiles, type Files } from '../support/content-shapes.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

type Texts = Readonly<Record<string, readonly [title: string, text: string]>>;

/** By language: the texts, and for each query the texts that it finds, the best first. */
const LANGUAGES: Readonly<
  Record<
    string,
    { readonly texts: Texts; readonly queries: Readonly<Record<string, readonly string[]>> }
  >
> = {
  'de-AT': {
    texts: {
      gaerten: ['Kleine Gärten', 'Was auf einem Balkon wächst, ist für Bienen da.'],
      haeuser: ['Häuser dämmen', 'Die Wände zuerst, dann das Dach.'],
    },
    queries: {
      Garten: ['gaerten'],
      Haus: ['haeuser'],
      Balkone: ['gaerten'],
      'was ist mit dem Dach': ['haeuser'],
      'fur Dacher': ['haeuser'],
      Gatren: ['gaerten'],
    },
  },
  fr: {
    texts: {
      publicites: ['Publicités générales', 'Elles sont proposées aux nouveaux clients.'],
      chevaux: ['Les chevaux de course', 'Un élevage en Normandie.'],
    },
    queries: {
      publicité: ['publicites'],
      publicite: ['publicites'],
      proposer: ['publicites'],
      général: ['publicites'],
      élevages: ['chevaux'],
      'dans les courses': ['chevaux'],
      publicties: ['publicites'],
    },
  },
  ru: {
    texts: {
      reklama: ['Как работает реклама', 'Советы для маленьких магазинов. Ещё один абзац.'],
      knigi: ['Новые книги', 'Что читать зимой.'],
    },
    queries: {
      рекламы: ['reklama'],
      магазин: ['reklama'],
      книгу: ['knigi'],
      абзацы: ['reklama'],
      читаю: ['knigi'],
      рекалма: ['reklama'],
    },
  },
  ar: {
    texts: {
      kitab: ['الكتب الجديدة', 'قراءة ممتعة في الشتاء.'],
      matjar: ['المتاجر الصغيرة', 'كيف تجد زبائن.'],
    },
    queries: { كتب: ['kitab'], متاجر: ['matjar'], قِرَاءَة: ['kitab'] },
  },
  zh: {
    texts: {
      sousuo: ['如何使用搜索引擎', '搜索引擎优化是一种方法。关键词研究很重要。SEO工具有很多。'],
      chufang: ['厨房用品', '锅碗瓢盆都在这里。'],
    },
    queries: {
      引擎: ['sousuo'],
      优化: ['sousuo'],
      方法: ['sousuo'],
      研究: ['sousuo'],
      关键词研究: ['sousuo'],
      'SEO tools': ['sousuo'],
      工具: ['sousuo'],
      用品: ['chufang'],
    },
  },
  ja: {
    texts: {
      honya: ['東京の本屋について', '東京都の書店では検索ができます。'],
      gakko: ['かき氷の作り方', 'ガラスの器を冷やしておきます。'],
    },
    queries: {
      検索: ['honya'],
      書店: ['honya'],
      本屋: ['honya'],
      東京の書店: ['honya'],
      ガラス: ['gakko'],
      カラス: [],
    },
  },
  th: {
    texts: {
      khonha: ['การค้นหาภาษาไทย', 'ข้อความภาษาไทยไม่มีช่องว่างระหว่างคำ'],
      pi: ['ปีใหม่ในกรุงเทพ', 'ดอกไม้ไฟและตลาดกลางคืน'],
    },
    queries: {
      ภาษาไทย: ['khonha'],
      ค้นหา: ['khonha'],
      ช่องว่าง: ['khonha'],
      ตลาด: ['pi'],
      ปี: ['pi'],
      ปู: [],
    },
  },
};

test.for(Object.entries(LANGUAGES))(
  'the search finds the words of a text in %s, in any form and despite a slip',
  async ([language, { texts, queries }]) => {
    await using site = await createSite(language, texts);
    const found = await Promise.all(
      Object.keys(queries).map(async (query) => [query, await findSlugs(site, query)]),
    );
    expect(Object.fromEntries(found)).toEqual(queries);
  },
);

test('the words of a German compound are found by its last part, and none by a part that it has by chance', async () => {
  await using site = await createSite('de', BAKERY);
  const found = await Promise.all(
    BAKERY_QUERIES.map(async ([query]) => [query, (await findSlugs(site, query)).toSorted()]),
  );
  expect(found).toEqual(BAKERY_QUERIES.map(([query, slugs]) => [query, slugs.toSorted()]));
});

test('words in a run without spaces are highlighted, and nothing around them', async () => {
  await using site = await createSite('zh', LANGUAGES.zh?.texts ?? {});
  expect(await listMarked(site, '引擎')).toEqual(['引擎']);
  expect(await listMarked(site, '研究方法')).toEqual(['方法', '研究']);
  expect(await listMarked(site, 'seo')).toEqual(['SEO']);
});

test('titles without spaces are suggested by a word within them', async () => {
  await using site = await createSite('ja', LANGUAGES.ja?.texts ?? {});
  const suggestions = await site.read<readonly SearchSuggestion[]>(
    '/api/search/suggestions?q=%E6%9C%AC%E5%B1%8B',
  );
  expect(suggestions.map(({ label }) => label)).toEqual(['東京の本屋について']);
});

test('a site in a language without a row is found by its words as they are written', async () => {
  await using site = await createSite('vi', { cafe: ['Cà phê sữa đá', 'Pha bằng phin.'] });
  expect(await findSlugs(site, 'cà phê')).toEqual(['cafe']);
  expect(await findSlugs(site, 'ca phe')).toEqual(['cafe']);
});

test('all texts are read again when the language of the site changes, but not for another region', async () => {
  const haeuser = LANGUAGES['de-AT']?.texts.haeuser ?? ['', ''];
  const texts = { haeuser, ofen: ['Apfelsaft', 'Mit Zimt.'] } as const;
  await using site = await createSite('en', texts);
  expect(await findSlugs(site, '"Haus"')).toEqual([]);
  expect(await findSlugs(site, 'Saft')).toEqual([]);
  syncStore(site.store, await compileFiles(createFiles('de', texts)));
  expect(site.takeLog()).toEqual([
    'All texts are indexed again, because the site’s language is now de.',
  ]);
  expect(await findSlugs(site, '"Haus"')).toEqual(['haeuser']);
  expect(await findSlugs(site, 'Saft')).toEqual(['ofen']);
  syncStore(site.store, await compileFiles(createFiles('de-CH', texts)));
  expect(site.takeLog()).toEqual([]);
  expect(await findSlugs(site, '"Haus"')).toEqual(['haeuser']);
});

async function createSite(language: string, texts: Texts): Promise<TestSite> {
  return createTestSite({ records: await compileFiles(createFiles(language, texts)) });
}

function createFiles(language: string, texts: Texts): Files {
  const site = {
    name: 'Words',
    domain: 'words.example',
    language,
    categories: [{ slug: 'tools', name: 'Tools' }],
  };
  const articles = Object.entries(texts).map(([slug, [title, text]]) => [
    `articles/tools/${slug}.md`,
    formatArticle({ title, excerpt: 'e', metaDescription: 'm' }, text),
  ]);
  return {
    'site.yaml': JSON.stringify({ ...site, description: 'd' }),
    ...Object.fromEntries(articles),
  };
}

async function findResults(site: TestSite, text: string): Promise<readonly SearchResult[]> {
  return site.read(`/api/search?q=${encodeURIComponent(text)}`);
}

async function findSlugs(site: TestSite, text: string): Promise<readonly string[]> {
  return (await findResults(site, text)).map(({ slug }) => slug);
}

/** The highlighted words of the first result. */
async function listMarked(site: TestSite, text: string): Promise<readonly string[]> {
  const [first] = await findResults(site, text);
  return first?.passage.flatMap((part) => (part.isMatch ? part.text : [])) ?? [];
}
