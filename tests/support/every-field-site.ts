/** A content folder that sets every field, and what must become of it. */
import { expect } from 'vitest';
import {
  type ContentRecord,
  recordKey,
} from '../../packages/marketing-workbench/src/site/records.ts';
import {
  ARTICLE_ADDRESS,
  type ContentOverrides,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  formatText,
  GUIDE_FILE,
  legacyFile,
  SVG,
} from './content-folder.ts';
import { GUIDE_SLUG, SITE } from './default-site.ts';
import {
  ANALYTICS,
  ANSWERS,
  AUTHOR,
  CSV,
  FEED_IDS,
  GUIDE_AUTHOR,
  GUIDE_DESCRIPTION,
  KEY_SAMPLES,
  LEGACY_DESCRIPTION,
  LEGACY_PATH,
  LEGACY_SLUG,
  LEGACY_TEXT,
  RECORDS,
  SEARCH_KEYS,
  SUMMARY,
} from './every-field.ts';
import { formatLearningPaths, LEARNING_ARTICLES } from './learning-paths.ts';
import { createPhoto } from './photos.ts';

const BODY =
  '## Ask in person\n\nMost guests are happy to help.\n\n![A funnel](funnel.svg "How it works")';

/** The second step of its category's learning path, between two posts of the same subcategory. */
export const EVERY_FIELD_CONTENT: ContentOverrides = {
  ...LEARNING_ARTICLES,
  'articles/seo/local-seo/seo-step-1.md': formatArticle({
    title: 'Older',
    publishedAt: '2023-01-01',
  }),
  'articles/seo/local-seo/seo-step-2.md': formatText(
    { ...KEY_SAMPLES.article, draft: undefined },
    BODY,
  ),
  'articles/seo/local-seo/funnel.svg': SVG,
  'articles/seo/local-seo/questions.csv': CSV,
  'articles/seo/local-seo/shop.png': await createPhoto(1200, 900),
  'articles/seo/local-seo/a-draft.md': formatText(
    {
      ...KEY_SAMPLES.article,
      title: 'A draft',
      excerpt: 'Not yet.',
      metaDescription: `Draft: ${DESCRIPTION}`,
      publishedAt: '2024-02-03',
      downloads: undefined,
      feedId: FEED_IDS.draft,
      aliases: undefined,
    },
    '## To be written\n\nWords to come.',
  ),
  [legacyFile(LEGACY_TEXT)]: formatText(
    { ...KEY_SAMPLES.legacy, redirectTo: undefined },
    'Words that still hold.',
  ),
  [legacyFile(LEGACY_PATH)]: formatLegacyPost(LEGACY_PATH, {
    title: 'What is AdWords?',
    metaDescription: LEGACY_DESCRIPTION,
    redirectTo: ARTICLE_ADDRESS,
    updatedAt: '2024-05-06',
  }),
  [GUIDE_FILE]: formatGuide('Words of a guide.', {
    title: 'A guide',
    metaDescription: GUIDE_DESCRIPTION,
    publishedAt: '2024-01-02',
    updatedAt: '2024-01-03',
    inFeeds: true,
    feedId: FEED_IDS.guideOfSpecification,
    ...SEARCH_KEYS,
  }),
  'guides/a-later-guide.md': formatGuide('## To follow\n\nMore words.', {
    title: 'A later guide',
    metaDescription: `Later: ${GUIDE_DESCRIPTION}`,
    publishedAt: '2024-01-02',
    updatedAt: '2024-01-03',
    inFeeds: true,
    feedId: FEED_IDS.pageDraft,
    draft: true,
    ...SEARCH_KEYS,
  }),
  'guides/every-key.md': formatText({ ...KEY_SAMPLES.guide, draft: undefined }, 'Of a guide.'),
  'guides/questions.csv': CSV,
  'pages/every-key-page.md': formatText({ ...KEY_SAMPLES.page, draft: undefined }, 'Of a page.'),
  'pages/a-later-page.md': formatText(
    {
      ...KEY_SAMPLES.page,
      title: 'A later page',
      metaDescription: `Page: ${DESCRIPTION}`,
      feedId: 'old-later-page',
    },
    'Of a later page.',
  ),
  'pages/questions.csv': CSV,
  'site.yaml': formatSiteYaml(),
  'public/.well-known/security.txt':
    'Contact: mailto:a@shop.example\nExpires: 2099-01-01T00:00:00Z\n',
  'authors.yaml': JSON.stringify([
    { slug: 'bo-lane', name: 'Bo Lane' },
    { slug: GUIDE_AUTHOR, name: 'Cy Lane' },
    { ...AUTHOR, picture: 'funnel.svg' },
  ]),
  'authors/funnel.svg': SVG,
  'learning-paths.yaml': formatLearningPaths(),
  'synonyms.yaml': 'same: []\nalso:\n  stars: [reviews]',
  'redirects.yaml': '- from: /old\n  to: /seo/\n  status: 302\n  match: prefix',
};

