import { expect, test } from 'vitest';
import { convertHtmlBody } from './html-to-markdown.ts';

const convert = (html: string) =>
  convertHtmlBody(html, {
    findLink: (href) => (href.startsWith('https:') || href.startsWith('/') ? href : undefined),
    findPicture: (src) => (src === '/a.jpg' ? { name: 'a.jpg', alt: 'A shop' } : undefined),
    formatAddress: (src) => URL.parse(src, 'https://old.example')?.href,
  });

test.each([
  ['marked words lose the spaces at their ends', '<p>a <b>bold </b>word</p>', 'a **bold** word'],
  ['a line break', '<p>one<br>two<br></p>', 'one\\\ntwo'],
  ['loose text and empty paragraphs', 'one<p>&nbsp;</p><div>two</div>', 'one\n\ntwo'],
  ['a second title and the headings below it', '<h1>A</h1><h2>B</h2>', '## A\n\n### B'],
  [
    'characters that mark something here',
    '<p>:a: a==b==c [x][y] [^z] ~o~</p>',
    '\\:a: a=\\=b=\\=c \\[x]\\[y] \\[^z] \\~o\\~',
  ],
  [
    'words like an address',
    '<p>begin with https://… and wait</p>',
    'begin with https\\://… and wait',
  ],
  ['characters that begin a block', '<p># a</p><p>1. b</p>', '\\# a\n\n1\\. b'],
  [
    'raised digits',
    '<p>H<sub>2</sub>O x<sup>2</sup> 1<sup>st</sup> 10<sup><b>6</b></sup></p>',
    'H₂O x² 1st 10⁶',
  ],
  [
    'nested lists',
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li></ol>',
    '- a\n  - b\n- c\n\n3. d',
  ],
  [
    'columns, in the order in which they are read',
    '<div><div><p>a</p></div><div><p>b</p></div></div>',
    'a\n\nb',
  ],
  [
    'a picture within a sentence follows it',
    '<p>a <img src="/a.jpg" alt="B"> b</p>',
    'a b\n\n![B](a.jpg)',
  ],
  ['a picture at the start comes first', '<p><img src="/a.jpg"> b</p>', '![A shop](a.jpg)\n\nb'],
  [
    'a figure with a caption of two lines',
    '<figure><img src="/a.jpg"><figcaption>One<br>two <b>t</b>hree</figcaption></figure>',
    '![A shop](a.jpg "One two three")',
  ],
  [
    'a figure',
    '<figure><img src="/a.jpg"><figcaption>One "a"</figcaption></figure>',
    '![A shop](a.jpg "One \\"a\\"")',
  ],
  [
    'a gallery',
    '<figure><figure><img src="/a.jpg"></figure><figure><img src="/a.jpg"></figure><figcaption>Both</figcaption></figure>',
    '![A shop](a.jpg)\n\n![A shop](a.jpg)\n\nBoth',
  ],
  [
    'a picture that loads late',
    '<img src="data:image/gif;base64,x" data-src="/a.jpg">',
    '![A shop](a.jpg)',
  ],
  [
    'a missing picture',
    '<img src="https://x.example/b-300x200.png">',
    '[Picture: b](https://x.example/b-300x200.png)',
  ],
  [
    'a picture that leads elsewhere',
    '<a href="/p"><img src="/a.jpg"></a>',
    '![A shop](a.jpg)\n\n[/p](/p)',
  ],
  [
    'the two links of a file',
    '<div><a href="/a.pdf">Prices</a><a href="/a.pdf" class="wp-block-file__button">Download</a></div>',
    '[Prices](/a.pdf) [Download](/a.pdf)',
  ],
  [
    'a player',
    '<iframe src="//www.youtube.com/embed/abcdefghijk?start=9"></iframe>',
    '<https://www.youtube.com/watch?v=abcdefghijk&t=9>',
  ],
  [
    'a player with a caption',
    '<figure><iframe src="https://player.vimeo.com/video/12?h=ab"></iframe><figcaption>How</figcaption></figure>',
    '[How](https://vimeo.com/12/ab)',
  ],
  [
    'another frame',
    '<iframe src="https://maps.example/x" title="The way"></iframe>',
    '[The way](https://maps.example/x)',
  ],
  [
    'code and its language',
    '<pre class="brush: css"><code>a &lt; b\n</code></pre>',
    '```css\na < b\n```',
  ],
  [
    'a table with blocks in cells',
    '<table><tr><td>A<td>B<tr><td>1<br>2<td><p>x</p><p>y|z</p></table>',
    '| A | B |\n| - | - |\n| 1 2 | x / y\\|z |',
  ],
  ['a summary', '<details><summary>More</summary>Text</details>', '**More**\n\nText'],
  ['a link around blocks', '<a href="/p"><div>a</div><div>b</div></a>', '[a](/p)\n\n[b](/p)'],
  ['a link that leads nowhere', '<a href="javascript:x()">a</a>', 'a'],
  [
    'a callout of another program',
    '<blockquote data-callout="NOTE"><p>a [b]</p><p>c</p></blockquote>',
    '> [!NOTE]\n> a \\[b]\n>\n> c',
  ],
  ['a heading of two lines', '<h2>a<br>b</h2>', '## a b'],
  [
    'a post of another site with a caption',
    '<figure><div>https://twitter.com/a/status/1</div><figcaption>Hi</figcaption></figure>',
    '[Hi](https://twitter.com/a/status/1)',
  ],
  [
    'code in a table',
    '<table><tr><td>a<td><pre>b\nc</pre></table>',
    '| a | |\n| - | - |\n\n```\nb\nc\n```',
  ],
  ['lines apart', '<p>a<br><br>b<br>c</p>', 'a\n\nb\\\nc'],
  ['emoji', '<p>Hi <img class="emoji" alt="😀" src="/x.svg"></p>', 'Hi 😀'],
  [
    'a picture that is there twice, for browsers without scripts',
    '<img src="data:x" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript><noscript><p>b</p></noscript>',
    '![A shop](a.jpg)\n\nb',
  ],
  ['a set of pictures', '<img srcset="/b.jpg 100w, /a.jpg 200w">', '![A shop](a.jpg)'],
  ['a tracking pixel', '<p>a<img src="/a.jpg" width="1" height="1"></p>', 'a'],
  ['code with line breaks', '<p><code>a<br>b</code></p>', '```\na\nb\n```'],
  [
    'code beside the numbers of its lines',
    '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre><code class="language-js">a\nb</code></pre></td></tr></table>',
    '```js\na\nb\n```',
  ],
  [
    'a language without colours',
    '<pre class="lang:made-up decode:true">x</pre>',
    '```text made-up\nx\n```',
  ],
  [
    'a gist',
    '<script src="https://gist.github.com/u/1f.js"></script>',
    '[Code on GitHub](https://gist.github.com/u/1f)',
  ],
  [
    'a table for layout',
    '<table><tr><td><p>a</p><ul><li>b</li></ul></td></tr></table>',
    'a\n\n- b',
  ],
  [
    'a cell of two rows',
    '<table><tr><td>A<td>B<tr><td rowspan="2">x<td>1<tr><td>2</table>',
    '| A | B |\n| - | - |\n| x | 1 |\n| | 2 |',
  ],
  [
    'a short form',
    '<p><abbr title="Web Content">WC</abbr> <abbr title="Web Content">WC</abbr></p>',
    'WC (Web Content) WC',
  ],
  ['marks by style', '<p><span style="font-weight:700">a</span></p>', '**a**'],
  ['text of Windows', '<p>\u0093a\u0094\u200b</p>', '“a”'],
  ['the link of a heading to itself', '<h2>A <a class="anchor" href="#a">#</a></h2>', '## A'],
  [
    'footnotes of a plugin',
    '<p>a<sup id="r1"><a href="#n1">1</a></sup> b</p><ol><li id="n1">Note <a href="#r1">↩</a></li></ol>',
    'a[^1] b\n\n[^1]: Note',
  ],
  [
    'footnotes of a word processor',
    '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note</p>',
    'a[^1]\n\n[^1]: Note',
  ],
  [
    'a note that nothing names',
    '<p>a</p><section data-footnotes><ol><li id="fn-1">b</li></ol></section>',
    'a\n\nb',
  ],
  [
    'a gallery of a list',
    '<ul><li><img src="/a.jpg"></li><li><img src="/a.jpg"></li></ul>',
    '![A shop](a.jpg)\n\n![A shop](a.jpg)',
  ],
  ['terms', '<dl><dt>T</dt><dd>D</dd></dl>', '- **T**\n\n  D'],
])('%s', (_, html, markdown) => {
  expect(convert(html).markdown.trim()).toBe(markdown);
});

