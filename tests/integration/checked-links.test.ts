/** Compares what the check says of links with what a running site answers at their addresses. */
import { expect, onTestFinished, test } from 'vitest';
import {
  FEED_FORMATS,
  files,
  machineFiles,
  pages,
} from '../../packages/marketing-workbench/src/site/addresses.ts';
import {
  listFixedPages,
  listGeneratedFiles,
  listSectionPages,
} from '../../packages/marketing-workbench/src/site/catalogue.ts';
import { createSlug } from '../../packages/marketing-workbench/src/site/create-slug.ts';
import { findSettings } from '../../packages/marketing-workbench/src/site/default-site.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import type { News } from '../../packages/marketing-workbench/src/site/settings.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  type ContentOverrides,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  legacyFile,
  SVG,
  writeContentFolder,
} from '../support/content-folder.ts';
import { LEGACY_PATHS } from '../support/default-site.ts';
import { NOW } from '../support/records.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const PICTURE = 'Words.\n\n![A chart](chart.svg)';
const article = (title: string, keys: object = {}, body?: string) =>
  formatArticle({ title, tags: ['Everywhere'], ...keys }, body);

/** Texts in every state, tags of two, three and four articles, and files of every kind. */
const FOLDER: ContentOverrides = {
  'authors.yaml':
    '- {slug: ada-lane, name: Ada Lane, picture: ada.svg}\n- {slug: bo-lane, name: Bo Lane}',
  'authors/ada.svg': SVG,
  'articles/seo/local-seo/shown.md': article(
    'Shown',
    { author: 'ada-lane', tags: ['Everywhere', 'Bids'] },
    PICTURE,
  ),
  'articles/seo/local-seo/chart.svg': SVG,
  'articles/seo/placed-in-category.md': article('Placed in category', {
    tags: ['Everywhere', 'Bids'],
  }),
  'articles/seo/digital-marketing-news/news.md': article('News', {
    downloads: [{ file: 'prices.csv', title: 'Prices' }],
  }),
  'articles/seo/digital-marketing-news/prices.csv': 'ad,price\nfirst,1\n',
  'articles/seo/technical-seo/later.md': article('Later', {
    publishedAt: '2100-01-01',
    tags: ['Everywhere', 'Bids'],
  }),
  'articles/seo/technical-seo/written.md': article(
    'Written',
    { draft: true, tags: ['Bids'] },
    'Words.\n\n![Another](secret.svg)',
  ),
  'articles/seo/technical-seo/secret.svg': SVG.replace('9', '8'),
  'articles/google-ads/youtube/hidden.md': article('Hidden', { noindex: true }),
  'pages/about.md': formatGuide('Words.', { title: 'About', publishedAt: undefined }),
  ...Object.fromEntries(LEGACY_PATHS.slice(3).map((path) => [legacyFile(path), null])),
  'legacy/with-text.md': formatLegacyPost('/old/with-text'),
  'legacy/moved.md': formatLegacyPost('/old/moved', { redirectTo: '/seo' }),
  'redirects.yaml':
    '- {from: /once, to: /seo}\n- {from: /blog, to: /articles, match: prefix}\n- {from: /gone, status: 410}',
  'public/ads.txt': 'ads.example, 1, DIRECT',
  'public/.well-known/change-password': 'x',
};

const SITES: readonly (readonly [name: string, folder: ContentOverrides])[] = [
  ['the site of the specification', FOLDER],
  [
    'a site of its own sections, without news and authors',
    {
      ...Object.fromEntries(LEGACY_PATHS.slice(3).map((path) => [legacyFile(path), null])),
      'site.yaml': JSON.stringify({
        categories: [
          {
            slug: 'herbs',
            name: 'Herbs',
            icon: 'BiLeaf',
            subcategories: [{ slug: 'mint', name: 'Mint' }],
          },
          {
            slug: 'seo',
            name: 'SEO',
            icon: 'BiSearch',
            subcategories: [{ slug: 'local-seo', name: 'Local SEO' }],
          },
        ],
      }),
      'categories.yaml': null,
      'articles/herbs/mint/peppermint.md': article('Peppermint'),
    },
  ],
];

test.for(SITES)(
  'on %s a link is accepted where there is an answer, corrected where it redirects, and refused where there is nothing',
  async ([, folder]) => {
    const { site, addresses, check } = await openSite(folder);
    const answers = await askAll(site, addresses);
    const findings = await check(addresses);
    const found = addresses.map((address) => [address, findings.get(address)?.message]);
    const expected = [...answers].map(([address, answer]) => [
      address,
      expectFinding(address, answer),
    ]);
    expect(found).toEqual(expected);
    const errors = addresses.filter((address) => findings.get(address)?.isError);
    expect(errors).toEqual(
      addresses.filter((address) => (answers.get(address)?.status ?? 0) >= 400),
    );
    const counts = Map.groupBy(answers.values(), ({ status }) => status);
    expect([200, 301, 404].map((status) => (counts.get(status)?.length ?? 0) > 30)).toEqual([
      true,
      true,
      true,
    ]);
  },
);

