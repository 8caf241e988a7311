import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createImportFolder } from '../../../../tests/support/import-folder.ts';
import { createPhoto } from '../../../../tests/support/photos.ts';

const PICTURE = await createPhoto(960, 640);

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Imports files of an old site. `bodyOf` gives a text without its front matter; `list` names the
 * texts and what is beside them.
 */
async function importFiles(files: Files, prepare: (source: string) => void = () => undefined) {
  const { base, folder, at, add, run, read, check, list } = createImportFolder();
  for (const [file, content] of Object.entries(files)) add(path.join('source', file), content);
  prepare(at('source'));
  const { status, output } = await run(at('source'));
  const bodyOf = (file: string) => read(file).replace(/^---\n[\s\S]*?\n---\n\n/, '');
  const listTexts = () => list().filter((name) => /^(?:articles|pages).*\.\w+$/.test(name));
  return { base, folder, status, output, read, bodyOf, check, list: listTexts };
}

test('a site of Hugo: sections, bundles, languages, shortcodes, permalinks and aliases', async () => {
  const site = await importFiles({
    'hugo.toml': `baseURL = "https://hill.example/"
title = "Hill Bakery"
defaultContentLanguage = "en"
[languages.en]
[languages.de]
[permalinks]
posts = "/:year/:month/:slug/"
[params]
oven = "stone oven"`,
    'content/posts/our-rye/index.md': `+++
title = "Our rye"
date = 2014-03-02T09:00:00+01:00
slug = "rye"
aliases = ["/old-rye/", "sour"]
categories = ["Bread & Rolls"]
tags = ["Rye", "Night"]
author = "Ann Hill"
description = "How we bake it"
[cover]
image = "loaf.png"
alt = "A loaf"
+++
From our {{< param oven >}}.

<!--more-->

{{< figure src="loaf.png" alt="Loaf" caption="Fresh" >}}

See [the starter]({{< ref "starter.md#feeding" >}}) and [by path](../starter.md).

{{% notice tip "Mind" %}}
Use **warm** water.
{{% /notice %}}

{{< oven-timer minutes=5 >}}
`,
    'content/posts/our-rye/loaf.png': PICTURE,
    'content/posts/our-rye/index.de.md': '---\ntitle: Unser Roggen\ndate: 2014-03-02\n---\nBrot.\n',
    'content/posts/starter.md':
      '{\n"title": "Starter",\n"date": "2014-01-01",\n"draft": false\n}\n## Feeding\n\nDaily. {{< youtube abcdefghijk >}}\n\n`{{</* youtube id */>}}`\n',
    'content/posts/_index.md': '---\ntitle: Posts\n---\n',
    'content/about.md': '---\ntitle: About\n---\nWe bake.\n',
    'themes/x/README.md': '# Theme\n',
  });
  expect(site.output).toContain('Hugo, 4 texts');
  const rye = site.read('articles/bread-rolls/rye.md');
  expect(rye).toContain('title: Our rye\n');
  expect(rye).toContain('metaDescription: How we bake it\n');
  // Its opening has a tag.
  expect(rye).not.toContain('excerpt:');
  expect(rye).toContain('author: ann-hill\npublishedAt: 2014-03-02T08:00:00Z\n');
  expect(rye).toContain('alt: A loaf');
  for (const alias of ['/2014/03/rye', '/old-rye', '/2014/03/sour'])
    expect(rye).toContain(`  - ${alias}\n`);
  expect(site.bodyOf('articles/bread-rolls/rye.md')).toBe(`From our stone oven.

![Loaf](rye-loaf.png "Fresh")

See [the starter](/general/starter#feeding) and [by path](/general/starter).

> [!TIP]
> **Mind**
>
> Use **warm** water.

\`\`\`unconverted
{{< oven-timer minutes=5 >}}
\`\`\`
`);
  expect(rye).toContain('draft: true');
  expect(site.bodyOf('articles/general/starter.md')).toBe(
    '## Feeding\n\nDaily. \n\n<https://www.youtube.com/watch?v=abcdefghijk>\n\n`{{< youtube id >}}`\n',
  );
  expect(site.list()).toContain('articles/general/our-rye-de.md');
  expect((await site.check()).output).toContain('no errors');
});