test('what Markdown has no words for is kept as it was, and scripts are removed', () => {
  const form = '<form action="/x"><input name="a"></form>';
  const { markdown, notes } = convert(`<p>a</p>${form}<script>b()</script>`);
  expect(markdown).toBe(`a\n\n\`\`\`unconverted\n${form}\n\`\`\`\n`);
  expect(notes).toEqual([
    '<form> was kept as it was; rewrite it in Markdown, or remove it',
    '<script> was removed',
  ]);
});

test('what readers could not see, and what becomes flat, is said', () => {
  const inner = '<table><tr><td>c</td><td>d</td></tr></table>';
  const { markdown, notes } = convert(
    `<blockquote cite="https://a.example/">a</blockquote><table><tr><td>b</td><td>${inner}</td></tr></table>`,
  );
  expect(markdown).toContain('| b | c / d |');
  expect(notes).toEqual([
    "a quotation names https://a.example/ as its source, which readers don't see; name it in the text",
    'a table within a table became text in its cell',
  ]);
});

test('the parts are counted before and after', () => {
  const html =
    '<h2>One two</h2><p>three <a href="/x">four</a></p><img src="/a.jpg"><table><tr><td>five</table><pre>six</pre>';
  const { before, after } = convert(html);
  expect(before).toEqual({
    words: 6,
    headings: 1,
    links: 1,
    pictures: 1,
    tables: 1,
    embeds: 0,
    codeBlocks: 1,
  });
  expect(after).toEqual(before);
});
