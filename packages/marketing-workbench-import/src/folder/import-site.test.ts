import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  createSource,
  createSourceImport,
  OLD_HOST,
  type SourceText,
} from '../../../../tests/support/imported-site.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';

const PHOTO = await createPhoto(960, 640);
const NOISE = Buffer.from('<html>Not found</html>');

test('links lead to the headings that old ids meant, in the text and in others', async () => {
  const { load, read, check } = createSourceImport();
  const body = `<ul><li><a href="#one">1</a></li><li><a href="#two">2</a></li><li><a href="#no">3</a></li></ul>
<p><a href="${OLD_HOST}/2015/b/#deep">b</a> <a href="/2015/b/#Part_Two">b two</a> <a href="#">nowhere</a></p>
<a name="one"></a><h2>First part</h2><p>Words.</p><h2 id="two">First part</h2><p id="late">x</p>`;
  const other =
    '<h2>Part one</h2><div id="deep"><p>x</p></div><h2>Part two</h2><p><a href="/2015/a/#late">a</a></p>';
  const report = await load(
    createSource([
      { id: 'a', body },
      { id: 'b', body: other },
    ]),
  );
  const text = read('articles/general/a.md');
  expect(text).toContain('- [1](#first-part)\n- [2](#first-part-1)\n- [3](/general/a)\n');
  expect(text).toContain('[b](/general/b#part-one) [b two](/general/b#part-two) nowhere');
  expect(read('articles/general/b.md')).toContain('[a](/general/a#first-part-1)');
  expect(report.texts[0]?.notes).toEqual([
    expect.stringContaining('the link to # was removed'),
    expect.stringContaining('no part of it is called #no'),
  ]);
  expect((await check()).output).toContain('no errors');
});

test('links to drafts, to later texts and to what no text has become words', async () => {
  const { load, read, check } = createSourceImport();
  const body =
    '<p><a href="/2015/form/">Form</a> <a href="/2015/late/">Late</a> <a href="/shop/?a=1">Shop</a> <a href="/shop/?a=1">again</a></p>';
  const report = await load(
    createSource([
      { id: 'a', body },
      { id: 'form', body: '<form><input name="x"></form><p><a href="/2015/a/">a</a></p>' },
      { id: 'late', status: 'scheduled', publishedAt: '2999-01-01T00:00:00Z' },
    ]),
  );
  expect(read('articles/general/a.md')).toContain('\nForm Late Shop again\n');
  expect(read('articles/general/form.md')).toContain('[a](/general/a)');
  expect(report.lostLinks).toEqual([{ address: '/shop/?a=1', count: 2 }]);
  expect(report.before.links - report.after.links).toBe(4);
  expect((await check()).output).toContain('no errors');
});

test('files become downloads, or keep their old address', async () => {
  const { load, read, check } = createSourceImport();
  const files = {
    'Price List.pdf': Buffer.from('%PDF-1.7 x'),
    'fake.pdf': NOISE,
    'talk.mp3': NOISE,
  };
  const link = (name: string) => `<a href="/files/${name}">The ${name}</a> `;
  const body = `<p>${['Price List.pdf', 'fake.pdf', 'talk.mp3', 'gone.zip'].map(link).join('')}</p>`;
  const source = createSource([{ id: 'a', body }], files, {
    findFile: (src) => {
      const name = decodeURIComponent(path.basename(URL.parse(src, OLD_HOST)?.pathname ?? ''));
      const bytes = Object.entries(files).find(([known]) => known === name)?.[1];
      return bytes && { id: name, name, read: async () => bytes };
    },
  });
  const report = await load(source);
  const text = read('articles/general/a.md');
  expect(text).toContain('downloads:\n  - file: a-price-list.pdf\n    title: The Price List.pdf\n');
  expect(text).toContain(
    `[The Price List.pdf](#downloads) [The fake.pdf](<${OLD_HOST}/files/fake.pdf>) [The talk.mp3](${OLD_HOST}/files/talk.mp3) [The gone.zip](${OLD_HOST}/files/gone.zip)`,
  );
  expect(report.missingFiles.map(({ address, reason }) => [address, reason])).toEqual([
    [`${OLD_HOST}/files/talk.mp3`, 'is not a file that this site offers for download'],
    [`${OLD_HOST}/files/gone.zip`, 'is not at hand'],
    [`${OLD_HOST}/files/fake.pdf`, expect.stringContaining('is not PDF')],
  ]);
  expect((await check()).output).toContain('no errors');
});