test('a site of Jekyll: dated names, drafts, collections, defaults, Liquid and kramdown', async () => {
  const site = await importFiles({
    '_config.yml': `title: Hill Bakery
url: https://hill.example
baseurl: /blog
timezone: Europe/Berlin
permalink: /:categories/:year/:month/:day/:title.html
collections: { recipes: { output: true, permalink: /cook/:title/ }, hidden: {} }
defaults:
  - scope: { path: "", type: posts }
    values: { author: ann }`,
    '_data/site.yml': 'name: Data of a template\n',
    '_data/authors.yml': 'ann:\n  name: Ann Hill\n  bio: Bakes at night.\n',
    '_posts/2014-03-02-our-rye.md': `---
title: Our rye
categories: bread dark
tags: rye night
redirect_from: /rye
image: /assets/loaf.png
---
Rye.{: .lead}

* TOC
{:toc}

##Oven {#the-oven}

[next]({{ site.baseurl }}{% post_url 2014-03-03-starter %}) [oven](#the-oven) ![Loaf]({{ site.baseurl }}/assets/loaf.png)

{% highlight ruby %}
bake {{ rye }}
{% endhighlight %}

{% raw %}{{ shown }}{% endraw %}

{% include promo.html id="7" %}

Crust
: The *outside*
`,
    '_posts/2014-03-03-starter.md':
      '---\ntitle: Starter\ndate: 2014-03-03 00:30:00 +0100\npublished: true\n---\nFeed.\n',
    '_posts/2014-03-04-broken.md': '---\ntitle: One: two\ntags: [a\n---\nKept.\n',
    '_drafts/idea.md': '---\ntitle: Idea\n---\nSoon.\n',
    '_recipes/buns.md': '---\ntitle: Buns\n---\nRoll.\n',
    '_hidden/a.md': '---\ntitle: A\n---\nData.\n',
    'about.md': '---\ntitle: About\npermalink: /about-us/\n---\n# About\n\nWe bake.\n',
    'moved.md': '---\nredirect_to: https://other.example/\n---\n',
    'index.html': '---\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n',
    'assets/loaf.png': PICTURE,
    'README.md': '# Read me\n',
  });
  expect(site.output).toContain('Jekyll, 6 texts');
  expect(site.output).toContain('README.md');
  const rye = site.read('articles/bread/our-rye.md');
  expect(rye).toContain('author: ann-hill\n');
  expect(rye).toContain('tags:\n  - rye\n  - night\n');
  for (const alias of ['/blog/bread/dark/2014/03/02/our-rye.html', '/blog/rye'])
    expect(rye).toContain(`  - ${alias}\n`);
  expect(site.read('authors.yaml')).toMatch(/name: Ann Hill\n\s+about: Bakes at night\.\n/);
  expect(site.bodyOf('articles/bread/our-rye.md').replace(/\n{3,}/g, '\n\n')).toBe(`Rye.

## Oven

[next](/general/starter) [oven](#oven)

![Loaf](our-rye-loaf.png)

\`\`\`ruby
bake {{ rye }}
\`\`\`

{{ shown }}

\`\`\`unconverted
{% include promo.html id="7" %}
\`\`\`

- **Crust**

  The *outside*
`);
  expect(site.read('articles/general/starter.md')).toContain('/blog/2014/03/03/starter.html');
  expect(site.bodyOf('articles/general/broken.md')).toBe('Kept.\n');
  expect(site.read('articles/general/broken.md')).toContain('title: "One: two"');
  expect(site.read('articles/general/idea.md')).toContain('draft: true');
  expect(site.bodyOf('pages/about.md')).toBe('We bake.\n');
  expect(site.read('redirects.yaml')).toContain('from: /blog/cook/buns\n');
  expect((await site.check()).output).toContain('no errors');
});

