import { expect, test } from 'vitest';
import { compileFolder } from '../../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  writeContentFolder,
} from '../../../../../tests/support/content-folder.ts';
import { checkHtml } from './check-html.ts';

test('compiled Markdown passes the check unchanged, with the facts of its record', async () => {
  const { records } = await compileFolder(
    'tests/fixtures/content',
    new Date('2026-11-20T12:00:00Z'),
  );
  const posts = records.filter((record) => record.kind === 'post');
  expect(posts.length).toBeGreaterThan(50);
  for (const { content, headings, text, readTime } of posts) {
    expect(checkHtml(content)).toEqual({
      kind: 'good',
      html: content,
      facts: { headings, text, readTime },
    });
  }
  for (const { content } of records.filter((record) => record.kind === 'legacy')) {
    expect(checkHtml(content)).toMatchObject({ kind: 'good', html: content });
  }
});

test('a video and coloured code pass the check unchanged', async () => {
  const body =
    'https://vimeo.com/76979871\n\n```js\nlet a = 1; // as long as a line of a phone\n```';
  const { records } = await compileFolder(
    await writeContentFolder({ [ARTICLE_FILE]: formatArticle({}, body) }),
    COMPILED_AT,
  );
  const post = records.find((record) => record.kind === 'post');
  expect(checkHtml(post?.content ?? '')).toMatchObject({ kind: 'good', html: post?.content });
});

test.each([
  '<a href="https://example.com" data-player="https://example.com/embed/a">A player of another host</a>',
  '<p>Fine</p><script>alert(1)</script>',
  '<img src="/media/a.svg" alt="" onerror="alert(1)">',
  '<p style="position: fixed">Over everything</p>',
  '<a href="javascript:alert(1)">Go</a>',
  '<a href=" jav&#x09;ascript:alert(1)">Go</a>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="https://example.com"></iframe>',
  '<p>Before</p><!-- a comment --><p>After</p>',
  '<h1>A second title</h1>',
  '<form action="/"><input name="q"></form>',
])('%s is refused', (html) => {
  expect(checkHtml(html)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('<') });
});

test('the reason quotes the HTML where the problem begins', () => {
  expect(checkHtml('<p>Fine</p><p onclick="alert(1)">Not fine</p>')).toEqual({
    kind: 'refused',
    reason: `has HTML that is not allowed: ${JSON.stringify('<p onclick="alert(1)">Not fine</p>')}`,
  });
});

test('HTML written in another style is serialised in the style of the site', () => {
  expect(checkHtml('<P>Fish & chips<br/>today')).toMatchObject({
    kind: 'good',
    html: '<p>Fish &#x26; chips<br>today</p>'.replace('&#x26;', '&amp;'),
  });
});
