import { expect, test } from 'vitest';
import { ARTICLE, formatArticle, NOW, writeContentFolder } from '../../../tests/support/content-folder.ts';
import { compileContent } from '../compile-content.ts';

test('code keeps its text and nothing else', async () => {
  expect(
    await compileBody('Write `a < b`.', '', '```js', '<script>alert("x")</script>', '```'),
  ).toMatchInlineSnapshot(`
      "<p>Write <code>a &lt; b</code>.</p>
      <pre><code>&lt;script>alert("x")&lt;/script>
      </code></pre>"
    `);
});

test('a keyboard can scroll what stands in columns', async () => {
  expect(await compileBody('```', 'Kind   Where', 'Games  App stores', '```')).toMatch(/^<pre tabindex="0">/);
  expect(await compileBody('```', 'Hello  you,', 'come by on Friday.', '```')).toMatch(/^<pre>/);
});

async function compileBody(...lines: readonly string[]): Promise<string | undefined> {
  const folder = await writeContentFolder({ [ARTICLE]: formatArticle({}, lines.join('\n')) });
  const { records } = await compileContent(folder, NOW);
  return records.find((record) => record.kind === 'post')?.content;
}
