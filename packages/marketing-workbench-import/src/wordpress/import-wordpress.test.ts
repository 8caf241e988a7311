import { existsSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createImportFolder } from '../../../../tests/support/import-folder.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';

const HOST = 'https://hill.example';
const PICTURE = await createPhoto(960, 640);
const SMALL = await createPhoto(300, 200);

type Item = {
  readonly id: number;
  readonly title: string;
  readonly body?: string;
  readonly more?: string;
};

const value = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;

function formatItem({ id, title, body = '', more = '' }: Item): string {
  return `<item>${value('title', title)}<wp:post_id>${id}</wp:post_id>${value('content:encoded', body)}${more}</item>`;
}

function formatPost(
  item: Item & { readonly slug: string; readonly status?: string; readonly type?: string },
) {
  const { slug, status = 'publish', type = 'post', more = '' } = item;
  return formatItem({
    ...item,
    more: `<link>${HOST}/2014/03/${slug}/</link><wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status>
<wp:post_type>${type}</wp:post_type><wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt>${more}`,
  });
}

function formatExport(...items: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Hill Bakery</title><link>${HOST}</link>
<description>Bread on the hill</description><language>en-US</language><wp:base_blog_url>${HOST}</wp:base_blog_url>
<wp:author>${value('wp:author_login', 'ann')}${value('wp:author_display_name', 'Ann Hill')}</wp:author>
${formatCategory('bread', 'Bread')}${formatCategory('rye', 'Rye & Spelt', 'bread')}${formatCategory('dark', 'Dark', 'rye')}
${items.join('\n')}</channel></rss>`;
}

function formatCategory(slug: string, name: string, parent = ''): string {
  const parts = [
    value('wp:category_nicename', slug),
    value('wp:category_parent', parent),
    value('wp:cat_name', name),
  ];
  return `<wp:category>${parts.join('')}</wp:category>`;
}

const inCategory = (slug: string) =>
  `<category domain="category" nicename="${slug}">${slug}</category>`;
const withMeta = (key: string, text: string) =>
  `<wp:postmeta>${value('wp:meta_key', key)}${value('wp:meta_value', text)}</wp:postmeta>`;

function createImport(picture = PICTURE) {
  const { folder, at, add, run, read, check, write } = createImportFolder();
  add('uploads/2014/03/shop.png', picture);
  return {
    folder,
    read,
    check,
    write,
    run: (source: string | Uint8Array, ...flags: readonly string[]) =>
      run(add('export.xml', source), '--uploads', at('uploads'), ...flags),
  };
}

const ATTACHMENT = formatItem({
  id: 11,
  title: 'shop',
  more: `<wp:post_type>attachment</wp:post_type>${value('wp:attachment_url', `${HOST}/wp-content/uploads/2014/03/shop.png`)}
${withMeta('_wp_attachment_image_alt', 'The shop from outside')}`,
});

const RYE = formatPost({
  id: 10,
  title: 'Our rye',
  slug: 'our-rye',
  body: `<!-- wp:paragraph --><p>Rye at night. See <a href="${HOST}/2014/03/starter/">the starter</a>, <a href="/?p=12">again</a>,
<a href="/gone/">gone</a> and <a href="javascript:alert(1)">this</a>.<sup data-fn="n1" class="fn"><a href="#n1">1</a></sup></p><!-- /wp:paragraph -->
<!-- wp:image {"id":11} --><figure><a href="${HOST}/wp-content/uploads/2014/03/shop.png"><img src="${HOST}/wp-content/uploads/2014/03/shop-1024x683.png" alt=""/></a><figcaption>Our shop</figcaption></figure><!-- /wp:image -->
<!-- wp:embed --><figure class="wp-block-embed"><div>
https://www.youtube.com/watch?v=abcdefghijk
</div></figure><!-- /wp:embed --><!-- wp:footnotes /-->`,
  more: `${value('dc:creator', 'ann')}${value('excerpt:encoded', 'Rye, baked at night')}${inCategory('bread')}${inCategory('dark')}
<category domain="post_tag" nicename="night">Night</category>${withMeta('_thumbnail_id', '11')}
${withMeta('_yoast_wpseo_title', '%%title%%, fresh %%sep%% %%sitename%%')}${withMeta('_yoast_wpseo_meta-robots-noindex', '1')}
${withMeta('footnotes', '[{"id":"n1","content":"From the <em>mill</em>."}]')}
<wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>`,
});

const STARTER = formatPost({
  id: 12,
  title: 'Starter',
  slug: 'starter',
  body: `Feed it daily.

[caption id="a" width="300"]<img src="${HOST}/wp-content/uploads/2014/03/shop.png" alt="Shop" /> Our shop[/caption]

[gallery ids="11"]

First line
second [sic]

https://vimeo.com/12345`,
});

