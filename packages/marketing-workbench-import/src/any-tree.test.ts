import type { Nodes } from 'hast';
import { compileContent } from 'marketing-workbench/content/compile-content';
import { parseHtmlFragment } from 'marketing-workbench/content/markdown/html-fragment';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { sampleTrees } from '../../../tests/support/any-tree.ts';
import { createImportFolder } from '../../../tests/support/import-folder.ts';
import { SOURCES } from '../../../tests/support/source-files.ts';

const TEXTS = 40;

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/**
 * What the import writes for a picture that is missing and for the link of a picture, the label
 * above footnotes, and the title of a text in place of an empty body.
 */
const ADDED = /Picture|gone|grph|https:\/\/shop\.example\S*|Footnotes|Notes|Text/g;

/** Returns the letters that a browser shows, in their order. */
function listShownLetters(html: string): string {
  const read = (node: Nodes): string => {
    if (node.type === 'text') return node.value;
    return 'children' in node ? node.children.map(read).join(' ') : '';
  };
  return read(parseHtmlFragment(html))
    .replace(ADDED, '')
    .replace(/[^a-z]/g, '');
}

test.each(Object.entries(SOURCES))(
  'any texts of %s are published, with the same words in the same order',
  async (_, { format, create }) => {
    const bodies = sampleTrees(format, TEXTS);
    const files = createImportFolder();
    for (const [name, text] of Object.entries(create(bodies))) files.add(`source/${name}`, text);
    expect((await files.run(files.at('source'))).output).toContain(`${TEXTS} texts imported`);
    const { records, problems } = await compileContent(files.folder);
    expect(problems).toEqual([]);
    const shown = records.flatMap((record) =>
      record.kind === 'post' ? [[record.title, listShownLetters(record.content)]] : [],
    );
    const expected = bodies.map((body, index) => [
      `Text ${index}`,
      listShownLetters(format === 'html' ? body : String(renderer.processSync(body))),
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  },
);
