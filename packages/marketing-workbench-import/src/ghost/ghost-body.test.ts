import { expect, test } from 'vitest';
import {
  createGhostExport,
  createGhostImport,
  createGhostPost,
  createLexical,
  type ExportedRow,
  lexicalParagraph,
  lexicalText,
} from '../../../../tests/support/ghost-export.ts';

/** The Markdown of a post's body, without its front matter. */
async function importBody(post: ExportedRow): Promise<string> {
  const { run, read } = createGhostImport();
  await run(createGhostExport([createGhostPost('body', post)]));
  return read('articles/general/body.md')
    .replace(/^---[\s\S]*?\n---\n\n/, '')
    .trim();
}

test('a text in Mobiledoc without HTML arrives', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: 'https://x.example/a.png', alt: 'A' }],
      ['code', { code: 'a < b', language: 'css' }],
      ['card-markdown', { markdown: '- one' }],
      ['hr', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://x.example/?a=1&b=2']], ['em']],
    sections: [
      [1, 'h2', [[0, [], 0, 'Title']]],
      [
        1,
        'p',
        [
          [0, [], 0, 'a '],
          [0, [0, 2], 1, 'b'],
          [0, [], 1, ' c'],
          [1, [], 0, 0],
          [0, [1], 1, 'd'],
        ],
      ],
      [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      [1, 'blockquote', [[0, [], 0, 'Said']]],
      [10, 0],
      [10, 1],
      [10, 2],
      [10, 3],
      [1, 'p', [[0, [], 0, 'End']]],
    ],
  });
  expect(await importBody({ mobiledoc })).toBe(`## Title

a **_b_ c**\\
[d](https://x.example/?a=1\\&b=2)

1. one
2. two

> Said

[Picture: A](https://x.example/a.png)

\`\`\`css
a < b
\`\`\`

- one

---

End`);
});

test('a text in Lexical without HTML arrives', async () => {
  const item = (...children: readonly ExportedRow[]): ExportedRow => ({
    type: 'listitem',
    children,
  });
  const list = (listType: string, ...children: readonly ExportedRow[]): ExportedRow => ({
    type: 'list',
    listType,
    start: 1,
    children,
  });
  const lexical = createLexical(
    { type: 'extended-heading', tag: 'h2', children: [lexicalText('Title')] },
    lexicalParagraph(
      lexicalText('a '),
      lexicalText('b', 3),
      lexicalText(' H'),
      lexicalText('2', 32),
      lexicalText('O '),
      lexicalText('c', 16),
      { type: 'linebreak' },
      lexicalText('d'),
    ),
    lexicalParagraph(
      { type: 'link', url: 'https://x.example/', children: [lexicalText('e')] },
      lexicalText(' '),
      {
        type: 'at-link',
        url: 'https://y.example/',
        children: [{ type: 'at-link-search', text: 'f' }],
      },
    ),
    list(
      'bullet',
      item(lexicalText('one')),
      item(list('number', item(lexicalText('in')))),
      item(lexicalText('two')),
    ),
    { type: 'extended-quote', children: [lexicalText('Said')] },
    { type: 'codeblock', code: 'a < b', language: 'css', caption: 'How <em>so</em>' },
    { type: 'horizontalrule' },
    {
      type: 'bookmark',
      url: 'https://x.example/s',
      metadata: { title: 'A story', description: 'What happened', author: 'Jo', publisher: 'News' },
      caption: '',
    },
    {
      type: 'embed',
      url: 'https://youtu.be/abcdefghijk',
      embedType: 'video',
      html: '<iframe src="https://www.youtube.com/embed/abcdefghijk" title="A film"></iframe>',
    },
    { type: 'button', buttonText: 'Buy', buttonUrl: 'https://x.example/buy' },
    { type: 'markdown', markdown: '| a |\n| - |\n| 1 |' },
    { type: 'html', html: '<p>Raw</p>' },
  );
  expect(await importBody({ lexical })).toBe(`## Title

a **_b_** H₂O \`c\`\\
d

[e](https://x.example/) [f](https://y.example/)

- one
  1. in
- two

> Said

\`\`\`css
a < b
\`\`\`

How *so*

---

[A story](https://x.example/s)\\
What happened\\
News · Jo

[A film](https://www.youtube.com/watch?v=abcdefghijk)

[Buy](https://x.example/buy)

| a |
| - |
| 1 |

Raw`);
});

