import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertHtml, convertWithLibrary } from './convert-html.ts';

const plain = fc.constantFrom(
  'word',
  'Größe',
  '3',
  '(a)',
  '“q”',
  '—',
  'a.',
  '’s',
  '!',
  '&amp;',
  '日本',
  'x:',
  'x#',
);
const risky = fc.constantFrom(
  '1.',
  '12)',
  '-',
  '- x',
  '+',
  '=',
  '#',
  '# x',
  ':',
  ':-',
  '>',
  ')',
  '…',
  '.',
  '{',
  '}',
  '"',
  '\u00a0',
  '  ',
  '\t',
  '\n',
  '&amp; b',
  '&amp;amp;',
  '&lt;',
  '&#x26;',
  '*',
  '_',
  'a_b',
  '**',
  '~',
  '~~',
  '`',
  '[',
  ']',
  '|',
  '\\',
  '\\!',
  '😀',
  '\u200b',
  'www.x.example',
  'https://x.example',
  'a@b.example',
);
const word = fc.oneof({ weight: 20, arbitrary: plain }, risky);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '')), { minLength: 1, maxLength: 5 })
  .map((words) => words.map(([one, space]) => one + space).join(''));
const trimmed = text.map((one) => one.trim());
const inline = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: text },
      fc
        .tuple(fc.constantFrom('strong', 'em', 'code'), fc.oneof(trimmed, text))
        .map(([name, content]) => wrap(name, content)),
      fc
        .tuple(
          fc.constantFrom('/a/b_c', '#x', 'https://x.example/a?b=1&amp;c=2', '/a(b)', '/a b'),
          trimmed,
        )
        .map(([href, content]) => `<a href="${href}" rel="noopener external">${content}</a>`),
      fc.constantFrom(
        '<br>',
        '<strong><em>a</em></strong>',
        '<del>a</del>',
        '<em>a <code>b</code></em>',
        '<span>a</span>',
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const line = fc.oneof({ weight: 3, arbitrary: inline.map((one) => one.trim()) }, inline);

const list = fc
  .tuple(
    fc.constantFrom('ul', 'ol', 'ol start="3"', 'ul class="checklist"'),
    fc.array(line, { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([name, items]) =>
      `<${name}>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</${name.slice(0, 2)}>`,
  );
const table = fc
  .array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .chain((rows) =>
    fc.tuple(fc.constant(rows), fc.constantFrom('', ' align="right"', ' colspan="2"')),
  )
  .map(([[titles = [], ...rows], attribute]) => {
    const body = rows
      .map((row) => `<tr>\n${row.map((cell) => `<td${attribute}>${cell}</td>\n`).join('')}</tr>\n`)
      .join('');
    const head = titles.map((title) => `<th scope="col">${title}</th>\n`).join('');
    return `<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n${head}</tr>\n</thead>\n<tbody>\n${body}</tbody>\n</table></div>`;
  });
const figure = fc
  .tuple(trimmed, line)
  .map(
    ([alt, caption]) =>
      `<figure><a href="/media/a.svg"><img src="/media/a_b.svg" alt="${alt.replaceAll('"', '&quot;')}" width="9" height="9"></a><figcaption>${caption}</figcaption></figure>`,
  );
const block = fc.oneof(
  { weight: 4, arbitrary: line.map((content) => wrap('p', content)) },
  fc
    .tuple(fc.constantFrom('h2 id="a"', 'h3', 'h4'), line)
    .map(([name, content]) => `<${name}>${content}</${name.slice(0, 2)}>`),
  list,
  table,
  figure,
  fc.constantFrom(
    '<hr>',
    '<pre><code>a\n</code></pre>',
    '<blockquote>\n<p>a</p>\n</blockquote>',
    '<p>a</p><',
    'loose',
    '<!-- a -->',
  ),
);

function wrap(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

test('simple blocks become the same Markdown as the library writes', () => {
  const texts = fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('\n'));
  fc.assert(
    fc.property(texts, (html) => {
      expect(convertHtml(html)).toBe(convertWithLibrary(html));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