test('a site of Astro: collections with their routes, pages and MDX', async () => {
  const site = await importFiles({
    'astro.config.mjs':
      "export default defineConfig({ site: 'https://hill.example', base: '/' });\n",
    'src/consts.ts': "export const SITE_TITLE = 'Hill Bakery';\n",
    'src/content.config.ts':
      "const blog = defineCollection({ loader: glob({ base: './src/data/posts', pattern: '**/*.md' }) });\n",
    'src/pages/writing/[...slug].astro': "const posts = await getCollection('blog');\n",
    'src/pages/about.md': '---\ntitle: About\n---\nWe bake.\n',
    'src/data/posts/Our Rye.mdx': `---
title: Our rye
pubDate: "Mar 02 2014"
updatedDate: 2014-04-01
heroImage: ../../assets/loaf.png
heroImageAlt: A loaf
draft: false
---
import loaf from '../../assets/loaf.png';
import { YouTube } from 'astro-embed';

<img src={loaf} alt="Loaf" />

<YouTube id="abcdefghijk" />

<Timer minutes={5}>

Wait **here**.

</Timer>

{/* a note */}

[About](/about/)
`,
    'src/assets/loaf.png': PICTURE,
    'public/_redirects': '/old /writing/our-rye 301\n/all/* /writing/:splat 301\n',
  });
  const rye = site.read('articles/general/our-rye.md');
  expect(rye).toContain('publishedAt: 2014-03-02T00:00:00Z\nupdatedAt: 2014-04-01T00:00:00Z\n');
  expect(rye).toContain('  - /writing/our-rye\n');
  expect(rye).toContain('alt: A loaf');
  expect(site.bodyOf('articles/general/our-rye.md').trim()).toBe(`![Loaf](our-rye-loaf.png)

<https://www.youtube.com/watch?v=abcdefghijk>

\`\`\`unconverted
<Timer minutes={5}>
</Timer>
\`\`\`

Wait **here**.



[About](/about)`);
  expect(site.read('site.yaml')).toContain('name: Hill Bakery');
  expect(site.output).toContain('/all/* /writing/:splat 301');
  expect((await site.check()).output).toContain('no errors');
});

test('a site of Eleventy: folder data, permalinks, tags and tags of Nunjucks', async () => {
  const site = await importFiles({
    '.eleventy.js': "module.exports = () => ({ dir: { input: 'src' } });\n",
    'src/posts/posts.json':
      '{ "tags": "posts", "permalink": "/journal/{{ page.fileSlug }}/", "author": "Ann" }',
    'src/posts/2014-03-02-our-rye.md':
      '---\ntitle: Our rye\ntags: [rye]\n---\n{% image "./loaf.png", "Loaf" %}\n\n[home]({{ \'/\' | url }}) {{ title }}\n',
    'src/posts/loaf.png': PICTURE,
    'src/about.md': '---\ntitle: About\npermalink: /about.html\n---\nWe bake.\n',
    'src/_includes/x.md': 'No text.\n',
  });
  const rye = site.read('articles/general/our-rye.md');
  expect(rye).toContain('publishedAt: 2014-03-02T00:00:00Z\n');
  expect(rye).toContain('  - /journal/our-rye\n');
  expect(rye).toContain('tags:\n  - rye\n');
  expect(site.bodyOf('articles/general/our-rye.md')).toBe(
    '![Loaf](our-rye-loaf.png)\n\n[home](/) Our rye\n',
  );
  expect(site.read('redirects.yaml')).toContain('from: /about.html\n');
  expect((await site.check()).output).toContain('no errors');
});

test('a site of Docusaurus: dated posts, numbered documents, admonitions and components', async () => {
  const site = await importFiles({
    'docusaurus.config.js':
      "// url: 'https://no.example'\nmodule.exports = { title: 'Hill', url: 'https://hill.example', baseUrl: '/x/', };\n",
    'blog/authors.yml': 'ann:\n  name: Ann Hill\n',
    'blog/2014-03-02-our-rye/index.md': `---
authors: [ann]
---
# Our rye

:::warning[Hot]
Mind the oven.
:::

<!-- truncate -->

<Tabs><TabItem value="a" label="Apple">

Pie

</TabItem></Tabs>

![Loaf](./loaf.png) [mixing](/docs/baking/mix#slowly)
`,
    'blog/2014-03-02-our-rye/loaf.png': PICTURE,
    'docs/02-baking/01-mix.md':
      '---\ntitle: Mix\n---\n## Do it {#slowly}\n\n[Bake](./02-bake.md)\n',
    'docs/02-baking/02-bake.md': '---\nslug: /bake\n---\n# Bake\n\nHot.\n',
  });
  const rye = site.read('articles/general/our-rye.md');
  expect(rye).toContain('title: Our rye\n');
  expect(rye).toContain('  - /x/blog/2014/03/02/our-rye\n');
  expect(site.bodyOf('articles/general/our-rye.md').replace(/\n{3,}/g, '\n\n')).toBe(`> [!WARNING]
> **Hot**
>
> Mind the oven.

**Apple**

Pie

![Loaf](our-rye-loaf.png)

[mixing](/mix#do-it)
`);
  expect(site.bodyOf('pages/mix.md')).toBe('## Do it\n\n[Bake](/bake)\n');
  expect(site.read('redirects.yaml')).toContain('- from: /x/docs/baking/mix\n  to: /mix\n');
  expect((await site.check()).output).toContain('no errors');
});

