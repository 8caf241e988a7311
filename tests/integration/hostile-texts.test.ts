/**
 * Every text of a content folder is a text in every format: nothing that a field says becomes
 * markup.
 */
import type { Nodes } from 'mdast';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { compileFiles, type Files } from '../support/content-shapes.ts';
import { type HtmlElement, parseHtml } from '../support/html.ts';
import { listElements } from '../support/html-search.ts';
import { readMeta, readPage } from '../support/page.ts';
import { outlineMarkdown, parseMarkdown } from '../support/parse-markdown.ts';
import { createTestSite, ORIGIN } from '../support/test-site.ts';
import { listChildren, parseXml, readChild, type XmlElement } from '../support/xml.ts';

const HOSTILE = {
  name: 'N [a](javascript:alert(1)) <b>&amp;</b> "q" \'s\' *e*',
  long: 'L ![i](data:x) <img src=x onerror=alert(1)> </script><script>x</script> ]]> --> &lt; `c` ~~s~~ __u__ {{x}}',
  title:
    'T [a](javascript:alert(1)) <img src=x onerror=alert(1)> "> </title></script> &copy; [b][c] #',
  lead: '# > 1. - [x]: javascript:alert(1) ** www.evil.example https://evil.example <svg/onload=alert(1)>',
  tag: 'G <i>a</i> [b](c) "d"',
  role: 'R </p><p onclick="x"> *e* _f_',
};

type Texts = typeof HOSTILE;

/** The same words without any syntax. */
const PLAIN: Texts = {
  name: clean(HOSTILE.name),
  long: clean(HOSTILE.long),
  title: clean(HOSTILE.title),
  lead: clean(HOSTILE.lead),
  tag: clean(HOSTILE.tag),
  role: clean(HOSTILE.role),
};

function clean(text: string): string {
  return text.replace(/[^\w]+/g, ' ').trim();
}

/** Headers hold ASCII only, and an angle bracket would end the address in `Link`. */
const ORIGINAL = 'https://original.example/é日>; rel="x"?[a](b)';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200"><rect width="9" height="9"/></svg>';

function createFiles({ name, long, title, lead, tag, role }: Texts): Files {
  const section = (slug: string) => ({ slug, name, description: lead });
  const text = (
    keys: object,
    body = `Words.\n\n## ${escapeAll(long)}\n\n![${escapeAll(long)}](map.svg "${escapeAll(long)}")`,
  ) =>
    `---\n${JSON.stringify({ title, metaDescription: lead, publishedAt: '2026-11-19', ...keys })}\n---\n\n${body}\n`;
  return {
    'site.yaml': JSON.stringify({
      name,
      domain: 'www.hostile.example',
      description: lead,
      hero: { title: name, text: lead },
      profiles: [{ name, url: 'https://social.example/@h', handle: name }],
      categories: [{ ...section('one'), subcategories: [section('two')] }],
      news: { slug: 'latest', name, category: 'one', path: '/latest' },
    }),
    'authors.yaml': JSON.stringify([{ slug: 'ada', name, role, about: lead }]),
    'articles/one/two/article.md': text({
      excerpt: long,
      author: 'ada',
      tags: [tag],
      seoTitle: name,
      answers: [{ questions: [name] }],
      featured: true,
    }),
    'articles/one/two/second.md': text(
      { excerpt: lead, tags: [tag], title: `${title} 2`, canonical: ORIGINAL },
      'Words.',
    ),
    'articles/one/two/third.md': text(
      { excerpt: lead, tags: [tag], title: `${title} 3` },
      'Other words.',
    ),
    'articles/one/latest/news.md': text({ excerpt: long }, 'News of today.'),
    'articles/one/two/map.svg': SVG,
    'guides/guide.md': text({ inFeeds: true }, 'All words of the guide.'),
    'pages/own.md': text({}, 'All words of the page.'),
    'legacy/old.md': text({ legacyUrl: '/2012/old', publishedAt: undefined }, 'All old words.'),
  };
}

