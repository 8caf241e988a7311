import { createMarkdownCompiler } from 'marketing-workbench/content/markdown/create-markdown-compiler';
import { expect, test } from 'vitest';
import { convertMarkdownBody } from './markdown-body.ts';

const convert = (text: string) =>
  convertMarkdownBody(text, {
    findLink: (href) => {
      if (!/^(?:https:|mailto:|\/)/.test(href)) return undefined;
      return href.replace('/old', '/new');
    },
    findPicture: (src) => (/^\/?a\.jpg$/.test(src) ? { name: 'a.jpg' } : undefined),
    formatAddress: (src) => URL.parse(src)?.href,
  });

const ACCEPTED = [
  ['lists and emphasis in any style', '* a\n+ b\n\n1) c\n\n__d__ *e* ***f***\n'],
  ['line ends of Windows, hard breaks and no line end', 'a  \r\nb\\\r\nc\r\n\r\n\tcode\r\n\r\nd'],
  ['setext headings, rules and odd spaces', 'Two\n---\n\n* * *\n\n###   Three   ###\n\n\n\n  a\n'],
  [
    'tables, tasks, notes and autolinks',
    '| a |\n|:-:|\n| `b` |\n\n- [x] c[^n]\n\n[^n]: note\n\n<https://a.example> me@a.example\n',
  ],
  [
    'links with titles and references',
    '[a](</new b> "t") [b][1] [c]\n\n[1]: https://b.example (T)\n[c]: /c\n',
  ],
  [
    'pictures and videos',
    '![A](a.jpg "Caption")\n\nhttps://youtu.be/abcdefghijk\n\n[![V](a.jpg)](https://youtu.be/abcdefghijk)\n',
  ],
  ['callouts', '> [!NOTE]\n> a\n\n> b\n'],
  ['fences with any content', '~~~html\n<b>[[x]] :tada:</b>\n~~~\n\n````md\n```js\n````\n'],
  ['escaped and odd characters', '\\[[a]] \\:tada: & &amp; 2 < 3 \u00a0 “x” $5\n'],
] as const;

test.each(ACCEPTED)('%s stay byte for byte', (_, text) => {
  expect(convert(text)).toMatchObject({ markdown: text, notes: [] });
});

test.each([
  [
    'addresses',
    '[a](/old "t") [b](</old>) <https://x.example/old>',
    '[a](/new "t") [b](/new) [https://x.example/old](https://x.example/new)',
  ],
  [
    'links that lead nowhere keep their words',
    '[*a* b](../x "t") [c][1]\n\n[1]: y.md\n',
    '*a* b c\n\n',
  ],
  ['definitions', '[a][1]\n\n[1]: </old> "T"\n', '[a](/new "T")\n\n'],
  ['pictures', '![a b](/a.jpg "c")\n\n![](/a.jpg)\n', '![a b](a.jpg "c")\n\n![a](a.jpg)\n'],
  ['pictures by reference', '![a][p]\n\n[p]: /a.jpg "c"\n', '![a](a.jpg "c")\n\n'],
  [
    'pictures within a sentence',
    '> - a ![b](/a.jpg) c\n>   d\n',
    '> - a c d\n>\n>   ![b](a.jpg)\n',
  ],
  ['a missing picture', '![a](b.png)\n', 'Picture: a\n'],
  [
    'a missing picture elsewhere',
    '![a](https://b.example/c.png)\n',
    '[Picture: a](https://b.example/c.png)\n',
  ],
  [
    'a second title',
    'A\n===\n\n## B ##\n\n<h3>C</h3>\n\nD\n---\n',
    '## A\n\n### B ##\n\n#### C\n\n### D\n',
  ],
  ['HTML within a paragraph', 'a<br>*b* <kbd>c</kbd> <span style="x">d</span>', 'a\\\n*b* `c` d'],
  ['blocks of HTML', '<div align="center">\n\n**a**\n\n</div>\n\nb\n', '**a**\n\nb\n'],
  [
    'a structure of several blocks',
    '<ul>\n<li>\n\n**a**\n\n</li>\n</ul>\n\n* b\n',
    '- **a**\n\n* b\n',
  ],
  [
    'a table with HTML',
    '| a | b |\n|---|---|\n| 1<br>2 | <b>3</b> |\n',
    '| a | b |\n| - | - |\n| 1 2 | **3** |\n',
  ],
  ['languages of code', '- ```made-up {2}\n  a\n  ```\n', '- ```text made-up {2}\n  a\n  ```\n'],
  ['code with a title', '```js:title=a.js\nb\n```\n', '```js :title=a.js\nb\n```\n'],
  ['drawings', '> ~~~mermaid\n> a\n> ~~~\n', '> ```unconverted mermaid\n> a\n> ```\n'],
  ['formulas', '$$\na_b\n$$\n', '```unconverted\n$$\na_b\n$$\n```\n'],
  [
    'callouts of other programs',
    '> [!danger]- Mind *this*\n> a\n',
    '> [!CAUTION]\n> **Mind *this***\n>\n> a\n',
  ],
  ['an unknown callout', '> [!frog]\n> a\n', '> [!NOTE]\n> **frog**\n>\n> a\n'],
  ['a mark outside of a quote', '[!NOTE] a\n', '\\[!NOTE] a\n'],
  ['emoji, and words that are none', ':tada: :a_b: 1:2:3\n', '🎉 \\:a_b: 1:2:3\n'],
  [
    'marks of other programs',
    '==a== [[b]] [^c] [d][e] ![f](g h.png)\n#i\n',
    '\\==a== \\[[b]] \\[^c] \\[d][e] !\\[f](g h.png)\n\\#i\n',
  ],
  [
    'brackets in a row',
    "a['b']['c'][0] [d][e][f] ![g][h][i]\n",
    "a\\['b']\\['c'][0] \\[d]\\[e][f] !\\[g]\\[h][i]\n",
  ],
  [
    'brackets in a row within a link',
    "[**a['b']['c'][0]** \\[d\\] [e]](/old)\n",
    "[**a\\['b'\\]\\['c'\\]\\[0\\]** \\[d\\] [e]](/new)\n",
  ],
  [
    'a caption with a link in it',
    '![a b](/a.jpg "From [c](/d) e")\n',
    '![a b](a.jpg "From [c](/d) e")\n',
  ],
  [
    'pictures as items of a list',
    '* ![b](/a.jpg)\n* ![c](/a.jpg)\n',
    '![b](a.jpg)\n\n![c](a.jpg)\n',
  ],
  [
    'links without words',
    '- [ ](/b) **[](/c) a**\n\n[](x)\n===\n\nb **[](/d)**\n',
    '- **a**\n\nb \n',
  ],
  ['a link around one that leads nowhere', '[a [b](x)](/c)\n', '[a b\\](/c)\n'],
  [
    'callouts with marks of other programs beside them',
    '> [!tip] a [[b]] [c](/old)\n> e\n\n> [!note] **f**\n> g\n',
    '> [!TIP]\n> **a \\[[b]] [c](/new)**\n>\n> e\n\n> [!NOTE]\n> **f**\n>\n> g\n',
  ],
  [
    'a figure below words',
    'a\n<figure><img src="/a.jpg" alt="b"></figure>\n',
    'a\n\n![b](a.jpg)\n',
  ],
  [
    'a figure between words in a quote',
    '> a\n> <figure><img src="/a.jpg" alt="b"></figure>\n\nc\n',
    '> a\n>\n> ![b](a.jpg)\n\nc\n',
  ],
  ['words below a comment', 'a\n\n<!-- b -->\n**c**\n', 'a\n\n**c**\n'],
  [
    'footnotes beside HTML',
    'a <b>c</b>.[^One] d<br>e\n\n[^One]: <kbd>f</kbd> note\n',
    'a **c**.[^One] d\\\ne\n\n[^One]: `f` note\n',
  ],
  ['single tildes', '~a~\n', '~~a~~\n'],
  [
    'rows without a head',
    '> | a | b |\n> | c | d |\n',
    '> |   |   |\n> | - | - |\n> | a | b |\n> | c | d |\n',
  ],
  ['a line that fits no head', 'a | b\n--|--|--\nc | d\n', 'a | b\n| - | - |\nc | d\n'],
  ['cells beyond the head', '| a |\n|---|\n| b | c |\n', '| a |\n|---|\n| b \\| c |\n'],
  ['notes without a reference', 'a\n\n[^b]: c\n', 'a\n\n\\[^b]: c\n'],
  ['a heading without words', 'a\n\n##\n\nb\n', 'a\n\nb\n'],
])('%s are written as this site reads them', (_, text, markdown) => {
  expect(convert(text).markdown).toBe(markdown);
});