const ABOUT = formatPost({
  id: 2,
  title: 'About',
  slug: 'about',
  type: 'page',
  body: '<p>We are bakers.</p>',
});

test('posts, pages, pictures, authors, categories and addresses of WordPress arrive', async () => {
  const { run, read, check } = createImport();
  const { status, output } = await run(formatExport(RYE, STARTER, ABOUT, ATTACHMENT));
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('WordPress export, 1 file: 3 texts imported into'),
  ]);
  expect(read('articles/bread/rye/our-rye.md')).toBe(`---
title: Our rye
excerpt: Rye, baked at night
seoTitle: Our rye, fresh
author: ann-hill
publishedAt: 2014-03-03T09:00:00Z
cover:
  src: our-rye-shop.png
  alt: The shop from outside
tags:
  - Night
noindex: true
aliases:
  - /2014/03/our-rye
  - /?p=10
---

Rye at night. See [the starter](/general/starter), [again](/general/starter), gone and this.[^1]

![The shop from outside](our-rye-shop.png "Our shop")

<https://www.youtube.com/watch?v=abcdefghijk>

[^1]: From the *mill*.
`);
  expect(read('articles/general/starter.md')).toContain(`
Feed it daily.

![Shop](starter-shop.png "Our shop")

![The shop from outside](starter-shop.png)

First line\\
second \\[sic]

<https://vimeo.com/12345>
`);
  expect(read('pages/about.md')).toContain('\nWe are bakers.\n');
  expect(read('redirects.yaml')).toContain('- from: /?page_id=2\n  to: /about\n');
  const report = JSON.parse(read('.import/report.json'));
  expect(report).toMatchObject({ comments: 1, before: { pictures: 3 }, after: { pictures: 3 } });
  const [rye] = report.texts;
  expect(rye.notes).toEqual([
    expect.stringContaining('the link to /gone/ was removed'),
    expect.stringContaining('the link to javascript:alert(1) was removed'),
  ]);
  expect(read('.import/report.html')).toContain('Our rye');
  const checked = await check();
  expect([checked.status, checked.output]).toEqual([
    0,
    expect.stringMatching(/: 2 live articles, .* no errors, /),
  ]);
});

test('a picture that is too small for a cover begins the text, unless the text shows it already', async () => {
  const { run, read, check } = createImport(SMALL);
  const featured = withMeta('_thumbnail_id', '11');
  const plain = { id: 20, title: 'Plain', slug: 'plain', body: '<p>Words.</p>', more: featured };
  await run(formatExport(RYE, STARTER, formatPost(plain), ATTACHMENT));
  expect(read('articles/general/plain.md')).toContain(
    '---\n\n![The shop from outside](plain-shop.png)\n\nWords.',
  );
  expect(read('articles/general/plain.md')).not.toContain('cover:');
  expect(read('articles/bread/rye/our-rye.md')).toContain('---\n\nRye at night.');
  expect((await check()).status).toBe(0);
});

test('a picture of the same name in another folder is not taken', async () => {
  const { run, read } = createImport();
  await run(formatExport(STARTER.replaceAll('/2014/03/shop.png', '/2015/01/shop.png')));
  const text = read('articles/general/starter.md');
  expect(text).toContain(`[Picture: Shop](${HOST}/wp-content/uploads/2015/01/shop.png)`);
  expect(text).not.toContain('![');
});

