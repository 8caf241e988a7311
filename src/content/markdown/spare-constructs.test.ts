import { expect, test } from 'vitest';
import { createMarkdownCompiler } from './create-markdown-compiler.ts';

const compile = createMarkdownCompiler(new Map());

test.each([
  ['me@example.com', 'mailto:me@example.com'],
  ['me&commat;example.com', 'mailto:me@example.com'],
  ['https://example.com/a', 'https://example.com/a'],
  ['https&colon;//example.com/a', 'https://example.com/a'],
  ['https\\://example.com/a', 'https://example.com/a'],
])('the address %s in a text is a link to %s', (written, address) => {
  expect(compile('Words without any.', 'x.md').body.html).toBe('<p>Words without any.</p>');
  expect(compile(`Ask ${written} or not.`, 'x.md').body.html).toContain(`<a href="${address}"`);
});

test.each(['www.example.com', 'www&period;example.com'])(
  '%s in a text is a link, and not encrypted',
  (written) => {
    const { problems } = compile(`Ask ${written} or not.`, 'x.md');
    expect(problems.map(({ message }) => message)).toEqual([
      'link to http://www.example.com is not encrypted; write https://',
    ]);
  },
);

test.each([
  ['in a quote', '> Before.\n>\n> a | b\n> :- | -\n> c | d'],
  ['in a list', '1. Before.\n\n   a | b\n   :- | -\n   c | d'],
  ['with a single column', 'a\n:-\nb'],
  ['behind another', '| a |\n|---|\n| b |\n\n| c |\n|---|\n| d |'],
  ['after lines that end as they once did', 'Before.\r\r| a |\r|---|\r| b |'],
])('a table %s is a table', (_, table) => {
  const { html } = compile(table, 'x.md').body;
  expect(html).toContain('<tbody>');
  expect(html).not.toContain('|');
});

test('bars and hyphens that make no table stay what they are', () => {
  const { html } = compile('a | b\n- | c\n\n| a | b |\n|---|', 'x.md').body;
  expect(html).toBe('<p>a | b</p>\n<ul>\n<li>| c</li>\n</ul>\n<p>| a | b |\n|---|</p>');
});