test('the compiler of this site accepts what it is given', () => {
  const shown = { has: () => true, get: () => undefined };
  const compile = createMarkdownCompiler(shown, { domain: 'own.example' });
  for (const [, text] of ACCEPTED)
    expect(compile(text, 'a.md', []).problems.filter(({ rule }) => rule === undefined)).toEqual([]);
});

test('what is removed is in the notes', () => {
  const { markdown, notes } = convert(
    'a\n\n<!-- b -->\n\n<!--more-->\n\n[c]: /unused\n\n<script>d()</script>\n',
  );
  expect(markdown.trim()).toBe('a');
  expect(notes).toEqual([
    'a comment was removed: b',
    '<script> was removed',
    'nothing uses the link definition [c]: /unused, so it was removed',
  ]);
});

test('the parts are counted before and after, also those in HTML', () => {
  const { before, after } = convert(
    '## a\n\n<img src="/a.jpg">\n\n<table><tr><td><a href="/x">b</a></table>\n\n```js\nc\n```\n',
  );
  expect(before).toMatchObject({
    words: 3,
    headings: 1,
    links: 1,
    pictures: 1,
    tables: 1,
    codeBlocks: 1,
  });
  expect(after).toEqual(before);
});

test('footnotes are counted alike before and after', () => {
  const { before, after } = convert('a <b>b</b>.[^1] c[^2]\n\n[^1]: d\n\n[^2]: e\n');
  expect(after).toEqual(before);
  expect(before).toMatchObject({ words: 5, links: 0 });
});

test.each([
  ['quotes', '> '.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
  ['pictures', '!['.repeat(20_000)],
  ['emphasis', '*a _b '.repeat(10_000)],
  // Whether the call stack suffices depends on how far the code is optimized; without words both
  // would be right to end in nothing.
  ['elements', `${'<div>'.repeat(20_000)}end`],
  ['elements in blocks', `${'<ul>\n\n'.repeat(5_000)}end`],
  ['unclosed tags', '<a "'.repeat(20_000)],
  ['rows', `${'|a'.repeat(5_000)}\n${'|-'.repeat(4_999)}\n`.repeat(2)],
])('hostile %s end in a text', (_, text) => {
  expect(convert(text).markdown.length).toBeGreaterThan(0);
});