test('a site of Gatsby: folders as addresses, paths of front matter and inline embeds', async () => {
  const site = await importFiles({
    'gatsby-config.js':
      'module.exports = { siteMetadata: { title: `Hill`, siteUrl: `https://hill.example/` }, plugins: [{ options: { path: __dirname + "/content/blog" } }] };\n',
    'content/blog/our-rye/index.md':
      '---\ntitle: Our rye\ndate: "2014-03-02T22:12:03.284Z"\nfeaturedImage: ./loaf.png\n---\n`youtube: abcdefghijk`\n\n[starter](../starter/) [[Starter]]\n',
    'content/blog/our-rye/loaf.png': PICTURE,
    'content/blog/starter/index.mdx':
      '---\ntitle: Starter\ndate: 2014-01-01\npath: /the-starter\n---\nFeed.\n',
  });
  const rye = site.read('articles/general/our-rye.md');
  expect(rye).toContain('  - /our-rye\n');
  expect(rye).toContain('our-rye-loaf.png');
  expect(site.bodyOf('articles/general/our-rye.md')).toBe(
    '<https://www.youtube.com/watch?v=abcdefghijk>\n\n[starter](/general/the-starter) [Starter](/general/the-starter)\n',
  );
  expect((await site.check()).output).toContain('no errors');
});

test.each([
  [
    'Hugo',
    ['hugo.toml', 'content/posts/a.md'],
    `{{< card link="https://x.example/" title="Shop" >}}

{{< code >}}
\`\`\`js
x
\`\`\`
{{< /code >}}

{{< video id="abcdefghijk" >}}

{{< youtube abcdefghijk >}}Ten minutes.{{< /youtube >}}

{{< code-group >}}Words{{< /code-group >}}

{{< tab value="Pie" >}}Apples{{< /tab >}}`,
    `[Shop](https://x.example/)

\`\`\`js
x
\`\`\`

<https://www.youtube.com/watch?v=abcdefghijk>

<https://www.youtube.com/watch?v=abcdefghijk>

Ten minutes.

Words

**Pie**

Apples`,
  ],
  [
    'Jekyll',
    ['_config.yml', 'a.md'],
    `{% include figure.html src="/loaf.png" alt="Loaf" title="Rye" caption="Fresh" attr="Ann" %}

{% include video.html url="https://x.example/a.mp4" %}

{% include mermaid.html id="7" %}

{% include figures.html of %}

{% %}`,
    `![Loaf](a-loaf.png "Rye. Fresh. Ann")

[video](https://x.example/a.mp4)

\`\`\`unconverted
{% include mermaid.html id="7" %}
\`\`\`

\`\`\`unconverted
{% include figures.html of %}
\`\`\`

\`\`\`unconverted
{% %}
\`\`\``,
  ],
  [
    'Docusaurus',
    ['docusaurus.config.js', 'docs/a.mdx'],
    `<Image src="/loaf.png" alt="Loaf" title="Rye" caption="Fresh" href="https://x.example/" />

<Button href="https://x.example/" text="Go" />

<Tab name="Pie">Apples</Tab>

<Gallery of={pies} />

<Mermaid>a</Mermaid>

:::expand More
Words
:::

:::row
Words
:::

:::constructor
Words
:::`,
    `![Loaf](a-loaf.png "Rye. Fresh")

[Loaf](https://x.example/)

[Go](https://x.example/)

**Pie**

Apples

\`\`\`unconverted
<Gallery of={pies} />
\`\`\`

\`\`\`unconverted
<Mermaid>
a
</Mermaid>
\`\`\`

**More**

Words

Words

> [!NOTE]
> **constructor**
>
> Words`,
  ],
] as const)(
  'elements mean the same in a text of %s as elsewhere',
  async (_, [config, file], text, expected) => {
    const pictures = { 'loaf.png': PICTURE, 'static/loaf.png': PICTURE };
    const site = await importFiles({
      [config]: '',
      ...pictures,
      [file]: `---\ntitle: A\n---\n${text}\n`,
    });
    const [imported = ''] = site.list().filter((name) => name.endsWith('.md'));
    expect(
      site
        .bodyOf(imported)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    ).toBe(expected);
  },
);