/** Another name with the built-in categories; JSON is YAML. */
function formatSiteYaml(): string {
  const { categories, news } = SITE;
  const look = { colours: { accent: '#0a7d4f' }, headings: 'sans', corners: 'square' };
  return JSON.stringify({
    name: 'A shop of one’s own',
    ...look,
    categories,
    news,
    analytics: ANALYTICS,
  });
}

/** Asserts that the records have every field with its value. */
export function expectEveryRecord(records: readonly ContentRecord[]): void {
  for (const expected of Object.values(RECORDS)) {
    const found = records.filter(
      (record) =>
        record.kind === expected.kind &&
        (record.kind === 'media'
          ? record.name.endsWith('-funnel.svg')
          : recordKey(record) === recordKey(expected)),
    );
    expect(found).toEqual([expected]);
  }
}

type Get = (path: string) => Promise<{ readonly status: number; readonly text: string }>;
type FindTarget = (path: string) => Promise<string | null | undefined>;

/** Asserts that every field is in a response or has its effect. */
export async function expectEveryAnswer(get: Get, findTarget: FindTarget): Promise<void> {
  const read = async (path: string) => JSON.parse((await get(path)).text);
  expect(await read('/api/categories/seo')).toEqual(ANSWERS.category);
  expect(await read('/api/subcategories/local-seo')).toEqual(ANSWERS.subcategory);
  const post = await read('/api/posts/seo-step-2');
  expect(post).toEqual(ANSWERS.post);
  expect(await read('/api/posts?subcategoryId=16')).toContainEqual(SUMMARY);
  expect(await read(`/api/legacy-posts/${LEGACY_SLUG}`)).toEqual(ANSWERS.legacy);
  expect((await read('/api/posts/featured'))[0]).toEqual(SUMMARY);
  for (const query of ['ask in person', 'most guests are happy', 'stars']) {
    expect((await read(`/api/search?q=${encodeURIComponent(query)}`))[0]).toMatchObject(SUMMARY);
  }
  const [picture] = /\/media\/\w+-funnel\.svg/.exec(post.content) ?? [];
  expect(await get(picture ?? '')).toMatchObject({ status: 200, text: SVG });
  expect((await get('/.well-known/security.txt')).text).toContain('mailto:a@shop.example');
  const [download] = /\/media\/\w+-questions\.csv/.exec(post.content) ?? [];
  expect(await get(download ?? '')).toMatchObject({ status: 200, text: CSV });
  expect(await findTarget('/old/local-seo')).toBe('/seo/local-seo');
  expect(await read(`/api/pages/${GUIDE_SLUG}`)).toEqual(ANSWERS.page);
  expect(await read('/api/authors/ada-lane')).toEqual(ANSWERS.author);
  expect((await get('/')).text).toContain('<title>A shop of one’s own');
  expect((await get('/feed.json')).text).toContain('A guide');
  const { pages } = await read('/api/search/summary?q=words%20of%20guides');
  const guide = {
    title: 'A guide',
    description: GUIDE_DESCRIPTION,
    path: `/${GUIDE_SLUG}`,
    place: 0,
  };
  expect(pages).toEqual([guide]);
  const legacyText = await read('/api/legacy-posts/adwords-express-setup');
  expect(legacyText.content).toContain('Words that still hold.');
  expect((await get('/api/sitemap.xml')).text).toMatch(
    /AdWords-Express-Setup.*\s*<lastmod>2024-06-07/,
  );
}