test('pictures that publishing would refuse are saved as what they are, repaired, or left as links', async () => {
  const { load, read, list, check } = createSourceImport();
  const files = {
    'jpeg.png': await sharp(PHOTO).jpeg().toBuffer(),
    'cut.jpg': (await sharp(PHOTO).jpeg().toBuffer()).subarray(0, 3000),
    'scan.tiff': await sharp(PHOTO).tiff().toBuffer(),
    'page.jpg': NOISE,
    'huge.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${'x'.repeat(600_000)}--></svg>`,
    ),
    'empty.gif': Buffer.alloc(0),
  };
  const images = Object.keys(files).map(
    (name) => `<p><img src="/files/${name}" alt="A [b]" title="C"></p>`,
  );
  const report = await load(
    createSource([{ id: 'a', body: `<p>Words.</p>${images.join('')}` }], files),
  );
  const text = read('articles/general/a.md');
  for (const name of ['a-jpeg.jpg', 'a-cut.jpg', 'a-scan.jpg'])
    expect(text).toContain(`![A \\[b\\]](${name})`);
  for (const name of ['page.jpg', 'huge.svg', 'empty.gif'])
    expect(text).toContain(`[Picture: A \\[b\\]](<${OLD_HOST}/files/${name}>)`);
  expect(list().filter((file) => file.startsWith('articles/'))).toEqual(
    ['a-cut.jpg', 'a-jpeg.jpg', 'a-scan.jpg', 'a.md'].map((name) => `articles/general/${name}`),
  );
  expect(report.after).toMatchObject({ pictures: 3, links: 3 });
  expect((await check()).output).toContain('no errors');
});

test('old lists, feeds and redirects lead to the new ones, and never in a circle', async () => {
  const { load, read, check } = createSourceImport();
  const site = {
    name: 'Old',
    description: '',
    language: 'en',
    origins: [OLD_HOST],
    authors: [],
    categories: [
      { slug: 'news', name: 'News' },
      { slug: 'local', name: 'Local', parent: 'news' },
    ],
  };
  const texts = ['a', 'b', 'c'].map((id) => ({
    id,
    categories: ['local'],
    tags: ['Big', id],
    authors: ['ann'],
  }));
  await load(
    createSource(
      [...texts, { id: 'draft', status: 'draft' }],
      {},
      {
        site,
        archives: [
          { address: '/category/news/', kind: 'category', of: 'news' },
          { address: '/category/news/local/', kind: 'category', of: 'local' },
          { address: '/category/news/local/feed/', kind: 'feed', of: 'local' },
          { address: '/?cat=3', kind: 'category', of: 'local' },
          { address: '/tag/big/', kind: 'tag', of: 'Big' },
          { address: '/tag/a/', kind: 'tag', of: 'a' },
          { address: '/author/ann/', kind: 'author', of: 'ann' },
          { address: '/blog/', kind: 'home' },
          { address: '/articles/', kind: 'home' },
          { address: '/*', kind: 'home' },
        ],
        redirects: [
          { from: '/x', to: '/2015/a/' },
          { from: '/x', to: '/2015/b/' },
          { from: '/loop', to: '/loop' },
          { from: '/loop-2', to: '/loop' },
          { from: '/gone', to: '/draft' },
          { from: '/2015/a/', to: '/elsewhere' },
          { from: '/news/local/a', to: 'https://other.example/' },
          { from: '/out', to: 'http://other.example/x' },
        ],
      },
    ),
  );
  const rows = read('redirects.yaml');
  const list = Array.from(
    rows.matchAll(/from: (.*)\n {2}to: (.*)\n/g),
    ([, from, to]) => `${from} ${to}`,
  );
  expect(list).toEqual(
    expect.arrayContaining([
      '/x /news/local/a',
      '/category/news/local/feed /news/feed.xml',
      '/?cat=3 /news/local',
      '/tag/big /tags/big',
      '/tag/a /search?q=a',
      '/author/ann /authors/ann',
      '/blog /articles',
      '/out https://other.example/x',
      '/feed /feed.xml',
    ]),
  );
  expect(list.some((row) => /loop|gone|\*|^\/news\/local\/a |^\/articles /.test(row))).toBe(false);
  expect((await check()).output).toContain('no errors');
});