const PLAIN = `Two words\\
and *more*.

* a
* b

\`\`\`js
x
\`\`\`
`;

test('a text that this site accepts stays byte for byte, with its line ends', async () => {
  const windows = PLAIN.replaceAll('\n', '\r\n');
  const site = await importFiles({
    'one.md': `---\ntitle: One\n---\n\n${PLAIN}`,
    'two.md': `---\r\ntitle: Two\r\n---\r\n${windows}without an end`,
  });
  expect(site.bodyOf('pages/one.md')).toBe(PLAIN);
  expect(site.bodyOf('pages/two.md')).toBe(`${windows}without an end`);
});

test('hostile files give texts or a line each, and nothing outside of the folder is read', async () => {
  const deep = '> '.repeat(2_000);
  const site = await importFiles(
    {
      'bomb.md': `---\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
        .split('')
        .map(
          (name, index) =>
            `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(', ')}]\n`,
        )
        .join('')}title: Bomb\n---\nText.\n`,
      'deep.md': `${deep}x\n`,
      'binary.md': Buffer.from([0x89, 0x50, 0, 0, 1]),
      'latin.md': Buffer.from('# Caf\u00e9\n\nLatte.\n', 'latin1'),
      'wide.md': Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('# Wide\n\nText.\n', 'utf16le'),
      ]),
      'marked.md': '\ufeff---\ntitle: Marked\n---\nText.\n',
      'open.md': '---\ntitle: Never closed\n\nText.\n',
      'a b/Ünï 🎉.md': '# Party\n\n![x](../../../secret.png) [up](../../../etc/passwd)\n',
      'one/same.md': '# Same\n\nOne.\n',
      'two/same.md': '# Same\n\nTwo.\n',
      'notes.adoc': '= No Markdown\n',
    },
    (source) => {
      writeFileSync(path.join(source, '../secret.md'), '# Secret\n\nSecret words.\n');
      symlinkSync('../secret.md', path.join(source, 'secret.md'));
      symlinkSync('.', path.join(source, 'loop'));
    },
  );
  expect(site.status).toBe(0);
  const texts = site.list().map((file) => site.read(file));
  expect(texts.some((text) => text.includes('Secret words'))).toBe(false);
  for (const title of ['Bomb', 'Café', 'Wide', 'Marked', 'Party', 'Same'])
    expect(texts.some((text) => text.includes(`title: ${title}\n`))).toBe(true);
  expect(texts.some((text) => text.includes('Never closed'))).toBe(true);
  expect(site.output).toContain('is a binary file, despite its name: binary.md');
  expect(site.output).toContain('notes.adoc');
  expect(existsSync(path.join(site.base, 'etc'))).toBe(false);
  expect((await site.check()).output).toContain('no errors');
});

test.each([
  ['shortcodes', 'hugo.toml', `${'{{< a >}}'.repeat(1_000)}${'{{< /a >}}'.repeat(1_000)}`],
  ['unclosed shortcodes', 'hugo.toml', '{{< '.repeat(20_000)],
  ['Liquid', '_config.yml', '{% if x %}'.repeat(1_000)],
  ['components', 'docusaurus.config.js', '<A>'.repeat(1_000)],
  ['directives', 'docusaurus.config.js', ':::tip\n'.repeat(300)],
])('hostile %s end in a text', async (_, config, body) => {
  const file =
    config === 'hugo.toml' ? 'content/posts/a.md' : config === '_config.yml' ? 'a.md' : 'docs/a.md';
  const { status, list } = await importFiles({
    [config]: '',
    [file]: `---\ntitle: A\n---\n${body}\n`,
  });
  expect(status).toBe(0);
  expect(list()).toHaveLength(1);
});
