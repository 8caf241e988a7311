import { expect, test } from 'vitest';
import { ARTICLE, formatArticle, NOW, writeContentFolder } from '../../../tests/support/content-folder.ts';
import { compileContent } from '../compile-content.ts';

test('quotation marks and apostrophes are printed ones, but for those in code', async () => {
  const body = [
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
  ].join('\n');
  const folder = await writeContentFolder({ [ARTICLE]: formatArticle({}, body) });
  const { records, problems } = await compileContent(folder, NOW);
  expect(problems).toEqual([]);
  const post = records.find((record) => record.kind === 'post');
  expect(post?.content).toMatchInlineSnapshot(`
    "<h2 id="dont-say-free">Don’t say “free”</h2>
    <p>“Type <em>“cake”</em>, then <strong>don’t</strong>,” she’s told (’24 or not): “<a href="https://example.com" rel="noopener external">a ‘b’</a>” or <code>"cake"</code>.</p>
    <ul>
    <li>“One”</li>
    <li>“Two”, the shops’ own</li>
    </ul>
    <pre><code>title="Cake"
    </code></pre>"
  `);
  expect(post?.headings).toBe('Don’t say “free”');
});