test('what Markdown can’t say makes a draft of that text alone, until a person has looked at it', async () => {
  const { run, read, write, check } = createImport();
  const shortcode = '[contact-form-7 id="5" title="Contact [us]"]';
  const body = `<p>Write to us.</p>\n\n${shortcode}\n\n<form action="/x"><input name="a"></form><script>alert(1)</script>`;
  await run(formatExport(formatPost({ id: 1, title: 'Contact', slug: 'contact', body }), STARTER));
  const text = read('articles/general/contact.md');
  expect(text).toContain('draft: true\n');
  expect(text).toContain(`\`\`\`unconverted\n${shortcode}\n\`\`\``);
  expect(text).toContain('```unconverted\n<form action="/x"><input name="a"></form>\n```');
  expect(text).not.toContain('alert');
  expect((await check()).output).toMatch(/: 1 live article, 1 draft, .* no errors/);
  write('articles/general/contact.md', text.replace('draft: true\n', ''));
  const { status, output } = await check();
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(
      /contact\.md:\d+ the import did not convert this part; rewrite it in Markdown, or remove it\n/,
    ),
  ]);
});

test('a second import changes what the source changed, and nothing that the owner has edited', async () => {
  const { folder, run, read, write } = createImport();
  await run(formatExport(RYE, STARTER));
  const [rye, starter] = ['articles/bread/rye/our-rye.md', 'articles/general/starter.md'];
  const edited = `${read(starter)}\nMine.\n`;
  write(starter, edited);
  const before = read(rye);
  await run(formatExport(RYE, STARTER));
  expect([read(rye), read(starter)]).toEqual([before, edited]);
  expect(existsSync(path.join(folder, '.import', starter))).toBe(false);
  await run(
    formatExport(RYE.replace('Rye at night.', 'Rye at dawn.'), STARTER.replace('daily', 'weekly')),
  );
  expect(read(rye)).toBe(before.replace('Rye at night.', 'Rye at dawn.'));
  expect(read(starter)).toBe(edited);
  expect(read(`.import/${starter}`)).toContain('Feed it weekly.');
});

test('the owner’s mapping says where the texts of a category go', async () => {
  const { folder, run, read, write } = createImport();
  await run(formatExport(RYE, STARTER));
  write(
    'mapping.yaml',
    read('mapping.yaml').replace(
      '"dark", to: bread/rye, name: "Rye & Spelt"',
      '"dark", to: loaves, name: "Loaves"',
    ),
  );
  await run(formatExport(RYE, STARTER));
  expect(read('articles/loaves/our-rye.md')).toContain('title: Our rye\n');
  const old = ['our-rye.md', 'our-rye-shop.png'].map((name) =>
    path.join(folder, 'articles/bread/rye', name),
  );
  expect(old.filter((file) => existsSync(file))).toEqual([]);
  write('mapping.yaml', 'categories: [{ from: dark }]');
  const { status, output } = await run(formatExport(RYE));
  expect([status, output]).toEqual([1, expect.stringContaining('mapping.yaml: categories.0')]);
});

