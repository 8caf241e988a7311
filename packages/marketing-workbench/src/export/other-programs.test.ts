import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { z } from 'zod';
import {
  formatArticle,
  SVG,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';
import {
  listChildren,
  parseXml,
  readChild,
  type XmlElement,
} from '../../../../tests/support/xml.ts';

const FOLDER = 'articles/seo/local-seo';
const BODY = `Words with \u{1F600} & ]]> and \u0008 here.[^1]

> [!TIP]
> Ask twice.

- [x] Done
- [ ] Open

| A | B |
| --- | ---: |
| 1 | 2 |

\`\`\`js
const one = 1 < 2;
\`\`\`

![A drawing](plan.svg "The plan.")

https://youtu.be/dQw4w9WgXcQ

See [the base](/seo/local-seo/ask#downloads).

[^1]: A note.`;

async function writeSite(): Promise<string> {
  const keys = {
    title: 'Ask “well” & <often>',
    author: ['ada', 'ben'],
    tags: ['Local shops'],
    featured: true,
    seoTitle: 'Ask well',
    canonical: 'https://example.com/first',
    noindex: true,
    aliases: ['/old-ask'],
    cover: { src: 'shop.png', alt: 'A "shop"' },
    downloads: [{ file: 'list.csv', title: 'The list' }],
  };
  return writeContentFolder({
    [`${FOLDER}/ask.md`]: formatArticle(keys, BODY),
    [`${FOLDER}/plan.svg`]: SVG,
    [`${FOLDER}/shop.png`]: await createPhoto(1200, 800),
    [`${FOLDER}/list.csv`]: 'a,b\n1,2\n',
    [`${FOLDER}/later.md`]: formatArticle({ title: 'Later', publishedAt: '2999-01-01' }),
    [`${FOLDER}/unfinished.md`]: formatArticle({ title: 'Unfinished', draft: true }),
    'authors.yaml': `- slug: ada\n  name: Ada Lane\n  about: ${'Writes. '.repeat(30)}\n- slug: ben\n  name: Ben\n`,
    'redirects.yaml':
      '- from: /old\n  to: /seo/local-seo/ask\n- { from: /blog, to: /seo, match: prefix }\n- { from: /gone, status: 410 }\n',
  });
}

test('a WXR export is valid XML with all texts, their places and fields, and their pictures', async () => {
  const { file, output } = await exportSite('wxr', 'site.xml');
  const [channel] = listChildren(parseXml(readFileSync(file, 'utf8')), 'channel');
  const items = channel === undefined ? [] : listChildren(channel, 'item');
  const find = (name: string) => items.find((item) => readChild(item, 'wp:post_name') === name);
  const ask = find('ask');
  if (channel === undefined || ask === undefined) throw new Error('no article');
  expect(readChild(ask, 'title')).toBe('Ask “well” & &lt;often&gt;');
  expect(readChild(ask, 'link')).toBe('https://www.marketingworkbench.example/seo/local-seo/ask');
  const html = readChild(ask, 'content:encoded');
  expect(html).toContain('\u{1F600} &#x26; ]]> and');
  expect(html).toContain('<blockquote><p><strong>Tip</strong></p>');
  expect(html).toContain('☑');
  expect(html).toContain('<pre><code class="language-javascript">const one = 1 &#x3C; 2;');
  expect(html).toContain('<th scope="col" align="right">B</th>');
  expect(html).toMatch(
    /<figure><img src="https:\/\/www\.marketingworkbench\.example\/media\/[0-9a-f]+-plan\.svg" alt="A drawing"[^>]*><figcaption>The plan\./,
  );
  expect(html).toContain('<p><a href="https://youtu.be/dQw4w9WgXcQ">Video on YouTube</a></p>');
  expect(html).toContain(
    'href="https://www.marketingworkbench.example/seo/local-seo/ask#downloads"',
  );
  expect(readMeta(ask)).toEqual({
    _thumbnail_id: expect.stringMatching(/^1\d{6}$/),
    _yoast_wpseo_title: 'Ask well',
    _yoast_wpseo_metadesc: expect.stringContaining('Ask'),
    _yoast_wpseo_canonical: 'https://example.com/first',
    '_yoast_wpseo_meta-robots-noindex': '1',
  });
  expect(listChildren(ask, 'category').map((category) => category.text)).toEqual([
    'SEO',
    'Local SEO',
    'Local shops',
  ]);
  expect(['later', 'unfinished'].map((name) => readChild(find(name) ?? ask, 'wp:status'))).toEqual([
    'future',
    'draft',
  ]);
  const attachments = items.filter((item) => readChild(item, 'wp:post_type') === 'attachment');
  const cover = attachments.find(
    (item) => readChild(item, 'wp:post_id') === readMeta(ask)._thumbnail_id,
  );
  expect(readMeta(cover ?? ask)._wp_attachment_image_alt).toBe('A "shop"');
  expect(
    attachments.map((item) => readChild(item, 'wp:attachment_url').replace(/.*\/[0-9a-f]+-/, '')),
  ).toEqual(expect.arrayContaining(['plan.svg', 'list.csv', 'shop-cover-960.jpg']));
  expect(
    listChildren(channel, 'wp:author').map((author) => readChild(author, 'wp:author_login')),
  ).toEqual(['editor', 'ada', 'ben']);
  for (const loss of [
    'callout',
    'box of a checklist',
    'video',
    'further author',
    'redirect; WordPress needs',
    'description and links of an author',
    'originals of pictures',
  ])
    expect(output).toContain(`× ${loss}`);
});

const ghostSchema = z.object({
  db: z.tuple([
    z.object({
      data: z.object({
        posts: z.array(z.record(z.string(), z.unknown())),
        posts_meta: z.array(z.record(z.string(), z.unknown())),
        posts_tags: z.array(
          z.object({ post_id: z.string(), tag_id: z.string(), sort_order: z.number() }),
        ),
        posts_authors: z.array(z.object({ post_id: z.string(), author_id: z.string() })),
        tags: z.array(z.object({ id: z.string(), name: z.string() })),
        users: z.array(z.object({ id: z.string(), slug: z.string() })),
        settings: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    }),
  ]),
});

test('a Ghost export has all texts with tags, authors and fields, its files, and redirects to Ghost’s addresses', async () => {
  const { file, output } = await exportSite('ghost', 'site.zip');
  for (const loss of [
    'redirect of a path and all addresses below it',
    'address that is gone',
    'email address of an author',
    'end of the description of an author, over 200',
  ])
    expect(output).toContain(`× ${loss}`);
  const files = await readZip(file);
  const [{ data }] = ghostSchema.parse(JSON.parse(String(files.get('ghost-export.json')))).db;
  const ask = data.posts.find(({ slug }) => slug === 'ask');
  const html = String(ask?.html);
  expect(ask).toMatchObject({
    title: 'Ask “well” & <often>',
    type: 'post',
    status: 'published',
    featured: 1,
    canonical_url: 'https://example.com/first',
    published_at: '2025-01-01T00:00:00.000Z',
    codeinjection_head: '<meta name="robots" content="noindex">',
    feature_image: expect.stringMatching(
      /^__GHOST_URL__\/content\/images\/.*-shop-cover-960\.jpg$/,
    ),
  });
  expect(JSON.parse(String(ask?.lexical)).root.children).toEqual([
    { type: 'html', version: 1, html },
  ]);
  expect(html).toContain('href="__GHOST_URL__/ask/#downloads"');
  const named = [...html.matchAll(/__GHOST_URL__\/(content\/[^"]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
  const tags = data.posts_tags.filter(({ post_id }) => post_id === ask?.id);
  expect(tags.map(({ tag_id }) => data.tags.find(({ id }) => id === tag_id)?.name)).toEqual([
    'SEO',
    'Local SEO',
    'Local shops',
  ]);
  const authors = data.posts_authors.filter(({ post_id }) => post_id === ask?.id);
  expect(
    authors.map(({ author_id }) => data.users.find(({ id }) => id === author_id)?.slug),
  ).toEqual(['ada', 'ben']);
  expect(data.posts_meta.find(({ post_id }) => post_id === ask?.id)).toMatchObject({
    meta_title: 'Ask well',
    feature_image_alt: 'A "shop"',
  });
  expect(String(files.get('redirects.yaml'))).toContain('^/seo/local-seo/ask/?$: /ask/');
  expect(String(files.get('redirects.yaml'))).toContain('^/old/?$: /ask/');
  expect(String(files.get('redirects.yaml'))).toContain('^/old-ask/?$: /ask/');
});

test.each([
  ['wxr', 'site.xml'],
  ['ghost', 'site.zip'],
])('the import of this program reads an export as %s', async (format, name) => {
  const { file, base } = await exportSite(format, name);
  const folder = path.join(base, 'again');
  const { status } = await runCommand(['import', file, '--to', folder], {});
  expect(status).toBe(0);
  const [place = ''] = globSync('articles/**/ask.md', { cwd: folder });
  const article = readFileSync(path.join(folder, place), 'utf8');
  for (const part of [
    'title: Ask “well” &',
    'seoTitle: Ask well',
    'noindex: true',
    'canonical: https://example.com/first',
  ])
    expect(article).toContain(part);
  for (const part of ['> **Tip**', '| A ', '```javascript', '#downloads)', '[^1]: A note.'])
    expect(article).toContain(part);
});

async function exportSite(format: string, name: string) {
  const base = createDataDir();
  const file = path.join(base, name);
  const args = ['export', '--format', format, '--to', file];
  const { status, output } = await runCommand(args, {
    CONTENT_DIR: await writeSite(),
    DATA_DIR: path.join(base, 'data'),
  });
  expect(status).toBe(0);
  expect(output).not.toContain('with errors');
  return { base, file, output };
}

function readMeta(item: XmlElement): Readonly<Record<string, string>> {
  const rows = listChildren(item, 'wp:postmeta');
  return Object.fromEntries(
    rows.map((row) => [readChild(row, 'wp:meta_key'), readChild(row, 'wp:meta_value')]),
  );
}

async function readZip(place: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(place, { autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return files;
}
