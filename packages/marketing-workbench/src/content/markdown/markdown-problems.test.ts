import { describe, expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  type ContentOverrides,
  formatArticle,
  listContentFindings,
  SVG,
} from '../../../../../tests/support/content-folder.ts';

/** The line of the file of the body's second paragraph. */
const LINE = 10;

async function listBodyProblems(body: string): Promise<readonly string[]> {
  const image: ContentOverrides = body.includes('prices.svg')
    ? { 'articles/seo/local-seo/prices.svg': SVG }
    : {};
  return listContentFindings({ [ARTICLE_FILE]: formatArticle({}, `Words.\n\n${body}`), ...image });
}

const describeEach = (title: string, cases: readonly (readonly [string, ...string[]])[]) =>
  describe(title, () => {
    test.each(cases.map(([body, ...messages]) => [body, messages] as const))(
      '%j',
      async (body, messages) => {
        const problems = await listBodyProblems(body);
        expect(problems).toEqual(
          messages.map((message) => `content/${ARTICLE_FILE}:${LINE} ${message}`),
        );
      },
    );
  });

describeEach('raw HTML is a problem', [
  [
    '<div>block</div>',
    'raw HTML <div>block</div> is not allowed; write it in Markdown, or as `code`',
  ],
  [
    '<!-- a comment -->',
    'comment <!-- a comment --> is not allowed; remove it, or write [//]: # (words)',
  ],
  ['a <b>c</b>', 'raw HTML <b> is not allowed; write it in Markdown, or as `code`'],
  ['a</b>', 'raw HTML </b> is not allowed; write it in Markdown, or as `code`'],
  [
    '> <script>x</script>',
    'raw HTML <script>x</script> is not allowed; write it in Markdown, or as `code`',
  ],
]);

describeEach('a heading is a problem', [
  ['# One', 'heading “One” is a second title; begin it with ##'],
  ['### One', 'advice (headings): heading “One” skips a level; begin it with ##'],
  ['## …', 'heading has no words; write some or remove it'],
  ['##', 'heading has no words; write some or remove it'],
]);

test('a heading that skips from the one before it, or repeats it, is a problem at its own line', async () => {
  expect(await listBodyProblems('## One\n\n#### Two\n\n## One\n\n### *ONE*\n\n### Two')).toEqual([
    `content/${ARTICLE_FILE}:12 advice (headings): heading “Two” skips a level; begin it with ###`,
    `content/${ARTICLE_FILE}:14 advice (headings): heading “One” occurs twice; give it words of its own`,
    `content/${ARTICLE_FILE}:16 advice (headings): heading “ONE” occurs twice; give it words of its own`,
    `content/${ARTICLE_FILE}:18 advice (headings): heading “Two” occurs twice; give it words of its own`,
  ]);
});

describeEach('a link is a problem', [
  [
    '[a](http://example.com)',
    'advice (insecureLinks): link to http://example.com is not encrypted; write https://',
  ],
  [
    'www.example.com',
    'advice (insecureLinks): link to http://www.example.com is not encrypted; write https://',
  ],
  ['[a](//example.com)', 'link to //example.com has no scheme; write https://example.com'],
  [
    '[a](javascript:alert(1))',
    'link to javascript:alert(1) is neither https: nor mailto:; write one of the two or a path',
  ],
  [
    '[a](DATA:text/html,x)',
    'link to DATA:text/html,x is neither https: nor mailto:; write one of the two or a path',
  ],
  [
    '[a](tel:+123)',
    'link to tel:+123 is neither https: nor mailto:; write one of the two or a path',
  ],
  [
    '[a](https:example.com)',
    'link to https:example.com is not a valid address; write https://, a domain and a path',
  ],
  ['[a](https://)', 'link to https:// is not a valid address; write https://, a domain and a path'],
  [
    '[a](keyword-match-types)',
    'link to keyword-match-types is relative; write the whole path, such as /seo/local-seo',
  ],
  ['[a](me@shop.example)', 'link to me@shop.example is relative; write mailto:me@shop.example'],
  ['[a](shop.example/x)', 'link to shop.example/x is relative; write https://shop.example/x'],
  [
    '[a](../display)',
    'link to ../display is relative; write the whole path, such as /seo/local-seo',
  ],
  ['[a]()', 'link leads nowhere; write an address'],
  ['[](https://example.com)', 'link to https://example.com has no text; write what it leads to'],
  [
    '[a](https://www.marketingworkbench.example/seo#x)',
    'link to https://www.marketingworkbench.example/seo#x stays on this site; write /seo#x',
  ],
  [
    '[a](https://www.marketingworkbench.example/talk.mp3)',
    'advice (ownFiles): link to https://www.marketingworkbench.example/talk.mp3 names a file of this domain; save it beside the text as a download',
  ],
]);