/**
 * A legacy post answers with and without a slash at the end, and every program knows the sitemap by
 * its alias.
 */
function expectFinding(address: string, { status, location }: Answer): unknown {
  if (status === 200 && /^\/(?:\d{4}|old)\/.*[^d]\/$/.test(address))
    return expect.stringMatching(`write ${address.slice(0, -1)}$`);
  if (status === 200 || address === pages.xmlSiteMap()) return undefined;
  return status === 301 ? expect.stringMatching(`write ${location}$`) : expect.any(String);
}

/**
 * The published folder, its addresses with many that it lacks, and the check of a folder with links
 * to addresses.
 */
async function openSite(folder: ContentOverrides) {
  const compile = async (more: ContentOverrides = {}) =>
    compileFolder(await writeContentFolder({ ...folder, ...more }), new Date(NOW));
  const { records, problems } = await compile();
  expect(problems).toEqual([]);
  const site = await createTestSite({ records });
  onTestFinished(() => site[Symbol.asyncDispose]());
  const drafts = await compileFolder(await writeContentFolder(folder), new Date(NOW), {
    wanted: 'drafts',
  });
  const check = async (addresses: readonly string[]) => {
    const compiled = await compile(writeLinks(addresses));
    const found = [
      ...compiled.problems.map((one) => ({ ...one, isError: true })),
      ...compiled.advice.map((one) => ({ ...one, isError: false })),
    ];
    return new Map(
      found.flatMap(({ message, isError }) => {
        const [, address = ''] = /^link to (\S+)/.exec(message) ?? [];
        return address === '' ? [] : [[address, { message, isError }] as const];
      }),
    );
  };
  return { site, check, addresses: listCandidates(drafts.records) };
}

const LINKS_PER_TEXT = 50;

/** Pages that link to the addresses: the check lists at most a hundred problems of a text. */
function writeLinks(addresses: readonly string[]): ContentOverrides {
  const texts = addresses.flatMap((_, index) => {
    if (index % LINKS_PER_TEXT !== 0) return [];
    const links = addresses
      .slice(index, index + LINKS_PER_TEXT)
      .map((address) => `A [link](${address}).`);
    const title = `Links from ${index} on`;
    return [[`pages/links-${index}.md`, formatPage(title, links.join('\n\n'))] as const];
  });
  return Object.fromEntries(texts);
}

function formatPage(title: string, body: string): string {
  return formatGuide(body, { title, publishedAt: undefined });
}

/**
 * Every page and file of the catalogue and of the records, what could be beside each, and other
 * spellings.
 */
function listCandidates(records: readonly ContentRecord[]): readonly string[] {
  const settings = findSettings(records);
  const shown = [...listFixedPages(), ...listSectionPages(settings)].map(({ path }) => path);
  const found = records.flatMap((record) => listAddresses(record, settings.news));
  const places = [
    ...shown,
    ...found,
    pages.author('nobody'),
    pages.tag('nothing'),
    '/no-such-page',
    '/seo/no-such-page',
  ];
  const beside = places.flatMap((path) => [
    files.markdown(path),
    ...FEED_FORMATS.map((format) => files.feed(format, path)),
  ]);
  const named = [
    ...listGeneratedFiles(settings),
    ...PUBLIC,
    machineFiles.sitemapPart(1),
    files.icon('icon-64.png'),
    files.media('none.png'),
  ];
  const misplaced = named.map((path) => `/seo${path}`);
  const all = [...places, ...beside, ...named].filter(
    (path) => path !== files.markdown(pages.home()),
  );
  return [
    ...new Set([
      ...misplaced,
      ...all.flatMap((path) => [path, `${path}/`.replace('//', '/'), path.toUpperCase()]),
    ]),
  ];
}

const PUBLIC = [
  '/ads.txt',
  '/app-ads.txt',
  '/.well-known/change-password',
  '/blog/deep',
  '/once',
  '/gone',
];

function listAddresses(record: ContentRecord, news: News | undefined): readonly string[] {
  switch (record.kind) {
    case 'post':
    case 'draft':
      return [
        pages.article(record, news),
        ...(record.tags ?? []).map((name) => pages.tag(createSlug(name, 'en'))),
      ];
    case 'page':
    case 'pageDraft':
      return [pages.page(record.slug)];
    case 'author':
      return [pages.author(record.slug)];
    case 'legacy':
      return [record.legacyUrl];
    case 'media':
      return [files.media(record.name)];
    default:
      return [];
  }
}

type Answer = { readonly status: number; readonly location: string };

async function askAll(site: TestSite, addresses: readonly string[]) {
  const answers = new Map<string, Answer>();
  for (const address of addresses) {
    const { statusCode: status, headers } = await site.get(address);
    answers.set(address, { status, location: String(headers.location) });
  }
  return answers;
}
