import { expect, test } from 'vitest';
import { compileFolder } from '../../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  SVG,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';

async function compilePost(...body: readonly string[]) {
  const folder = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle({}, body.join('\n')),
    ...(body.join().includes('.svg') ? { 'articles/seo/local-seo/prices.svg': SVG } : {}),
  });
  const { records, problems } = await compileFolder(folder, COMPILED_AT);
  expect(problems).toEqual([]);
  const post = records.find((record) => record.kind === 'post');
  if (post === undefined) throw new Error('the article gave no record');
  return post;
}

test('headings have unprefixed ids, and their texts are kept for search', async () => {
  const post = await compilePost('## What it *costs* & why', '', 'Words.', '', '### Über `code`');
  expect(post.content).toMatchInlineSnapshot(`
    "<h2 id="what-it-costs--why">What it <em>costs</em> &amp; why</h2>
    <p>Words.</p>
    <h3 id="über-code">Über <code>code</code></h3>"
  `);
  expect(post.headings).toBe('What it costs & why\nÜber code');
});

test('an external link is marked; an internal link and a mailto link are unchanged', async () => {
  const post = await compilePost(
    '[Out](https://example.com/a?b=1&c=2 "Title"), https://example.com,',
    '[in](/seo/local-seo), [here](#there) and [mail](mailto:me@example.com).',
    '',
    '## There',
  );
  expect(post.content).toMatchInlineSnapshot(`
    "<p><a href="https://example.com/a?b=1&amp;c=2" rel="noopener external">Out</a>, <a href="https://example.com" rel="noopener external">https://example.com</a>,
    <a href="/seo/local-seo">in</a>, <a href="#there">here</a> and <a href="mailto:me@example.com">mail</a>.</p>
    <h2 id="there">There</h2>"
  `);
});

test('an image alone in a paragraph is a figure with a caption, its size, an immutable name and a link to the full image', async () => {
  const post = await compilePost(
    'Words.',
    '',
    '![Cakes cost $38 & up.](prices.svg "What a *cake* costs.")',
  );
  expect(post.content).toMatchInlineSnapshot(`
    "<p>Words.</p>
    <figure><a href="/media/08deb275fea535de-prices.svg"><img src="/media/08deb275fea535de-prices.svg" alt="Cakes cost $38 &amp; up." width="360" height="200" loading="eager" fetchpriority="high" decoding="async"></a><figcaption>What a *cake* costs.</figcaption></figure>"
  `);
  expect(post.text).toBe('Words. What a *cake* costs.');
});

test('a table scrolls in a region that the nearest heading labels, aligned by class', async () => {
  const post = await compilePost('| | Cost | Left |', '|:-|-:|:-:|', '| Cake | 38 | **22** |');
  expect(post.content).toMatchInlineSnapshot(`
    "<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>
    <thead>
    <tr>
    <td></td>
    <th scope="col" class="align-right">Cost</th>
    <th scope="col" class="align-center">Left</th>
    </tr>
    </thead>
    <tbody>
    <tr>
    <td>Cake</td>
    <td class="align-right">38</td>
    <td class="align-center"><strong>22</strong></td>
    </tr>
    </tbody>
    </table></div>"
  `);
});

test('the label of a table has the words of the heading above it, without the numbers of footnotes', async () => {
  const post = await compilePost(
    '## Costs[^a] of *all*',
    '',
    '| A |',
    '|---|',
    '| 1 |',
    '',
    '[^a]: In dollars.',
  );
  expect(post.content).toContain('aria-label="Costs of all"');
});

test('no two tables of a text share a label', async () => {
  const table = ['', '| A |', '|---|', '| 1 |', ''];
  const post = await compilePost(
    '## Costs',
    ...table,
    'Words.',
    ...table,
    '### *Profit*',
    ...table,
  );
  expect(post.content.match(/aria-label="[^"]*"/g)).toEqual([
    'aria-label="Costs"',
    'aria-label="Costs (2)"',
    'aria-label="Profit"',
  ]);
});

test.each([
  ['TIP', 'Tip'],
  ['WARNING', 'Warning'],
  ['EXAMPLE', 'Example'],
  ['NOTE', 'Note'],
  ['IMPORTANT', 'Important'],
  ['CAUTION', 'Caution'],
])('a blockquote marked [!%s] is a callout titled %s', async (mark, title) => {
  const post = await compilePost(`> [!${mark}]`, '> **Words** of it.', '>', '> More.');
  expect(post.content.split('\n')).toEqual([
    `<aside class="callout callout-${title.toLowerCase()}" role="note"><p class="callout-title">${title}</p>`,
    '<p><strong>Words</strong> of it.</p>',
    '<p>More.</p>',
    '</aside>',
  ]);
});

test('the mark of a callout may be a separate paragraph, and a blockquote without a mark stays a blockquote', async () => {
  const post = await compilePost('> [!TIP]', '>', '> - One', '', '> Quoted.');
  expect(post.content).toMatchInlineSnapshot(`
    "<aside class="callout callout-tip" role="note"><p class="callout-title">Tip</p>
    <ul>
    <li>One</li>
    </ul>
    </aside>
    <blockquote>
    <p>Quoted.</p>
    </blockquote>"
  `);
});