test.each([
  [
    'a row below an empty line',
    '| a | b |\n|---|---|\n\n| c | d |',
    '13 table row is shown as words; remove the empty line above it',
  ],
  [
    'a row with more cells',
    '| a | b |\n|---|---|\n| c | d | e |',
    '12 table row has 3 cells, the head 2; remove the others, or write \\| for a | within a cell',
  ],
  [
    'a row with fewer cells',
    '| a | b |\n|---|---|\n| c \\| d |\n| e | f |',
    '12 advice (tables): table row has 1 cell, the head 2; write an empty cell for each that is missing',
  ],
  [
    'a line of --- for fewer cells',
    'Words above.\n| a | b \\| c | d |\n|---|:--:|\n| e | f | g |',
    '12 table is shown as words, as its head has 3 cells and this line 2; write --- once for each cell of the head',
  ],
  ['a quoted table with an escaped bar', '> | a |\n> |---|\n> | b \\| c |', undefined],
  ['code with bars', '```\n| a | b |\n|---|\n```\n\n`| a |`', undefined],
])('a table: %s', async (_, body, message) => {
  const problems = message === undefined ? [] : [`content/${ARTICLE_FILE}:${message}`];
  expect(await listBodyProblems(body)).toEqual(problems);
});

describeEach('an image is a problem', [
  [
    '![Alt](<> "Caption")',
    'image  is not a file beside the text; save it there and write only its name',
  ],
  ['![Alt](none.svg "Caption")', 'image none.svg is missing; save it beside the text'],
  [
    '![ ](prices.svg "Caption")',
    'image prices.svg has no alt text; write between [ and ] what it shows',
  ],
  [
    '![Alt](prices.svg)',
    'advice (captions): image prices.svg has no caption; write it in quotes after the name, ![…](prices.svg "Caption")',
  ],
  [
    '![](prices.svg "")',
    'image prices.svg has no alt text; write between [ and ] what it shows',
    'advice (captions): image prices.svg has no caption; write it in quotes after the name, ![…](prices.svg "Caption")',
  ],
  ...['https://example.com/a.svg', '../local-seo/a.svg', '/a.svg'].map(
    (source): [string, string] => [
      `![Alt](${source} "Caption")`,
      `image ${source} is not a file beside the text; save it there and write only its name`,
    ],
  ),
]);

test.each([
  ['within words', 'See ![Alt](prices.svg "Caption") here.'],
  ['beside another', '![Alt](prices.svg "Caption") ![Alt](prices.svg "Caption")'],
  ['as a link', '[![Alt](prices.svg "Caption")](/seo)'],
  ['in a list without empty lines', '- ![Alt](prices.svg "Caption")'],
])('an image %s is a problem', async (_, body) => {
  expect(await listBodyProblems(body)).toContain(
    `content/${ARTICLE_FILE}:${LINE} image prices.svg is inside a paragraph; put it alone, between two empty lines`,
  );
});

describeEach('a callout is a problem', [
  [
    '> [!DANGER]\n> Words.',
    'callout [!DANGER] is not known; write one of [!TIP], [!WARNING], [!EXAMPLE], [!NOTE], [!IMPORTANT], [!CAUTION]',
  ],
  [
    '> [!tip]\n> Words.',
    'callout [!tip] is not known; write one of [!TIP], [!WARNING], [!EXAMPLE], [!NOTE], [!IMPORTANT], [!CAUTION]',
  ],
  ['> [!TIP] Words.\n> More.', 'callout [!TIP] has words beside it; put them on the next line'],
  ['> [!TIP] **Words.**\n> More.', 'callout [!TIP] has words beside it; put them on the next line'],
  ['> [!TIP]', 'callout [!TIP] is empty; write its text on the next line, after >'],
]);

test('a text that is nested too deeply is a problem, not a crash', async () => {
  expect(await listBodyProblems(`${'>'.repeat(3000)} deep`)).toContain(
    `content/${ARTICLE_FILE}:1 is nested too deeply; use at most 100 levels of nesting`,
  );
});