test('whatever a source says, the folder passes the check', async () => {
  const { load, list, check } = createSourceImport();
  const odd = [
    '',
    ' \u200b',
    'a\u0000b\nc',
    'x'.repeat(500),
    '🎉',
    '<b>B</b> & "q"',
    'true',
    '2025',
    ': - #',
    'Über Привет 中国',
    'featured',
  ];
  const dates = [
    undefined,
    'never',
    '2999-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '2015-02-03T10:00:00+02:00',
  ];
  const statuses = ['published', 'scheduled', 'draft', 'private'] as const;
  const categories = Array.from({ length: 260 }, (_, index) => ({
    slug:
      ['search', 'general', '%d0%bf%d1%80', 'more', 'a'.repeat(90)][index] ??
      `cat-${index % 130}`.concat(index >= 130 ? '-sub' : ''),
    name: odd[index % odd.length] ?? '',
    parent: index >= 200 ? 'cat-20' : undefined,
  }));
  const texts = Array.from({ length: 420 }, (_, index): SourceText => {
    const pick = <Value>(values: readonly Value[], step: number) =>
      values[Math.floor(index / step) % values.length];
    const words = pick(odd, 1) ?? '';
    return {
      id: `${index}`,
      kind: index % 7 === 0 ? 'page' : 'post',
      title: words,
      slug: pick(odd, 3) ?? '',
      status: pick(statuses, 2) ?? 'draft',
      publishedAt: pick(dates, 5),
      updatedAt: pick(dates, 4),
      addresses: [
        `/${pick(odd, 2)}/`,
        `/?p=${index}`,
        '/',
        '/articles/',
        '/feed.xml',
        '/a*b',
        `/${index % 3}/`,
      ],
      authors: [words, `author-${index % 70}`],
      categories: [categories[index % categories.length]?.slug ?? '', 'unknown'],
      tags: [
        ...odd,
        ...Array.from({ length: 12 }, (__, tag) => (index % 2 ? `TAG ${tag}` : `Tag ${tag}`)),
      ],
      excerpt: words.repeat(9),
      seoTitle: words,
      metaDescription: words,
      canonical: pick(
        ['ftp://x', 'http://x.example/a', '/2015/', 'nonsense', `${OLD_HOST}/?p=${index}`],
        3,
      ),
      noindex: index % 5 === 0,
      picture: index % 40 === 0 ? { src: `/files/${index % 3}.jpg`, alt: words } : undefined,
      body: pick(ODD_BODIES, 1) ?? '',
    };
  });
  const files = { '0.jpg': PHOTO, '1.jpg': await createPhoto(20, 20) };
  const report = await load(
    createSource(texts, files, {
      site: {
        name: '',
        description: 'x'.repeat(900),
        language: 'klingon',
        origins: [OLD_HOST],
        authors: odd.map((id) => ({
          id,
          name: id,
          about: 'y'.repeat(900),
          links: ['http://a.example', 'no'],
        })),
        categories,
      },
    }),
  );
  expect(report.texts).toHaveLength(420);
  expect(list().filter((file) => file.endsWith('.md')).length).toBe(420);
  const { output } = await check();
  const errors = output
    .split('\n')
    .filter((line) => /\.(?:md|yaml)/.test(line) && !line.includes(' advice '));
  const messages = errors.map((line) => line.replace(/^\S+ /, '').replace(/\S+\.(png|jpg)/, ''));
  expect([...new Set(messages)]).toEqual([]);
  expect(output).toContain('no errors');
});

const ODD_BODIES = [
  '',
  '<p></p>',
  '&nbsp;',
  '<img src="/files/0.jpg">',
  '<p>&#8203;</p>',
  '<hr>',
  '<!-- x -->',
  '<h1>A</h1><h5>🎉</h5><h2><img src="/files/0.jpg"></h2><h2></h2><h2>Downloads</h2><h3>***</h3>',
  '<ul><li><img src="/files/0.jpg"></li></ul><ul><li>a</li><li><img src="/files/0.jpg"></li></ul><ol><li></li></ol>',
  '<p>$$x$$</p><p>:smile: ==x== [[y]] [a](b [^1] ~z~ #tag {{x}} &lt;b&gt; [x][y]</p><p>#tag</p><p>+ a</p><p>=====</p><p>---</p><p>| a | b |<br>| - | - |</p>',
  '<p>| a | b |</p><p>a | b<br>--|--</p><p>[x]: /y</p><p>[^1]: z</p><p>    code</p><p>1) x</p><p>&gt; q</p><p>[!NOTE]</p>',
  '<blockquote>[!NOTE] x</blockquote><blockquote><p>[!TIP]</p><p>x</p></blockquote><blockquote><img src="/files/0.jpg"></blockquote>',
  '<table><tr><th>a<th>b<tr><td colspan="3">c<td>d|e<tr><td><img src="/files/1.jpg"></table><table></table><table><tr><td><table><tr><td>x</table></table>',
  '<a href="mailto:x">m</a> <a href="tel:1">t</a> <a href="https://">e</a> <a href="//b.example">f</a> <a href="http:// x">g</a> <a href="/a b(c">h</a> <a href="/files/gone.pdf">i</a> <a href="data:x">j</a>',
  '<pre class="lang-cobol">x</pre><pre><code class="language-mermaid">y</code></pre><pre class="language-{js}">```</pre>',
  '<p>a<a href="/x"><img src="/files/none.png"></a></p><a href="https://x.example"></a><a href="https://x.example"><img src="/files/0.jpg" alt=" "></a>',
  '<sup><a href="#fn1" data-footnote-ref>1</a></sup><section data-footnotes><ol><li id="fn-1">x</li></ol></section>',
  '<p>x https://x.example/a_b_c?d=*e* www.x.example y@x.example http://x.example</p>',
  '<p>one<br><br>two<br> three</p><div>a<p>b</div>c</p>',
  '<p>“x” <b> y </b><i></i> <b><i>z</i></b><b>w</b>v <code>a`b</code> <code></code> <del> q</del></p>',
];