test.each([
  [
    'a bookmark',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">T</div><div class="kg-bookmark-description">D</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="i.png"><span class="kg-bookmark-author">P</span></div></div></a><figcaption>C</figcaption></figure>',
    '[T](https://x.example/)\\\nD\\\nP\n\nC',
  ],
  [
    'a callout',
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b><strong>this</strong></b>.</div></div>',
    '> [!NOTE]\n> 💡 Mind **this**.',
  ],
  [
    'a toggle',
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">How?</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>So.</p></div></div>',
    '#### How?\n\nSo.',
  ],
  [
    'a gallery',
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://x.example/a.png" alt="A"></div><div class="kg-gallery-image"><img src="https://x.example/b.png" alt="B"></div></div></div><figcaption>Both</figcaption></figure>',
    '[Picture: A](https://x.example/a.png)\n\n[Picture: B](https://x.example/b.png)\n\nBoth',
  ],
  [
    'a film of another site',
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://x.example/a.mp4"></video><div class="kg-video-player"><button><svg></svg></button><span>0:00</span></div></div><figcaption>A film</figcaption></figure>',
    '[A film](https://x.example/a.mp4)',
  ],
  [
    'a product',
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><h4 class="kg-product-card-title">Mixer</h4><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><div class="kg-product-card-description"><p>Mixes.</p></div><a href="https://x.example/buy" class="kg-product-card-button"><span>Buy</span></a></div></div>',
    '#### Mixer\n\n★☆☆☆☆\n\nMixes.\n\n[Buy](https://x.example/buy)',
  ],
  [
    'a form to sign up',
    '<div class="kg-card kg-signup-card"><h2 class="kg-signup-card-heading">Join</h2><form><input><button>Go</button></form><p class="kg-signup-card-disclaimer">No spam</p></div>',
    '## Join\n\nNo spam',
  ],
  [
    'a post of X',
    '<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Hi</p>&mdash; Jo <a href="https://twitter.com/jo/status/1">May 1</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script></figure>',
    '> Hi\n>\n> — Jo [May 1](https://twitter.com/jo/status/1)',
  ],
  [
    'code of a Gist',
    '<script src="https://gist.github.com/jo/1.js"></script>',
    '<https://gist.github.com/jo/1>',
  ],
  [
    'a part for members',
    '<p>A</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" --><p>Secret</p><!--kg-gated-block:end--><p>B</p>',
    'A\n\n```unconverted\n<p>Secret</p>\n```\n\nB',
  ],
])('%s', async (_, html, markdown) => {
  expect(await importBody({ html })).toBe(markdown);
});

test('pictures of a gallery have the alt texts of the editor, which the HTML of Ghost lacks', async () => {
  const images = [{ src: 'https://x.example/a.png', alt: 'The shop' }];
  const html =
    '<figure class="kg-card kg-gallery-card"><img src="https://x.example/a.png"></figure>';
  const expected = '[Picture: The shop](https://x.example/a.png)';
  expect(await importBody({ html, lexical: createLexical({ type: 'gallery', images }) })).toBe(
    expected,
  );
  const mobiledoc = JSON.stringify({ version: '0.3.1', cards: [['gallery', { images }]] });
  expect(await importBody({ html, mobiledoc })).toBe(expected);
});

test('parts of mails alone and unknown cards are named', async () => {
  const { run, read, notesOf } = createGhostImport();
  const lexical = createLexical(
    lexicalParagraph(lexicalText('A')),
    { type: 'email', html: '<p>Dear reader</p>' },
    { type: 'hologram', shape: 'cube' },
  );
  await run(
    createGhostExport([
      createGhostPost('a', { lexical }),
      createGhostPost('b', { lexical, html: '<p>A</p>' }),
    ]),
  );
  expect(read('articles/general/a.md')).toContain(
    '```unconverted\n{\n "type": "hologram",\n "shape": "cube"\n}\n```',
  );
  for (const slug of ['a', 'b'])
    expect(notesOf(`${slug}.md`)).toContain(
      'a part that only emails show was left out: Dear reader',
    );
});