/** For Markdown, whose text these are. */
function escapeAll(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

const TAG = '/tags/g-i-a-i-b-c-d';
const PAGES = [
  '/',
  '/articles',
  '/sitemap',
  '/one',
  '/one/two',
  '/latest',
  '/latest/news',
  '/one/two/article',
  '/authors/ada',
  TAG,
  '/guide',
  '/own',
  '/2012/old',
  '/search?q=words',
  '/no-such-page',
];
const MARKDOWN = [
  '/one/two/article.md',
  '/one/two/second.md',
  '/latest/news.md',
  '/guide.md',
  '/own.md',
  '/2012/old.md',
  '/llms.txt',
];
const XML = [
  '/feed.xml',
  '/atom.xml',
  '/one/feed.xml',
  '/latest/atom.xml',
  '/api/sitemap.xml',
  '/api/news-sitemap.xml',
];
const JSON_FILES = [
  '/feed.json',
  '/manifest.webmanifest',
  '/api/posts',
  '/api/categories',
  '/api/authors/ada',
  '/api/posts/article',
];

type Answers = ReadonlyMap<string, string>;
let hostile: Answers;
let plain: Answers;
beforeAll(async () => {
  [hostile, plain] = [await readAll(HOSTILE), await readAll(PLAIN)];
});

async function readAll(texts: Texts): Promise<Answers> {
  await using site = await createTestSite({ records: await compileFiles(createFiles(texts)) });
  const answers = new Map<string, string>();
  for (const address of [...PAGES, ...MARKDOWN, ...XML, ...JSON_FILES]) {
    const { statusCode, headers, body } = await site.get(address);
    expect([address, statusCode]).toEqual([address, address === '/no-such-page' ? 404 : 200]);
    for (const [name, value] of Object.entries(headers))
      expect(`${name}: ${value}`).toMatch(/^[\x20-\x7e]+$/);
    answers.set(address, body);
  }
  return answers;
}

function read(answers: Answers, address: string): string {
  return answers.get(address) ?? '';
}

describe('a page has no element or attribute that a text made', () => {
  test.for(PAGES)('%s', (address) => {
    expect(outlineHtml(parseHtml(read(hostile, address)))).toEqual(
      outlineHtml(parseHtml(read(plain, address))),
    );
    // No program that splits tags at the first > is misled.
    for (const [tag] of read(hostile, address).matchAll(/<meta [^>]*>/g))
      expect(tag.slice(1)).not.toContain('<');
  });

  test('and its texts are those of the folder', () => {
    const { root, h1, title, description, structuredData } = readPage({
      body: read(hostile, '/one/two/article'),
    });
    expect([h1, title, description]).toEqual([HOSTILE.title, HOSTILE.name, HOSTILE.lead]);
    expect(readMeta(root, 'og:title')).toBe(HOSTILE.title);
    expect(readMeta(root, 'twitter:description')).toBe(HOSTILE.lead);
    expect(readMeta(root, 'og:site_name')).toBe(HOSTILE.name);
    expect(structuredData.get('BlogPosting')).toMatchObject({
      headline: HOSTILE.title,
      keywords: [HOSTILE.tag],
    });
    expect(JSON.stringify(structuredData.get('BlogPosting'))).toContain(
      JSON.stringify(HOSTILE.role),
    );
    const [state] = listElements(root, 'script', { id: 'PageState' });
    expect(JSON.parse(String(state?.children[0])).site.name).toBe(HOSTILE.name);
    expect(listElements(root, 'img').map(({ attributes }) => attributes.alt)).toContain(
      HOSTILE.long,
    );
  });
});

function outlineHtml({ tag, attributes, children }: HtmlElement): unknown {
  const links = ['href', 'src', 'action']
    .flatMap((name) => attributes[name] ?? [])
    .filter((url) => !url.startsWith('https://'));
  // Of names and counts, and of drawings that the words decide.
  if (tag === 'svg' || tag === 'script') return tag;
  return [
    tag,
    Object.keys(attributes).sort(),
    links.map((url) => url.replace(/^mailto:.*|[0-9a-f]{8,}|,.*/, '')),
    ...children.flatMap((child) => (typeof child === 'string' ? [] : [outlineHtml(child)])),
  ];
}

describe('Markdown has no node that a text made', () => {
  test.for(MARKDOWN)('%s', (address) => {
    const parsed = (answers: Answers) => listTypes(parseMarkdown(read(answers, address)));
    expect(parsed(hostile)).toEqual(parsed(plain));
  });

  test('and its texts are those of the folder', () => {
    const markdown = read(hostile, '/one/two/article.md');
    const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown) ?? [];
    expect(parseYaml(matter)).toMatchObject({
      title: HOSTILE.title,
      description: HOSTILE.lead,
      author: HOSTILE.name,
      canonical: `${ORIGIN}/one/two/article`,
    });
    const outline = outlineMarkdown(parseMarkdown(body));
    expect(outline).toContain(`root(heading(${HOSTILE.title})`);
    expect(outline).toContain(`heading(${HOSTILE.long})`);
    expect(body).toContain('map.svg');
    const [first, quote] = parseMarkdown(read(hostile, '/llms.txt')).children;
    expect([first, quote].map((node) => node && outlineMarkdown(node))).toEqual([
      `heading(${HOSTILE.name})`,
      `blockquote(paragraph(${HOSTILE.lead}))`,
    ]);
    expect(outlineMarkdown(parseMarkdown(read(hostile, '/llms.txt')))).toContain(
      `paragraph(link(${HOSTILE.title}): ${HOSTILE.long})`,
    );
  });
});