test('a text that can’t be converted is kept whole, and the others arrive', async () => {
  const { run, read, check } = createImport();
  const deep = `${'<div>'.repeat(5_000)}Deep ${'[a b="'.repeat(5_000)}`;
  const { status } = await run(
    formatExport(formatPost({ id: 1, title: 'Deep', slug: 'deep', body: deep }), STARTER),
  );
  expect(status).toBe(0);
  expect(read('articles/general/deep.md')).toMatch(
    /draft: true\n[\s\S]*```unconverted\n[\s\S]*Deep \[a b="/,
  );
  expect(read('articles/general/starter.md')).toContain('Feed it daily.');
  expect((await check()).status).toBe(0);
});

test('an export of a site that was tried out locally gives a folder without a domain', async () => {
  const { run, read, check } = createImport();
  const local = formatExport(STARTER).replaceAll(HOST, 'http://localhost:8080');
  await run(local.replace('Hill Bakery', 'x'.repeat(70)));
  expect(read('site.yaml')).toContain(`name: ${'x'.repeat(59)}…\n`);
  expect(read('site.yaml')).not.toContain('domain');
  expect((await check()).status).toBe(0);
});

test('shortcodes within shortcodes are replaced, and those in two brackets are text', async () => {
  const { run, read } = createImport();
  const rows = '[row][row][button url="https://x.example/a"]Go[/button][/row] in[/row]';
  const body = `${rows} [[gallery]] [tab title="T"]x[/tab]`;
  await run(formatExport(formatPost({ id: 1, title: 'Grid', slug: 'grid', body })));
  const text = read('articles/general/grid.md');
  for (const part of ['[Go](https://x.example/a)', 'in \\[gallery]', '**T**', '\nx'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\[\/?row|draft/);
});

test('shortcodes mean the same as the elements of other programs, and their entities stay', async () => {
  const { run, read } = createImport();
  const body = `[vimeo 12345678]

[youtube id="abcdefghijk" title="Salt &amp; rye"]

[embed]https://x.example/?a=1&amp;b=2[/embed]

[quote author="Ann"]Bread.[/quote]

[tab label="Pie"]Apples[/tab]

[code]a[0] &lt; b[/code]

[php]{% raw %}[/php]

[toc]`;
  await run(formatExport(formatPost({ id: 1, title: 'Same', slug: 'same', body })));
  expect(
    read('articles/general/same.md').replace(/^---[\s\S]*?\n---\n\n/, ''),
  ).toBe(`<https://vimeo.com/12345678>

[Salt & rye](https://www.youtube.com/watch?v=abcdefghijk)

<https://x.example/?a=1&b=2>

> Bread.
>
> — Ann

**Pie**

Apples

\`\`\`
a[0] < b
\`\`\`

\`\`\`php
{% raw %}
\`\`\`
`);
  expect(read('.import/report.json')).toContain('toc was removed');
});

test('drafts, scheduled and private posts arrive, and other items are counted', async () => {
  const { run, read } = createImport();
  const statuses = ['draft', 'pending', 'private', 'future', 'trash'];
  const items = statuses.map((status, index) =>
    formatPost({
      id: index + 1,
      title: `A ${status}`,
      slug: status === 'draft' ? '' : status,
      status,
    }),
  );
  const { output } = await run(
    formatExport(...items, formatPost({ id: 9, title: 'Menu', slug: 'm', type: 'nav_menu_item' })),
  );
  const isDraft = (slug: string) => read(`articles/general/${slug}.md`).includes('draft: true');
  expect(['a-draft', 'pending', 'private', 'future'].map(isDraft)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(output).toContain('1 items of the type post left out');
  expect(output).toContain('1 items of the type nav_menu_item left out');
});

test('a compressed, truncated or broken export gives what can be read of it', async () => {
  const { run, read, folder } = createImport();
  const whole = formatExport(STARTER, RYE);
  const cut = whole.slice(0, whole.indexOf('Rye at night'));
  const { status, output } = await run(gzipSync(cut));
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('ends in the middle of the text “Our rye”; export it again'),
  ]);
  expect(read('articles/general/starter.md')).toContain('Feed it daily.');
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;">]>`;
  const hostile = formatExport(
    formatPost({ id: 5, title: 'Odd\u0008', slug: '../../../etc/odd', body: '<p>One\u0001</p>' }),
  );
  const odd = await run(
    hostile.replace('?>', `?>${bomb}`).replace('</channel>', '<item>&b; & broken</channel>'),
  );
  expect(odd.output).toContain('is not well-formed XML');
  expect(read('articles/general/etc-odd.md')).toContain('title: Odd\n');
  expect(existsSync(path.join(folder, '../etc'))).toBe(false);
});

