import { describe, expect, test } from 'vitest';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  type ContentOverrides,
  formatArticle,
  formatGuide,
  formatLegacyPost,
  GUIDE_FILE,
  legacyFile,
  listContentFindings,
} from '../../../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../../../../tests/support/default-site.ts';

const [WITH_TEXT = '', REDIRECTED = ''] = LEGACY_PATHS;
const OTHER = 'articles/seo/technical-seo/other.md';
const FROM = 'articles/seo/on-page-seo/from.md';
const NEWS = 'articles/seo/digital-marketing-news/news.md';
const NOWHERE = 'does not exist; correct the address or remove the link';
const notOwn = (address: string) => `is not the page's own address; write ${address}`;

/** One paragraph for each address, from line 8 of the article on, and then a heading. */
const listLinkProblems = (addresses: readonly string[], files: ContentOverrides = {}) => {
  const links = addresses.map((href) => `A [link](${href}).`).join('\n\n');
  return listContentFindings({
    [ARTICLE_FILE]: formatArticle({}, `${links}\n\n## Own heading`),
    [OTHER]: formatArticle({ title: 'Another' }, '## Größe & more\n\nWords.').replace(
      '---\n',
      '---\naliases: [/once-other]\n',
    ),
    [NEWS]: formatArticle({ title: 'News' }),
    ...files,
  });
};

test('a link may lead to any page and any heading', async () => {
  const addresses = [
    '/',
    '/#featured',
    '/#categories',
    '/articles',
    '/google-ads-coupon-codes',
    '/sitemap',
    '/search',
    '/db-setup-help',
    '/email-marketing',
    '/google-ads/youtube',
    '/digitalmarketingnews',
    '/digitalmarketingnews/news',
    '/seo/technical-seo/other',
    '/seo/technical-seo/other#größe--more',
    ARTICLE_ADDRESS,
    `${ARTICLE_ADDRESS}#own-heading`,
    '#own-heading',
    WITH_TEXT,
  ];
  expect(await listLinkProblems(addresses)).toEqual([]);
});

test('a link to a page or heading that does not exist is a problem, which names a similar one', async () => {
  const cases = [
    ['/none', NOWHERE],
    ['/seo/local-seo/none', NOWHERE],
    ['/%E0%A4/x', NOWHERE],
    ['/seo/technical-seo/othr', 'does not exist; did you mean /seo/technical-seo/other?'],
    ['/soe/local-seo', 'does not exist; did you mean /seo/local-seo?'],
    ['/articles?page=2', 'has a query; write /articles'],
    ['/#news', 'names #news, which does not exist; write one of #featured, #categories'],
    ['/seo#top', 'names #top, which does not exist; leave it out'],
    [
      '/seo/technical-seo/other#own-heading',
      'names #own-heading, which does not exist; write one of #größe--more',
    ],
    ['#none', 'names #none, which does not exist; write one of #own-heading'],
    ['#own-haeding', 'names #own-haeding, which does not exist; did you mean #own-heading?'],
  ] as const;
  expect(await listLinkProblems(cases.map(([href]) => href))).toEqual(
    cases.map(
      ([href, message], index) =>
        `content/${ARTICLE_FILE}:${8 + 2 * index} link to ${href} ${message}`,
    ),
  );
});

const REDIRECTS = [
  '- {from: /old, to: /seo/technical-seo/other}',
  '- {from: /blog, to: /seo, match: prefix}',
  '- {from: /ads, to: /google-ads/, match: prefix}',
  '- {from: /shop, to: https://shop.example/}',
  `- {from: "/?p=12", to: /seo/technical-seo/other}`,
  '- {from: /gone, status: 410}',
  '- {from: /bad, to: /nowhere-at-all}',
].join('\n');