function listTypes(node: Nodes): unknown {
  const address = 'url' in node ? [node.url.replace(/[0-9a-f]{8,}/, '')] : [];
  return [
    node.type,
    ...address,
    ...('children' in node
      ? node.children.filter(({ type }) => type !== 'text').map(listTypes)
      : []),
  ];
}

describe('a feed or sitemap has no element that a text made', () => {
  test.for(XML)('%s', (address) => {
    const parsed = (answers: Answers) => outlineXml(parseXml(read(answers, address)));
    expect(parsed(hostile)).toEqual(parsed(plain));
  });

  test('and its texts are those of the folder, the description of an item as HTML', () => {
    const [channel] = parseXml(read(hostile, '/feed.xml')).children;
    const items = channel ? listChildren(channel, 'item') : [];
    const item = items.find((one) => readChild(one, 'link').endsWith('/article'));
    expect(item && [readChild(item, 'title'), readChild(item, 'dc:creator')]).toEqual([
      HOSTILE.title,
      HOSTILE.name,
    ]);
    expect(item && listChildren(item, 'category').map((category) => category.text)).toContain(
      HOSTILE.tag,
    );
    const description = parseHtml(
      `<!doctype html><title>x</title><p id="d">${item && readChild(item, 'description')}</p>`,
    );
    expect(listElements(description, 'p')[0]?.children).toEqual([HOSTILE.long]);
    const news = parseXml(read(hostile, '/api/news-sitemap.xml'));
    expect(JSON.stringify(news)).toContain(JSON.stringify(HOSTILE.title));
  });
});

function outlineXml({ name, attributes, children }: XmlElement): unknown {
  return [name, Object.keys(attributes), ...children.map(outlineXml)];
}

test.for(JSON_FILES)('%s has the same keys, whatever its texts say', (address) => {
  const keys = (answers: Answers) => listKeys(JSON.parse(read(answers, address)));
  expect(keys(hostile)).toEqual(keys(plain));
});

function listKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listKeys);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, listKeys(inner)]);
}
