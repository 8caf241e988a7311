/**
 * A value of every field of every kind of record: in the content folder, in the record and in the
 * API's response.
 */
import { expect } from 'vitest';
import type { z } from 'zod';
import type {
  FRONT_MATTER,
  TextKind,
} from '../../packages/marketing-workbench/src/content/texts/text-keys.ts';
import type {
  AuthorDetail,
  CategoryDetail,
  LegacyPost,
  OwnPage,
  Post,
  PostSummary,
  Subcategory,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import type { RecordKind, RecordOf } from '../../packages/marketing-workbench/src/site/records.ts';
import { ARTICLE_ADDRESS, DESCRIPTION } from './content-folder.ts';
import { GUIDE_SLUG, LEGACY_PATHS } from './default-site.ts';

/** A legacy post either has a text or redirects. */
export const [LEGACY_TEXT = '', LEGACY_PATH = ''] = LEGACY_PATHS;
export const LEGACY_SLUG = 'what-is-adwords';
export const LEGACY_DESCRIPTION = DESCRIPTION.replaceAll('characters', 'letters, no');
export const GUIDE_DESCRIPTION = DESCRIPTION.replaceAll('characters', 'signs, no more');

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
export const CSV = 'question,asked\nHow was it?,yes\n';
const TAGS = ['Reviews', 'Google Maps'];
export const ANALYTICS = { service: 'goatcounter', host: 'stats.example.com' };
const AUTHORS = { authors: ['ada-lane', 'bo-lane'] };
const ASKED = { answers: [{ questions: ['how do i get more stars'] }] };
export const SEARCH_KEYS = {
  ...SEARCH,
  ...ASKED,
  checkedAt: '2024-04-05',
  author: AUTHORS.authors,
};
const SEARCH_ANSWER = { ...SEARCH, checkedAt: '2024-04-05T00:00:00.000Z' };
const SEARCH_RECORD = { ...SEARCH, ...ASKED, checkedAt: Date.UTC(2024, 3, 5) };

const DOWNLOADS = [{ file: 'questions.csv', title: 'Questions', about: 'To print.' }];
const ALIAS = '/old-reviews';
export const FEED_IDS = {
  article: 'old-reviews',
  draft: 'old-draft',
  guide: 'old-guide',
  guideOfSpecification: 'old-coupon-codes',
  page: 'old-page',
  pageDraft: 'old-later-guide',
};
/** Signs nothing else. */
export const GUIDE_AUTHOR = 'cy-lane';

/**
 * A value for each key of each kind of text, another than that of a text without the key. A new key
 * must be added here.
 */
export const KEY_SAMPLES: {
  readonly [Kind in TextKind]: Required<z.input<(typeof FRONT_MATTER)[Kind]>>;
} = {
  article: {
    title: 'Google reviews',
    excerpt: 'How to ask for reviews.',
    metaDescription: DESCRIPTION,
    publishedAt: '2024-02-03T04:05:06Z',
    updatedAt: '2024-03-04',
    featured: true,
    tags: TAGS,
    cover: COVER_KEYS,
    downloads: DOWNLOADS,
    ...SEARCH_KEYS,
    draft: true,
    feedId: FEED_IDS.article,
    aliases: [ALIAS],
  },
  guide: {
    title: 'A guide of every key',
    metaDescription: `Keys: ${GUIDE_DESCRIPTION}`,
    publishedAt: '2024-01-02',
    updatedAt: '2024-01-03',
    downloads: DOWNLOADS,
    ...SEARCH_KEYS,
    author: [GUIDE_AUTHOR],
    inSearch: false,
    inFeeds: true,
    feedId: FEED_IDS.guide,
    draft: true,
  },
  page: {
    title: 'A page of every key',
    metaDescription: `Page: ${GUIDE_DESCRIPTION}`,
    publishedAt: '2024-01-02',
    updatedAt: '2024-01-03',
    downloads: DOWNLOADS,
    ...SEARCH,
    ...ASKED,
    checkedAt: '2024-04-05',
    contents: true,
    inFooter: false,
    inSitemap: false,
    inSearch: true,
    inFeeds: true,
    feedId: FEED_IDS.page,
    draft: true,
  },
  legacy: {
    title: 'AdWords Express',
    legacyUrl: LEGACY_TEXT,
    metaDescription: `Old: ${LEGACY_DESCRIPTION}`,
    redirectTo: ARTICLE_ADDRESS,
    updatedAt: '2024-06-07',
  },
};

export const AUTHOR = {
  slug: 'ada-lane',
  name: 'Ada Lane',
  role: 'Editor',
  about: 'Ada ran a shop.',
  links: ['https://social.example/ada'],
};

const AUTHOR_PICTURE = expect.stringMatching(/^\w+-funnel\.svg$/);
const CATEGORY = {
  slug: 'seo',
  name: 'SEO',
  description: 'What to know of seo.',
  icon: 'BiSearch',
};
const SUBCATEGORY = {
  slug: 'local-seo',
  name: 'Local SEO',
  description: 'What to know of local-seo.',
};
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

/**
 * A record of each kind as it is published. A new field in `src/site/records.ts` must be added
 * here.
 */
export const RECORDS: { readonly [Kind in RecordKind]: Required<RecordOf<Kind>> } = {
  category: { kind: 'category', ...CATEGORY, position: 4, learningPath: STEPS },
  subcategory: { kind: 'subcategory', ...SUBCATEGORY, category: 'seo', position: 16 },
  post: {
    kind: 'post',
    ...POST,
    category: 'seo',
    subcategory: 'local-seo',
    featured: true,
    tags: TAGS,
    feedId: FEED_IDS.article,
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
    feedId: FEED_IDS.guideOfSpecification,
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
    feedId: FEED_IDS.draft,
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
    feedId: FEED_IDS.pageDraft,
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
    redirects: [
      { from: '/old', to: '/seo/', isPrefix: true, status: 302, activeFrom: 0 },
      {
        from: ALIAS,
        to: '/seo/local-seo/seo-step-2',
        isPrefix: false,
        status: 301,
        activeFrom: Date.UTC(2024, 1, 3, 4, 5, 6),
      },
    ],
  },
};

/** What the API returns. A new field of a response must be added here. */
export const SUMMARY: Omit<Required<PostSummary>, 'popular'> = {
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
export const ANSWERS: {
  readonly category: Omit<Required<CategoryDetail>, 'learningPath'> & {
    readonly learningPath: unknown;
  };
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
