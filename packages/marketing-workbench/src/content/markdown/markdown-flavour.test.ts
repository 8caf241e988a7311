/**
 * What an editor who knows GitHub's Markdown, or another flavour, may write: each works or is a
 * problem with its words.
 */
import { expect, test } from 'vitest';
import { compileFolder } from '../../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';
import type { LineFinding } from '../content-finding.ts';

const describe = ({ line = 0, message }: LineFinding) => `${line - 7} ${message}`;

async function compileBody(body: string) {
  const folder = await writeContentFolder({ [ARTICLE_FILE]: formatArticle({}, body) });
  const { records, problems, advice } = await compileFolder(folder, COMPILED_AT);
  const post = records.find((record) => record.kind === 'post');
  return {
    html: post?.content,
    problems: problems.map(describe),
    advice: advice.filter(({ rule }) => rule === 'codeLanguages').map(describe),
  };
}

test.each([
  ['a heading of any level below the title', '## A\n\n### B\n\n#### C', '<h4 id="c">C</h4>'],
  ['a heading with a line below', 'A\n---', '<h2 id="a">A</h2>'],
  ['a hard line break of two spaces', 'a  \nb', '<p>a<br>\nb</p>'],
  ['a hard line break of a backslash', 'a\\\nb', '<p>a<br>\nb</p>'],
  ['two tildes', '~~a~~', '<del>a</del>'],
  [
    'a bare address',
    'https://example.com/a.',
    '<a href="https://example.com/a" rel="noopener external">',
  ],
  [
    'a reference link',
    '[a][B]\n\n[b]: https://example.com',
    '<p><a href="https://example.com" rel="noopener external">a</a></p>',
  ],
  ['a reference link by its own words', '[a]\n\n[a]: /seo', '<p><a href="/seo">a</a></p>'],
  ['nested lists', '- a\n  1. b\n     - c', '<ol>\n<li>b\n<ul>\n<li>c</li>'],
  ['a task list', '- [ ] a\n- [X] b', '<input type="checkbox" checked disabled>'],
  ['a table with alignment', '| a |\n|--:|\n| 1 |', '<td class="align-right">1</td>'],
  ['a | in a cell', '| a |\n|---|\n| 1 \\| 2 |', '<td>1 | 2</td>'],
  ['an alert', '> [!CAUTION]\n> a', '<aside class="callout callout-caution" role="note">'],
  [
    'an alert as rich-text editors escape it',
    '> \\[!TIP\\]\n> a',
    '<aside class="callout callout-tip" role="note">',
  ],
  ['a mention and an issue', 'Ask @someone about #12.', '<p>Ask @someone about #12.</p>'],
  ['a note in several paragraphs', 'a[^1]\n\n[^1]: b\n\n    c', '<li id="fn-1">\n<p>b</p>\n<p>c '],
  ['indented code', '    a', '<pre><code>a\n</code></pre>'],
  ['code between tildes', '~~~\na\n~~~', '<pre><code>a\n</code></pre>'],
  ['a comment that Markdown has', '[//]: # (a)\n\nb', '<p>b</p>'],
  ['several comments', '[//]: # (a)\n[//]: # (b)\n\nc', '<p>c</p>'],
  ['a time and a ratio', 'At 10:30:45, 16:9:1, a:b:c.', '<p>At 10:30:45, 16:9:1, a:b:c.</p>'],
  [
    'escaped marks',
    '\\:smile: \\==a== \\[^1] \\[a][b] \\~c\\~',
    '<p>:smile: ==a== [^1] [a][b] ~c~</p>',
  ],
  [
    'an escaped link with an escaped address',
    'Type \\[a]\\(https\\://example.com/b c) or me\\@example.com.',
    '<p>Type [a](https://example.com/b c) or me@example.com.</p>',
  ],
  ['a mark in bold', '**#a** and `b`#c', '<p><strong>#a</strong> and <code>b</code>#c</p>'],
  ['an escaped link', '\\[a](b c) \\[[d]] and \\##e', '<p>[a](b c) [[d]] and ##e</p>'],
  [
    'marks in code',
    '`:smile: ==a== [^1] [a][b] ~c~`',
    '<code>:smile: ==a== [^1] [a][b] ~c~</code>',
  ],
  ['comparison', 'a == b and c == d', '<p>a == b and c == d</p>'],
  ['the mark of a callout as words', '\\[!TIP] a', '<p>[!TIP] a</p>'],
])('%s works', async (_, body, html) => {
  const compiled = await compileBody(body);
  expect(compiled.problems).toEqual([]);
  expect(compiled.html).toContain(html);
});