test('the boxes of a checklist are disabled and named by their words', async () => {
  const post = await compilePost(
    '- [ ] Open **it**',
    '- [x] Close it',
    '  - Softly',
    '',
    'Words.',
    '',
    '1. [ ] Wait',
    '',
    '   A day.',
  );
  expect(post.content).toMatchInlineSnapshot(`
    "<ul class="checklist">
    <li><label><input type="checkbox" disabled> Open <strong>it</strong></label></li>
    <li><label><input type="checkbox" checked disabled> Close it
    </label><ul>
    <li>Softly</li>
    </ul>
    </li>
    </ul>
    <p>Words.</p>
    <ol class="checklist">
    <li>
    <p><label><input type="checkbox" disabled> Wait</label></p>
    <p>A day.</p>
    </li>
    </ol>"
  `);
});

test('footnotes are linked both ways and listed under a visible heading', async () => {
  const post = await compilePost('Words.[^a]', '', '[^a]: From [the rules](https://example.com/).');
  expect(post.content).toMatchInlineSnapshot(`
    "<p>Words.<sup><a href="#fn-a" id="fnref-a" data-footnote-ref aria-describedby="footnote-label">1</a></sup></p>
    <section data-footnotes class="footnotes"><h2 id="footnote-label">Notes</h2>
    <ol>
    <li id="fn-a">
    <p>From <a href="https://example.com/" rel="noopener external">the rules</a>. <a href="#fnref-a" data-footnote-backref="" aria-label="Back to reference 1">↩</a></p>
    </li>
    </ol>
    </section>"
  `);
  expect(post.text).toBe('Words. Notes From the rules.');
});

