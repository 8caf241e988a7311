/** A content folder that sets every field of every kind of record, and the expected records and API responses. */
import { expect } from 'vitest';
import type {
  AuthorDetail,
  CategoryDetail,
  LegacyPost,
  OwnPage,
  Post,
  PostSummary,
  Subcategory,
} from '../../src/site/entities.ts';
import { type ContentRecord, type RecordKind, type RecordOf, recordKey } from '../../src/site/records.ts';
import {
  ARTICLE_ADDRESS,
  type ContentOverrides,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  GUIDE_FILE,
  legacyFile,
  SVG,
} from './content-folder.ts';
import { GUIDE_SLUG, LEGACY_PATHS, SITE } from './default-site.ts';
import { formatLearningPaths, LEARNING_ARTICLES } from './learning-paths.ts';
import { createPhoto } from './photos.ts';

/** A legacy post either has a text or redirects. */
const [LEGACY_TEXT = '', LEGACY_PATH = ''] = LEGACY_PATHS;
const LEGACY_SLUG = 'what-is-adwords';
const LEGACY_DESCRIPTION = DESCRIPTION.replaceAll('characters', 'letters, no');
const GUIDE_DESCRIPTION = DESCRIPTION.replaceAll('characters', 'signs, no more');
const BODY = '## Ask in person\n\nMost guests are happy to help.\n\n![A funnel](funnel.svg "How it works")';

const SEARCH = {
  seoTitle: 'Found by another title',
  noindex: true,
  canonical: 'https://example.com/original',
};
const COVER_KEYS = { src: 'shop.png', alt: 'A shop', focus: '50% 0%' };
const COVER_SRC = /^\/media\/\w{16}-shop-cover-960\.jpg$/;
const COVER = {
  html: expect.stringMatching(
    /^<picture><source .* alt="A shop" width="960" height="540" loading="lazy"><\/picture>$/,
  ),
  src: expect.stringMatching(COVER_SRC),
  alt: 'A shop',
  width: 960,
  height: 540,
};
const CSV = 'question,asked\nHow was it?,yes\n';
const TAGS = ['Reviews', 'Google Maps'];
const ANALYTICS = { service: 'goatcounter', host: 'stats.example.com' };
const AUTHORS = { authors: ['ada-lane', 'bo-lane'] };
const ASKED = { answers: [{ questions: ['how do i get more stars'] }] };
const SEARCH_KEYS = { ...SEARCH, ...ASKED, checkedAt: '2024-04-05', author: AUTHORS.authors };
const SEARCH_ANSWER = { ...SEARCH, checkedAt: '2024-04-05T00:00:00.000Z' };
const SEARCH_RECORD = { ...SEARCH, ...ASKED, checkedAt: Date.UTC(2024, 3, 5) };

const AUTHOR = {
  slug: 'ada-lane',
  name: 'Ada Lane',
  role: 'Editor',
  about: 'Ada ran a shop.',
  links: ['https://social.example/ada'],
};

/** The second step of its category's learning path, between two posts of the same subcategory. */
export const EVERY_FIELD_CONTENT: ContentOverrides = {
  ...LEARNING_ARTICLES,
  'articles/seo/local-seo/seo-step-1.md': formatArticle({ title: 'Older', publishedAt: '2023-01-01' }),
  'articles/seo/local-seo/seo-step-2.md': formatArticle(
    {
      title: 'Google reviews',
      excerpt: 'How to ask for reviews.',
      metaDescription: DESCRIPTION,
      publishedAt: '2024-02-03T04:05:06Z',
      updatedAt: '2024-03-04',
      featured: true,
      tags: TAGS,
      cover: COVER_KEYS,
      downloads: [{ file: 'questions.csv', title: 'Questions', about: 'To print.' }],
      ...SEARCH_KEYS,
    },
    BODY,
  ),
  'articles/seo/local-seo/funnel.svg': SVG,
  'articles/seo/local-seo/questions.csv': CSV,
  'articles/seo/local-seo/shop.png': await createPhoto(1200, 900),
  'articles/seo/local-seo/a-draft.md': formatArticle(
    {
      title: 'A draft',
      excerpt: 'Not yet.',
      metaDescription: `Draft: ${DESCRIPTION}`,
      draft: true,
      publishedAt: '2024-02-03',
      updatedAt: '2024-03-04',
      featured: true,
      ...SEARCH_KEYS,
      tags: TAGS,
      cover: COVER_KEYS,
    },
    '## To be written\n\nWords to come.',
  ),
  [legacyFile(LEGACY_TEXT)]: formatLegacyPost(LEGACY_TEXT, { updatedAt: '2024-06-07' }),
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
    ...SEARCH_KEYS,
  }),
  'guides/a-later-guide.md': formatGuide('## To follow\n\nMore words.', {
    title: 'A later guide',
    metaDescription: `Later: ${GUIDE_DESCRIPTION}`,
    publishedAt: '2024-01-02',
    updatedAt: '2024-01-03',
    inFeeds: true,
    draft: true,
    ...SEARCH_KEYS,
  }),
  'site.yaml': formatSiteYaml(),
  'public/.well-known/security.txt': 'Contact: mailto:a@shop.example\nExpires: 2099-01-01T00:00:00Z\n',
  'authors.yaml': JSON.stringify([
    { slug: 'bo-lane', name: 'Bo Lane' },
    { ...AUTHOR, picture: 'funnel.svg' },
  ]),
  'authors/funnel.svg': SVG,
  'learning-paths.yaml': formatLearningPaths(),
  'synonyms.yaml': 'same: []\nalso:\n  stars: [reviews]',
  'redirects.yaml': '- from: /old\n  to: /seo/\n  status: 302\n  match: prefix',
};