test.each([
  [
    '[!TIP]\na',
    '1 callout is not at the start of a quote; begin each of its lines with > and put an empty line before it',
  ],
  [
    '> [!TIP]\n> a\n>\n> [!NOTE]\n> b',
    '4 callout is not at the start of a quote; begin each of its lines with > and put an empty line before it',
  ],
  ['a\n##Heading', '2 ##Heading is not a heading; write a space after the #'],
  [
    'See [a](/b c "d").',
    '1 [a](/b c "d") is shown as words; write %20 for each space in the address, and ) after it',
  ],
  ['See [a] (/b).', '1 [a] (/b) is shown as words; remove the space between ] and ('],
  ['See [[A b]].', '1 [[A b]] is shown as words; write [A b](/its/address)'],
  ['a\n:+1: b', '2 :+1: does not become an emoji; write the emoji itself, or \\:+1:'],
  [
    'a (:smile:) me@example.com',
    '1 :smile: does not become an emoji; write the emoji itself, or \\:smile:',
  ],
  ['a ==b c== d', '1 ==b c== is not marked; write **b c**'],
  ['H~2~O', '1 ~2~ has single tildes; write ~~2~~ to strike it out, or \\~ for the character'],
  ['a[^1]', '1 note [^1] has no text; add a paragraph [^1]: with it'],
  ['a\n\n[^1]: b', '3 note [^1] is not used; write [^1] in the text, or remove it'],
  ['a[^1]\n\n[^1]: b\n\n[^1]: c', '5 note [^1] is written twice; give each a name of its own'],
  ['[a][b]', '1 [a][b] has no address; add a line [b]: with it'],
  ['![a][b]', '1 ![a][b] has no address; add a line [b]: with it'],
  [
    'a\n\n[b]: https://example.com',
    '3 address [b] is not used; write [b] in the text, or remove it',
  ],
  ['[!NOTE]: a', '1 address [!note] is not used; write [!note] in the text, or remove it'],
  ['$$\nx = 1\n$$', '1 formula $$ is not supported; write it in words, or show it as an image'],
  [
    '```math\nx\n```',
    '1 code math does not become a formula; save it as an image beside the text and show that',
  ],
  [
    '```Mermaid\nx\n```',
    '1 code Mermaid does not become a diagram; save it as an image beside the text and show that',
  ],
  [
    '| a | b |\n|---|\n| 1 | 2 |',
    '2 table is shown as words, as its head has 2 cells and this line 1; write --- once for each cell of the head',
  ],
  ['| a | b |\n| 1 | 2 |', '1 table is shown as words; write |---|---| below its head'],
  [
    '| a |\n|---|\n| 1 |\n| 1 | 2 |',
    '4 table row has 2 cells, the head 1; remove the others, or write \\| for a | within a cell',
  ],
  ['a<br>b', '1 raw HTML <br> is not allowed; end the line with \\ instead'],
  [
    '<details><summary>a</summary>\n</details>',
    '1 raw HTML <details><summary>a</summary> is not allowed; write a heading, and the text below it',
  ],
  [
    '<iframe src="a"></iframe>',
    '1 raw HTML <iframe src="a"></iframe> is not allowed; write the address of the video alone, between two empty lines',
  ],
  [
    '<img src="a.png">',
    '1 raw HTML <img src="a.png"> is not allowed; write ![what it shows](name "Caption")',
  ],
  ['<!-- a -->', '1 comment <!-- a --> is not allowed; remove it, or write [//]: # (words)'],
])('%j is a problem', async (body, problem) => {
  expect((await compileBody(`${body}\n\nWords.`)).problems).toEqual([problem]);
});

test.each([
  ['Ruby', 'puts "x"', 'ruby', 'Ruby'],
  ['go', 'fmt.Println("x")', 'go', 'Go'],
  ['java', 'String a = "x";', 'java', 'Java'],
  ['rs', 'let a = "x";', 'rust', 'Rust'],
  ['c++', 'auto a = "x";', 'cpp', 'C++'],
  ['C#', 'var a = "x";', 'csharp', 'C#'],
  ['objective-c', 'id a = @"x";', 'objective-c', 'Objective-C'],
  ['f#', 'let a = "x"', 'fsharp', 'F#'],
  ['svg', '<a b="x"/>', 'xml', 'XML'],
  ['htaccess', 'Redirect /a /b', 'apache', 'Apache Conf'],
])('code in %s is coloured', async (language, code, id, name) => {
  const long = `${code} ${'x'.repeat(40)}`;
  const { html, problems, advice } = await compileBody(`\`\`\`${language}\n${long}\n\`\`\``);
  expect([...problems, ...advice]).toEqual([]);
  expect(html).toContain(`aria-label="Code in ${name}"><code class="language-${id}">`);
  expect(html).toMatch(/<span class="code-(?:string|keyword)">/);
});

test.each([
  ['pyton', 'did you mean python?'],
  ['made-up', 'write a name from https://shiki.style/languages, or text'],
])('code in %s, which is not known, is shown without colours', async (language, advice) => {
  const compiled = await compileBody(`\`\`\`${language}\na = "x"\n\`\`\`\n\nWords.`);
  expect(compiled.problems).toEqual([]);
  expect(compiled.advice).toEqual([
    `1 code language ${language} is not known, so its code has no colours; ${advice}`,
  ]);
  expect(compiled.html).toContain('<pre><code>a = "x"\n</code></pre>');
});