test('an id of a heading is never that of a note', async () => {
  const { content } = await compilePost(
    '## Fn a',
    '## Fnref a 2',
    '## Footnote label',
    'One.[^a] Two.[^a]',
    '',
    '[^a]: It.',
  );
  const ids = Array.from(content.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  expect(ids.toSorted()).toEqual(
    [
      'fn-a',
      'fn-a-1',
      'fnref-a',
      'fnref-a-2',
      'fnref-a-2-1',
      'footnote-label',
      'footnote-label-1',
    ].toSorted(),
  );
});

test('all other Markdown becomes plain HTML', async () => {
  const post = await compilePost(
    '*a* **b** ~~c~~ d\\',
    'e',
    '',
    '---',
    '',
    '3. three',
    '4. four',
    '',
    '> quoted',
  );
  expect(post.content).toMatchInlineSnapshot(`
    "<p><em>a</em> <strong>b</strong> <del>c</del> d<br>
    e</p>
    <hr>
    <ol start="3">
    <li>three</li>
    <li>four</li>
    </ol>
    <blockquote>
    <p>quoted</p>
    </blockquote>"
  `);
});

test.each([
  ['me@example.com', 'mailto:me@example.com'],
  ['me&commat;example.com', 'mailto:me@example.com'],
  ['https://example.com/a', 'https://example.com/a'],
  ['http://example.com/a', 'http://example.com/a'],
  ['https&colon;//example.com/a', 'https://example.com/a'],
])('the address %s in a text is a link to %s', async (written, address) => {
  expect((await compilePost(`Ask ${written} or not.`)).content).toContain(`<a href="${address}"`);
});

test('code whose language is given is coloured by classes', async () => {
  const post = await compilePost('Write `a < b`.', '', '```js', 'let a = "x<y"; // why', '```');
  expect(post.content).toMatchInlineSnapshot(`
    "<p>Write <code>a &lt; b</code>.</p>
    <pre><code class="language-javascript"><span class="code-keyword">let</span> a <span class="code-keyword">=</span> <span class="code-string">"x&lt;y"</span>; <span class="code-comment">// why</span>
    </code></pre>"
  `);
  expect(post.text).toBe('Write a < b. let a = "x<y"; // why');
});

test.each([
  ['apache', 'RewriteRule ^/a$ /b [R=301]'],
  ['bash', 'npm start "$HOME" # why'],
  ['css', 'a { color: red; }'],
  ['diff', '-a'],
  ['html', '<p class="a">b</p>'],
  ['http', 'GET /a HTTP/1.1'],
  ['javascript', 'return "a";'],
  ['json', '{ "a": 1 }'],
  ['jsx', '<A b={1} />'],
  ['liquid', '{{ product.title | upcase }}'],
  ['markdown', '[a](https://example.com)'],
  ['nginx', 'location /a { return 301 /b; }'],
  ['php', '<?php echo "a";'],
  ['python', 'def a(): return "b"'],
  ['scss', '$a: 1px;'],
  ['sql', "SELECT a FROM b WHERE c = 'd'"],
  ['tsx', 'const a: string = "b";'],
  ['typescript', 'const a: string = "b";'],
  ['xml', '<a b="c"/>'],
  ['yaml', 'a: "b" # why'],
])('code in %s is coloured, and its text stays', async (language, code) => {
  const post = await compilePost(`\`\`\`${language}`, code, '```');
  expect(post.content).toMatch(/<span class="code-/);
  expect(post.text).toBe(code);
});

test('plain code, and code without a language, is not coloured', async () => {
  const post = await compilePost(
    '```text',
    'let a = 1',
    '```',
    '',
    '```',
    'let a = 1',
    '```',
    '',
    '    let a = 1',
  );
  expect(post.content).toBe(Array(3).fill('<pre><code>let a = 1\n</code></pre>').join('\n'));
});

test('code of more than 20,000 characters is not coloured', async () => {
  const compile = (lines: number) =>
    compilePost('```js', 'let a = "bcd"; //\n'.repeat(lines), '```');
  expect((await compile(1_000)).content).toContain('code-string');
  expect((await compile(1_200)).content).not.toContain('code-string');
});

test('a keyboard can scroll a code block with columns or a long line', async () => {
  const columns = await compilePost('```', 'Kind   Where', 'Games  App stores', '```');
  expect(columns.content).toMatch(/^<pre tabindex="0" role="group" aria-label="Code">/);
  const long = await compilePost('```sh', 'npm run content -- check content/articles', '```');
  expect(long.content).toMatch(/^<pre tabindex="0" role="group" aria-label="Code in Shell">/);
  const prose = await compilePost('```', 'Hello  you,', 'come by on Friday.', '```');
  expect(prose.content).toMatch(/^<pre>/);
});

test('a link to a video alone in a paragraph is a panel that says who gets to know', async () => {
  const post = await compilePost(
    '[A *first* bid](https://youtu.be/abcdefghijk?t=43s "Ten \'minutes\'.")',
  );
  expect(post.content).toMatchInlineSnapshot(
    `"<figure class="video"><a href="https://youtu.be/abcdefghijk?t=43s" rel="noopener external" data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&amp;start=43"><span class="video-play">Play</span> <span class="video-title">A first bid</span></a><figcaption><span class="video-caption">Ten ‘minutes’.</span> <span class="video-note">Playing loads the video from YouTube, which then learns that you watch it.</span></figcaption></figure>"`,
  );
});

test('the panel of a video may show a picture, whose alt text is the title', async () => {
  const post = await compilePost('[![Cake & bids](prices.svg)](https://vimeo.com/76979871)');
  expect(post.content).toMatchInlineSnapshot(
    `"<figure class="video"><a href="https://vimeo.com/76979871" rel="noopener external" data-player="https://player.vimeo.com/video/76979871?autoplay=1&amp;dnt=1"><img src="/media/08deb275fea535de-prices.svg" alt="" width="360" height="200" loading="eager" fetchpriority="high" decoding="async"><span class="video-play">Play</span> <span class="video-title">Cake &amp; bids</span></a><figcaption><span class="video-note">Playing loads the video from Vimeo, which then learns that you watch it.</span></figcaption></figure>"`,
  );
});

test.each([
  [
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
  ],
  [
    'https://m.youtube.com/watch?app=x&v=abcdefghijk&t=9',
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&start=9',
  ],
  [
    '<https://youtu.be/a_b-defghij>',
    'https://www.youtube-nocookie.com/embed/a_b-defghij?autoplay=1',
  ],
  [
    'https://youtube.com/shorts/abcdefghijk',
    'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/ab12',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=ab12',
  ],
])('the bare address %s is a video that plays from %s', async (written, player) => {
  const { content } = await compilePost(written);
  expect(content).toContain(`data-player="${player.replaceAll('&', '&amp;')}"`);
  expect(content).toMatch(/<span class="video-title">Video on (?:YouTube|Vimeo)<\/span>/);
});

test.each([
  'See https://youtu.be/abcdefghijk here.',
  '- https://youtu.be/abcdefghijk',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=abc',
  'https://youtube.com.example/watch?v=abcdefghijk',
  'https://vimeo.com/about',
])('%s is a plain link', async (written) => {
  const { content } = await compilePost(written);
  expect(content).toMatch(/<a href="https:/);
  expect(content).not.toContain('figure');
});

test('straight quotation marks and apostrophes become curly, except in code', async () => {
  const post = await compilePost(
    `## Don't say "free"`,
    '',
    `"Type *"cake"*, then **don't**," she's told ('24 or not): "[a 'b'](https://example.com)" or \`"cake"\`.`,
    '',
    `- "One"`,
    `- "Two", the shops' own`,
    '',
    '```',
    `title="Cake"`,
    '```',
  );
  expect(post.content).toMatchInlineSnapshot(`
    "<h2 id="dont-say-free">Don’t say “free”</h2>
    <p>“Type <em>“cake”</em>, then <strong>don’t</strong>,” she’s told (’24 or not): “<a href="https://example.com" rel="noopener external">a ‘b’</a>” or <code>"cake"</code>.</p>
    <ul>
    <li>“One”</li>
    <li>“Two”, the shops’ own</li>
    </ul>
    <pre><code>title="Cake"
    </code></pre>"
  `);
  expect(post.headings).toBe('Don’t say “free”');
});