test('what plugins and other types of posts add arrives too', async () => {
  const { run, read, check } = createImport();
  const upload = (id: number, name: string) =>
    formatItem({
      id,
      title: name,
      more: `<wp:post_type>attachment</wp:post_type><wp:post_parent>30</wp:post_parent><wp:menu_order>${40 - id}</wp:menu_order>
<link>${HOST}/2014/03/offer/${name}/</link>${value('wp:attachment_url', `${HOST}/wp-content/uploads/2014/03/${name}.png`)}`,
    });
  const offer = formatPost({
    id: 30,
    title: 'Offer',
    slug: 'offer',
    body: `[gallery]\n\n[et_pb_section][et_pb_text]Words[/et_pb_text][et_pb_button button_url="https://x.example/" button_text="Buy"][et_pb_image src="${HOST}/wp-content/uploads/2014/03/shop.png" alt="Shop"][/et_pb_section]
<a href="${HOST}/2014/03/offer/shop/" rel="attachment wp-att-31"><img src="${HOST}/wp-content/uploads/2014/03/shop.png" alt="S"></a> <a href="/author/bob/">Bob</a> <a href="/tag/night/">Night</a>`,
    more: `<category domain="author" nicename="cap-bob">Bob</category><category domain="author" nicename="cap-ann">Ann Hill</category>
${withMeta('_wp_old_slug', 'sale')}${withMeta('_seopress_titles_title', '%%post_title%% of May %%sep%% %%sitetitle%%')}${withMeta('_seopress_robots_index', 'yes')}
<wp:comment><wp:comment_approved>1</wp:comment_approved><wp:comment_type>pingback</wp:comment_type></wp:comment>
<wp:comment><wp:comment_approved>0</wp:comment_approved></wp:comment><wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>`,
  });
  const work = formatPost({
    id: 40,
    title: 'A shop',
    slug: 'a-shop',
    type: 'portfolio_item',
    body: '<p>We built it.</p><ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://x.example/me","service":"x"} /--></ul>',
    more: '<category domain="portfolio_tag" nicename="wood">Wood</category>',
  });
  const { output } = await run(formatExport(offer, work, upload(31, 'shop'), upload(32, 'gone')));
  const text = read('articles/general/offer.md');
  expect(text).toContain('seoTitle: Offer of May\nauthor:\n  - bob\n  - ann-hill\n');
  for (const alias of ['/2014/03/offer', '/2014/03/sale', '/?p=30', '/2014/03/offer/shop'])
    expect(text).toContain(`  - ${alias}\n`);
  expect(text).toMatch(
    /\[Picture: gone\][\s\S]*!\[shop\]\(offer-shop\.png\)[\s\S]*Words\n\n\[Buy\][\s\S]*!\[Shop\]/i,
  );
  expect(text).toContain('\n[Bob](/authors/bob) Night\n');
  expect(text).not.toContain('(/general/offer)');
  expect(read('articles/portfolio-item/a-shop.md')).toContain('tags:\n  - Wood\n');
  expect(output).toContain(
    '1 texts of the type portfolio_item became posts in the category “Portfolio item”',
  );
  expect(output).toContain('1 pingbacks and trackbacks left out');
  expect(JSON.parse(read('.import/report.json')).comments).toBe(1);
  const rows = read('redirects.yaml');
  for (const row of ['/author/bob\n  to: /authors/bob', '/author/ann/feed\n  to: /feed.xml'])
    expect(rows).toContain(`- from: ${row}\n`);
  expect((await check()).output).toContain('no errors');
});

test('--dry-run writes nothing, and a missing source or folder is said', async () => {
  const { folder, run } = createImport();
  expect((await run(formatExport(STARTER), '--dry-run')).status).toBe(0);
  expect(existsSync(folder)).toBe(false);
  expect(await runCommand(['import', '/nowhere.xml', '--to', folder], {})).toEqual({
    status: 1,
    output: '/nowhere.xml does not exist; name the export or its folder.\n',
  });
  expect(await runCommand(['import', '/nowhere.xml'], {})).toEqual({
    status: 1,
    output: 'Name the folder of the new site with --to.\n',
  });
});

test('a blog in a folder of its host keeps its short addresses, and its titles lose their HTML', async () => {
  const { run, read, check } = createImport();
  const post = formatPost({
    id: 10,
    title: 'Salt &amp; <em>rye</em>: "a &lt;b&gt;"',
    slug: 'our-rye',
    body: `<p><a href="${HOST}/?p=12">by id</a>, at ${HOST}/2014/03/starter/, not at ${HOST}/gone.</p>`,
    more: value(
      'excerpt:encoded',
      '<table><tr><th>How</th><th>to</th></tr></table> <b>b</b>ake<br>10<sup>6</sup><!-- all --> loaves.',
    ),
  });
  const blog = `${HOST}/blog`;
  expect((await run(formatExport(post, STARTER).replaceAll(HOST, blog))).status).toBe(0);
  const text = read('articles/general/our-rye.md');
  expect(text).toContain('title: \'Salt & rye: "a <b>"\'\nexcerpt: How to bake 10 6 loaves.\n');
  expect(text).toMatch(/aliases:\n(?: {2}- .*\n)* {2}- \/blog\?p=10\n/);
  expect(text).toContain(
    `[by id](/general/starter), at [${blog}/2014/03/starter/](/general/starter), not at \`${blog}/gone\`.`,
  );
  expect((await check()).output).toContain('no errors');
});