test('a link that redirects gets the advice to link to where it leads', async () => {
  const other = '/seo/technical-seo/other';
  const cases = [
    ['/seo/', notOwn('/seo')],
    ['/SEO/Local-SEO', notOwn('/seo/local-seo')],
    ['/category/seo', notOwn('/seo')],
    ['/category/seo/local-seo', notOwn('/seo/local-seo')],
    ['/seo/digital-marketing-news', notOwn('/digitalmarketingnews')],
    ['/seo/digital-marketing-news/news', notOwn('/digitalmarketingnews/news')],
    ['/seo/local-seo/other', notOwn(other)],
    [`${WITH_TEXT}/`, notOwn(WITH_TEXT)],
    [WITH_TEXT.toLowerCase(), notOwn(WITH_TEXT)],
    [REDIRECTED, `redirects; write ${ARTICLE_ADDRESS}`],
    ['/once-other', `redirects; write ${other}`],
    ['/Once-Other/#größe--more', `redirects; write ${other}#größe--more`],
    ['/once-other#gone', `redirects; write ${other}`],
    ['/old', `redirects; write ${other}`],
    ['/blog/2014/x', 'redirects; write /seo'],
    ['/ads/youtube', 'redirects; write /google-ads/youtube'],
    ['/shop#bags', 'redirects; write https://shop.example/#bags'],
    ['/?p=12', `redirects; write ${other}`],
  ] as const;
  const files = { 'redirects.yaml': REDIRECTS.replace(/\n.*nowhere-at-all}/, '') };
  expect(
    await listLinkProblems(
      cases.map(([href]) => href),
      files,
    ),
  ).toEqual(
    cases.map(([href, message], index) => {
      const written = encodeURI(href);
      return `content/${ARTICLE_FILE}:${8 + 2 * index} advice (redirectedLinks): link to ${written} ${message}`;
    }),
  );
});

test('a link to a redirect is a problem if it leads nowhere, and none if the redirect itself is one', async () => {
  const problems = await listLinkProblems(['/gone', '/ads/yutube', '/bad'], {
    'redirects.yaml': REDIRECTS,
  });
  expect(problems).toEqual([
    `content/${ARTICLE_FILE}:8 link to /gone leads to an address that is gone; remove the link`,
    `content/${ARTICLE_FILE}:10 link to /ads/yutube redirects to /google-ads/yutube, which does not exist; did you mean /google-ads/youtube?`,
    'content/redirects.yaml:7 from /bad leads to /nowhere-at-all, which is not a page; write the address of one',
  ]);
});

test('a redirect and the menu may lead to a file that the site makes or publishes, and to no other', async () => {
  const good = [
    '/feed.xml',
    '/seo/atom.xml',
    '/sitemap.xml',
    '/api/sitemap.xml',
    '/llms.txt',
    '/ads.txt',
    `${ARTICLE_ADDRESS}.md`,
  ];
  const bad = ['/nothing/feed.xml', '/seo/local-seo/feed.xml', '/seo.md', '/humans.txt'];
  const addresses = [...good, ...bad];
  const problems = await listContentFindings({
    'public/ads.txt': 'ads.example, 1, DIRECT',
    'redirects.yaml': addresses.map((to, index) => `- {from: /old-${index}, to: ${to}}`).join('\n'),
    'site.yaml': JSON.stringify({
      navigation: addresses.slice(4).map((to) => ({ label: 'File', to })),
    }),
  });
  const isNoPage = (to: string) => expect.stringContaining(`leads to ${to}, which is not a page; `);
  expect(problems).toEqual([...bad, ...bad.toSorted()].map(isNoPage));
});

test('a link to a text that can’t be read is no further problem', async () => {
  const problems = await listContentFindings({
    [ARTICLE_FILE]: formatArticle({}, 'To [it](/seo/technical-seo/other#part).'),
    [OTHER]: Uint8Array.of(0x2d, 0xff, 0xfe),
  });
  expect(problems).toEqual([`content/${OTHER}:1 is not UTF-8; save it as UTF-8`]);
});

test('links of the guide and of a legacy post are checked too', async () => {
  const withLinks = {
    [GUIDE_FILE]: formatGuide('[a](/none)'),
    [legacyFile(WITH_TEXT)]: `${formatLegacyPost(WITH_TEXT)}\n[a](/none)`,
  };
  expect(await listContentFindings(withLinks)).toEqual([
    `content/${GUIDE_FILE}:7 link to /none ${NOWHERE}`,
    `content/${legacyFile(WITH_TEXT)}:9 link to /none ${NOWHERE}`,
  ]);
});