const AUTHOR_PICTURE = expect.stringMatching(/^\w+-funnel\.svg$/);
const CATEGORY = { slug: 'seo', name: 'SEO', description: 'What to know of seo.', icon: 'BiSearch' };
const SUBCATEGORY = { slug: 'local-seo', name: 'Local SEO', description: 'What to know of local-seo.' };
const POST = {
  slug: 'seo-step-2',
  title: 'Google reviews',
  excerpt: 'How to ask for reviews.',
  metaDescription: DESCRIPTION,
  readTime: 1,
};
const LEGACY = {
  slug: LEGACY_SLUG,
  title: 'What is AdWords?',
  legacyUrl: LEGACY_PATH,
  redirectTo: ARTICLE_ADDRESS,
  metaDescription: LEGACY_DESCRIPTION,
  content: '',
};
const CONTENT = expect.stringMatching(
  /^<h2 id="ask-in-person">.*funnel.*How it works.*-questions\.csv">Questions \(CSV, 1 kB\)<\/a><br>To print\./s,
);
const STEPS = [1, 2, 3, 4, 5].map((step) => `seo-step-${step}`);

/** A record of each kind as it is published. A new field in `src/site/records.ts` must be added here. */
const RECORDS: { readonly [Kind in RecordKind]: Required<RecordOf<Kind>> } = {
  category: { kind: 'category', ...CATEGORY, position: 4, learningPath: STEPS },
  subcategory: { kind: 'subcategory', ...SUBCATEGORY, category: 'seo', position: 16 },
  post: {
    kind: 'post',
    ...POST,
    category: 'seo',
    subcategory: 'local-seo',
    featured: true,
    tags: TAGS,
    ...SEARCH_RECORD,
    ...AUTHORS,
    cover: COVER,
    publishedAt: Date.UTC(2024, 1, 3, 4, 5, 6),
    updatedAt: Date.UTC(2024, 2, 4),
    content: CONTENT,
    headings: 'Ask in person\nDownloads',
    text: expect.stringContaining('Most guests are happy to help.'),
  },
  page: {
    kind: 'page',
    form: 'guide',
    slug: GUIDE_SLUG,
    title: 'A guide',
    metaDescription: GUIDE_DESCRIPTION,
    ...SEARCH_RECORD,
    ...AUTHORS,
    publishedAt: Date.UTC(2024, 0, 2),
    updatedAt: Date.UTC(2024, 0, 3),
    readTime: 1,
    contents: true,
    inFooter: false,
    inSitemap: true,
    inFeeds: true,
    inSearch: true,
    content: '<p>Words of a guide.</p>',
    headings: '',
    text: 'Words of a guide.',
  },
  site: {
    kind: 'site',
    slug: 'site',
    settings: expect.objectContaining({ name: 'A shop of one’s own', analytics: ANALYTICS }),
    brand: expect.objectContaining({ look: { headings: 'sans', corners: 'square' } }),
  },
  author: { kind: 'author', ...AUTHOR, picture: AUTHOR_PICTURE },
  draft: {
    kind: 'draft',
    slug: 'a-draft',
    category: 'seo',
    subcategory: 'local-seo',
    featured: true,
    title: 'A draft',
    excerpt: 'Not yet.',
    metaDescription: `Draft: ${DESCRIPTION}`,
    readTime: 1,
    tags: TAGS,
    ...SEARCH_RECORD,
    ...AUTHORS,
    cover: COVER,
    publishedAt: Date.UTC(2024, 1, 3),
    updatedAt: Date.UTC(2024, 2, 4),
    content: expect.stringContaining('<h2 id="to-be-written">'),
    headings: 'To be written',
    text: expect.stringContaining('Words to come.'),
  },
  pageDraft: {
    kind: 'pageDraft',
    form: 'guide',
    slug: 'a-later-guide',
    title: 'A later guide',
    metaDescription: `Later: ${GUIDE_DESCRIPTION}`,
    ...SEARCH_RECORD,
    ...AUTHORS,
    publishedAt: Date.UTC(2024, 0, 2),
    updatedAt: Date.UTC(2024, 0, 3),
    readTime: 1,
    contents: true,
    inFooter: false,
    inSitemap: true,
    inFeeds: true,
    inSearch: true,
    content: expect.stringContaining('<h2 id="to-follow">'),
    headings: 'To follow',
    text: expect.stringContaining('More words.'),
  },
  legacy: { kind: 'legacy', ...LEGACY, updatedAt: Date.UTC(2024, 4, 6) },
  media: {
    kind: 'media',
    name: expect.stringMatching(/^\w+-funnel\.svg$/),
    type: 'image/svg+xml',
    bytes: expect.objectContaining({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  },
  synonyms: { kind: 'synonyms', slug: 'synonyms', names: [{ typed: 'stars', meant: ['reviews'] }] },
  redirects: {
    kind: 'redirects',
    slug: 'redirects',
    redirects: [{ from: '/old', to: '/seo/', isPrefix: true, status: 302, activeFrom: 0 }],
  },
};

/** What the API returns. A new field of a response must be added here. */
const SUMMARY: Omit<Required<PostSummary>, 'popular'> = {
  id: expect.any(Number),
  ...POST,
  categoryId: 4,
  subcategoryId: 16,
  noindex: true,
  cover: COVER,
  publishedAt: '2024-02-03T04:05:06.000Z',
  updatedAt: '2024-03-04T00:00:00.000Z',
  ...AUTHORS,
};
const ANSWERS: {
  readonly category: Omit<Required<CategoryDetail>, 'learningPath'> & { readonly learningPath: unknown };
  readonly subcategory: Required<Subcategory>;
  readonly post: Omit<Required<Post>, 'popular'>;
  readonly legacy: Required<LegacyPost>;
  readonly page: Required<OwnPage>;
  readonly author: Required<AuthorDetail>;
} = {
  category: {
    id: 4,
    ...CATEGORY,
    postCount: 6,
    learningPath: STEPS.map((slug) => expect.objectContaining({ slug })),
  },
  subcategory: { id: 16, categoryId: 4, ...SUBCATEGORY, postCount: 6 },
  post: {
    ...SUMMARY,
    wordCount: expect.any(Number),
    content: CONTENT,
    next: expect.anything(),
    ...SEARCH_ANSWER,
    ...AUTHORS,
    tags: TAGS.map((name) => ({ name })),
    pathStep: expect.objectContaining({ number: 2, total: 5 }),
    previous: { slug: 'seo-step-1', title: 'Older' },
  },
  legacy: { id: expect.any(Number), ...LEGACY, wordCount: 0 },
  page: {
    form: 'guide',
    slug: GUIDE_SLUG,
    title: 'A guide',
    metaDescription: GUIDE_DESCRIPTION,
    publishedAt: '2024-01-02T00:00:00.000Z',
    updatedAt: '2024-01-03T00:00:00.000Z',
    ...SEARCH_ANSWER,
    ...AUTHORS,
    contents: true,
    inFooter: false,
    inSitemap: true,
    readTime: 1,
    wordCount: 4,
    content: '<p>Words of a guide.</p>',
  },
  author: { ...AUTHOR, picture: AUTHOR_PICTURE },
};

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

/** Another name with the built-in categories; JSON is YAML. */
function formatSiteYaml(): string {
  const { categories, news } = SITE;
  const look = { colours: { accent: '#0a7d4f' }, headings: 'sans', corners: 'square' };
  return JSON.stringify({ name: 'A shop of one’s own', ...look, categories, news, analytics: ANALYTICS });
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
  const guide = { title: 'A guide', description: GUIDE_DESCRIPTION, path: `/${GUIDE_SLUG}`, place: 0 };
  expect(pages).toEqual([guide]);
  const legacyText = await read('/api/legacy-posts/adwords-express-setup');
  expect(legacyText.content).toContain('Words that still hold.');
  expect((await get('/api/sitemap.xml')).text).toMatch(/AdWords-Express-Setup.*\s*<lastmod>2024-06-07/);
}
