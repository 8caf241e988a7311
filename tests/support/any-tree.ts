import fc from 'fast-check';

/** Words whose order can be compared, each with characters after it that Markdown could take as marks. */
const MARKS = [
  '',
  ...`. , ! ? : * ** _ \` ~ ~~ == # | [a] [a][b] ['a']['b'][0] [[page]] [^1] :note: { } {{ \\ \\_ $$ & &amp; < > @ + - = " '`.split(
    ' ',
  ),
];
/** Marks that would be half of a link or picture in Markdown, and are words in HTML. */
const HALF_MARKS = '[x]( ]( !['.split(' ');

const createWords = (marks: readonly string[]) =>
  fc
    .array(fc.tuple(fc.stringMatching(/^[a-z]{4,6}$/), fc.constantFrom(...marks)), {
      minLength: 1,
      maxLength: 2,
    })
    .map((all) => all.map((parts) => parts.join('')).join(' '));
const words = createWords(MARKS);
/** Characters that can be marks at the beginning of a line. */
const opening = fc.constantFrom(
  '',
  ...'# ,#,- ,+ ,1. ,1) ,> ,| ,--- ,=== ,``` ,[!NOTE] '.split(','),
);
const line = fc.tuple(opening, words).map((parts) => parts.join(''));

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const href = fc.constantFrom(
  'https://shop.example/a_b',
  'https://shop.example/a\\_b',
  'https://shop.example/x(1)',
  'https://shop.example/x y',
  'https://shop.example/?a=1&b=2',
  '/feed.xml',
  '/index.xml',
  '/sitemap.xml',
  '/nowhere/',
  'mailto:a@shop.example',
  '#',
  '#part',
  '',
  'javascript:x()',
  'tel:+491',
);

const INLINE = [
  'b',
  'strong',
  'em',
  'i',
  'code',
  'kbd',
  'del',
  's',
  'mark',
  'sup',
  'sub',
  'small',
  'u',
  'span',
  'q',
  'cite',
];

const htmlText = createWords([...MARKS, ...HALF_MARKS]).map(escapeHtml);
const { inline: htmlInline } = fc.letrec<{ inline: string; one: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    htmlText,
    fc
      .tuple(fc.constantFrom(...INLINE), tie('inline'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc.tuple(href, tie('inline')).map(([to, inner]) => `<a href="${escapeHtml(to)}">${inner}</a>`),
    fc.tuple(href).map(([to]) => `<a href="${escapeHtml(to)}"></a>`),
    fc.constantFrom(
      '<br>',
      '<br><br>',
      '<!-- c -->',
      '</p>',
      '<wbr>',
      '&nbsp;',
      '<img src="/gone.png" alt="">',
    ),
  ),
  inline: fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
}));

const { blocks: htmlBlocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    htmlInline.map((inner) => `<p>${inner}</p>`),
    line.map((inner) => `<p>${escapeHtml(inner)}</p>`),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), htmlInline)
      .map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol'),
        fc.array(fc.oneof(tie('blocks'), htmlInline), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`,
      ),
    tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
    tie('blocks').map((inner) => `<div>${inner}</div>`),
    tie('blocks').map((inner) => `<section>${inner}</section>`),
    tie('blocks').map((inner) => `<details><summary>sumry</summary>${inner}</details>`),
    htmlInline,
    fc
      .array(fc.array(htmlInline, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      ),
    words.map((code) => `<pre><code>${escapeHtml(code)}</code></pre>`),
    htmlInline.map(
      (inner) =>
        `<figure><img src="/gone.png" alt="grph"><figcaption>${inner}</figcaption></figure>`,
    ),
    fc
      .array(fc.tuple(htmlInline, htmlInline), { minLength: 1, maxLength: 2 })
      .map(
        (all) =>
          `<dl>${all.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('')}</dl>`,
      ),
    fc.constant('<hr>'),
    fc.constant('<ul><li><img src="/gone.png" alt="grph"></li></ul>'),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((all) => all.join('\n')),
}));

/** HTML of a body, with elements in any order. */
const anyHtml: fc.Arbitrary<string> = htmlBlocks;

const { inline: markdownInline } = fc.letrec<{ inline: string; one: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    words,
    tie('inline').map((inner) => `**${inner}**`),
    tie('inline').map((inner) => `*${inner}*`),
    fc.stringMatching(/^[a-z]{4}$/).map((inner) => `**#${inner}**`),
    fc.stringMatching(/^[a-z]{4} [a-z]{4}$/).map((inner) => `\`${inner}\``),
    fc.tuple(href, words).map(([to, inner]) => `[${inner}](<${to}>)`),
    fc.tuple(href, words).map(([to, inner]) => `[**${inner}**](<${to}> "titl")`),
    href.map((to) => `[](<${to}>)`),
    fc
      .tuple(fc.constantFrom('b', 'kbd', 'sup', 'a', 'span', 'mark'), tie('inline'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    fc.constantFrom(
      '<br>',
      '<!-- c -->',
      '</p>',
      '![grph](/gone.png)',
      '\\[words](https://shop.example)',
      'https://shop.example/x',
    ),
  ),
  inline: fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
}));

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

const { blocks: markdownBlocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    markdownInline,
    line,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), markdownInline)
      .map(([level, inner]) => `${'#'.repeat(level)} ${inner}`),
    markdownInline.map((inner) => `${inner}\n===`),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item) => `- ${indent(item, '  ')}`).join('\n')),
    fc
      .array(markdownInline, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item) => `1. ${item}`).join('\n')),
    tie('blocks').map((inner) => `> ${indent(inner, '> ')}`),
    fc
      .tuple(markdownInline, markdownInline)
      .map(
        ([one, other]) =>
          `| ${one.replaceAll('|', '')} | ${other.replaceAll('|', '')} |\n|---|---|\n| ${one.replaceAll('|', '')} | w |`,
      ),
    words.map((code) => `\`\`\`js\n${code}\n\`\`\``),
    htmlBlocks.map((html) => html.replaceAll('\n', ' ')),
    fc.constantFrom(
      '![grph](/gone.png)',
      'Under:\n![grph](/gone.png)',
      'Under:\n<figure><img src="/gone.png" alt="grph"></figure>',
      '- ![grph](/gone.png)',
      '---',
    ),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((all) => all.join('\n\n')),
}));

/** Markdown of a body, which may contain HTML, with one footnote at the end or none. */
const anyMarkdown: fc.Arbitrary<string> = fc
  .tuple(markdownBlocks, fc.boolean(), markdownInline)
  .map(([body, hasNote, inner]) =>
    hasNote ? `${body}\n\n<b>bold</b> clam[^n] next\n\n[^n]: ${inner}` : body,
  );

/** Always the same, so that a test that fails does so again. */
const SEED = 38;

/** Returns bodies with elements or marks in any order. */
export function sampleTrees(format: 'html' | 'markdown', count: number): readonly string[] {
  const tree = format === 'html' ? anyHtml : anyMarkdown;
  return fc.sample(tree, { seed: SEED, numRuns: count });
}