describe('the time of a link', () => {
  const isDraft = 'leads to a draft; publish it or remove the link';
  const isLater =
    'leads to a text that is published later than this one; remove the link until then';

  test.for([
    ['published', 'published on the same day', {}, { publishedAt: '2025-01-01 09:00' }, undefined],
    [
      'changed',
      'published the day before',
      { updatedAt: '2025-05-31' },
      { publishedAt: '2025-05-31 09:00' },
      undefined,
    ],
    ['published', 'scheduled', {}, { publishedAt: '2025-06-02' }, isLater],
    [
      'scheduled',
      'scheduled earlier',
      { publishedAt: '2025-07-02' },
      { publishedAt: '2025-07-01' },
      undefined,
    ],
    [
      'scheduled',
      'scheduled later',
      { publishedAt: '2025-07-01' },
      { publishedAt: '2025-07-02' },
      isLater,
    ],
    ['published', 'a draft', {}, { draft: true }, isDraft],
    ['a draft', 'a draft', { draft: true }, { draft: true }, undefined],
    ['a draft', 'scheduled', { draft: true }, { publishedAt: '2100-01-01' }, undefined],
  ] as const)('from a text that is %s to one that is %s', async ([, , from, to, message]) => {
    const texts = {
      [FROM]: formatArticle(
        { title: 'The linking one', ...from },
        'See [it](/seo/technical-seo/other).',
      ),
      [OTHER]: formatArticle({ title: 'Another', ...to }),
    };
    expect(await listContentFindings(texts)).toEqual(
      message === undefined
        ? []
        : [`content/${FROM}:8 link to /seo/technical-seo/other ${message}`],
    );
  });
});

test('a link to an article that is newer than the text gets advice, but not in a draft', async () => {
  const listAdvice = (file: string, text: string) =>
    listContentFindings({
      [file]: text,
      [OTHER]: formatArticle({ title: 'Another', publishedAt: '2025-05-31' }),
    });
  const body = 'See [it](/seo/technical-seo/other) and [all](/articles).';
  const keys = { title: 'The linking one' };
  const problem =
    'advice (dates): link to /seo/technical-seo/other leads to an article of 2025-05-31';
  const advice = 'write the day of its last change as updatedAt, or remove the link';
  expect(await listAdvice(FROM, formatArticle(keys, body))).toEqual([
    `content/${FROM}:8 ${problem}, after publishedAt 2025-01-01 of this text; ${advice}`,
  ]);
  expect(await listAdvice(FROM, formatArticle({ ...keys, updatedAt: '2025-05-30' }, body))).toEqual(
    [`content/${FROM}:9 ${problem}, after updatedAt 2025-05-30 of this text; ${advice}`],
  );
  expect(await listAdvice(FROM, formatArticle({ ...keys, draft: true }, body))).toEqual([]);
  expect(await listAdvice(GUIDE_FILE, formatGuide(body))).toEqual([
    `content/${GUIDE_FILE}:7 ${problem}, after publishedAt 2025-01-01 of this text; ${advice}`,
  ]);
});

test('a legacy post redirects to a published page by its canonical address', async () => {
  const legacy = 'is a legacy path itself; write the page that answers now';
  const cases = [
    ['/seo/local-seo/none', NOWHERE],
    ['/SEO/', notOwn('/seo')],
    ['/seo/display/base-article', notOwn(ARTICLE_ADDRESS)],
    [WITH_TEXT, legacy],
    [`${WITH_TEXT}/`, legacy],
    ['/articles?page=2', 'has a query; write /articles'],
    ['/seo/local-seo/draft', 'leads to a draft; publish it or remove the link'],
    [
      '/seo/local-seo/later',
      'leads to a text that is published later than this one; remove the link until then',
    ],
  ].map(([redirectTo = '', message = ''], index) => ({
    url: LEGACY_PATHS[index + 1] ?? '',
    redirectTo,
    message,
  }));
  const posts = cases.map(({ url, redirectTo }) => [
    legacyFile(url),
    formatLegacyPost(url, { redirectTo }),
  ]);
  const problems = await listContentFindings({
    'articles/seo/local-seo/draft.md': formatArticle({ title: 'A draft', draft: true }),
    'articles/seo/local-seo/later.md': formatArticle({ title: 'Later', publishedAt: '2100-01-01' }),
    ...Object.fromEntries(posts),
  });
  const expected = cases.map(
    ({ url, redirectTo, message }) =>
      `content/${legacyFile(url)}:5 redirectTo ${redirectTo} ${message}`,
  );
  expect(problems).toEqual(expected.toSorted());
});
