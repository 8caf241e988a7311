import { expect, test } from 'vitest';
import {
  createGhostExport,
  createGhostPost,
  createLexical,
  lexicalParagraph,
  lexicalText,
} from '../../../tests/support/ghost-export.ts';
import { createImportFolder } from '../../../tests/support/import-folder.ts';
import { spawnCommand } from '../../../tests/support/spawn-command.ts';

type Import = ReturnType<typeof createImportFolder>;

const TOO_LONG =
  'is longer than 5 million characters, and the rest was left out; shorten or split it on the old site, and export it again';
/** Six megabytes of code, which is converted faster than paragraphs. */
const LONG = `<pre>${'Words of a very long text.\n'.repeat(230_000)}`;
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

function formatWxr(bodies: readonly string[]): string {
  const items = bodies.map(
    (
      body,
      id,
    ) => `<item><title>Text ${id}</title><link>https://hill.example/${id}/</link><wp:post_id>${id + 1}</wp:post_id>
<wp:post_name>text-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><content:encoded>${body}</content:encoded></item>`,
  );
  return `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Hill</title><link>https://hill.example</link>${items.join('')}</channel></rss>`;
}

function formatFeed(bodies: readonly string[]): string {
  const entries = bodies.map(
    (
      body,
      id,
    ) => `<entry><id>urn:${id}</id><title>Text ${id}</title><link href="https://hill.example/text-${id}"/>
<published>2014-03-03T09:00:00Z</published><content type="html">${body}</content></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Hill</title>${entries.join('')}</feed>`;
}

const formatGhost = (bodies: readonly string[], key = 'html') =>
  JSON.stringify(
    createGhostExport(
      bodies.map((body, id) => createGhostPost(`text-${id}`, { title: `Text ${id}`, [key]: body })),
    ),
  );

function readNotes({ read }: Import): ReadonlyMap<string, readonly string[]> {
  const { texts }: { texts: readonly { title: string; notes: readonly string[] }[] } = JSON.parse(
    read('.import/report.json'),
  );
  return new Map(texts.map(({ title, notes }) => [title, notes]));
}

test.each([
  ['WordPress', 'export.xml', formatWxr([cdata(LONG), cdata('<p>Good words.</p>')])],
  [
    'WordPress, in several parts',
    'export.xml',
    formatWxr([cdata(LONG).repeat(2), cdata('<p>Good words.</p>')]),
  ],
  [
    'WordPress, without CDATA',
    'export.xml',
    formatWxr([LONG.replaceAll('<', '&lt;'), '&lt;p&gt;Good words.&lt;/p&gt;']),
  ],
  ['a feed', 'feed.xml', formatFeed([cdata(LONG), cdata('<p>Good words.</p>')])],
  ['Ghost', 'hill.json', formatGhost([LONG, '<p>Good words.</p>'])],
  [
    'Ghost, with escapes',
    'hill.json',
    formatGhost([LONG.replaceAll('W', '\u00dc'), '<p>Good words.</p>']).replaceAll(
      '\u00dc',
      '\\u00dc',
    ),
  ],
])(
  'the rest of a text of %s that is too long is left out, said and kept from publishing',
  async (_, name, source) => {
    const files = createImportFolder();
    const { status, output } = await files.run(files.add(name, source));
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`“Text 0”[^\n]* ${TOO_LONG}`)),
    ]);
    expect(output).toContain('2 texts imported');
    expect(readNotes(files).get('Text 0')).toContain(`the text ${TOO_LONG}`);
    expect(files.read('articles/general/text-0.md')).toMatch(
      /\ndraft: true\n[\s\S]*```unconverted\n/,
    );
    const whole = files.read('.import/too-long/articles/general/text-0.md');
    expect(whole.length).toBeLessThan(5_100_000);
    expect(whole).toContain(`The text ${TOO_LONG}.`);
    expect(files.read('articles/general/text-1.md')).toMatch(/\n---\n\nGood words\.\n$/);
  },
);

test('a document of Ghost that is too long is kept as far as it goes', async () => {
  const document = createLexical(
    lexicalParagraph(lexicalText('Words "in quotes". '.repeat(400_000))),
  );
  const files = createImportFolder();
  const { output } = await files.run(files.add('hill.json', formatGhost([document], 'lexical')));
  expect(output).toContain(`“Text 0” of posts ${TOO_LONG}`);
  expect(files.read('articles/general/text-0.md')).toContain('draft: true');
});

test('a file of Markdown that is too long is left out by name', async () => {
  const files = createImportFolder();
  files.add('posts/long.md', `# Long\n\n${'Words. '.repeat(800_000)}`);
  files.add('posts/good.md', '# Good\n\nWords.');
  const { status, output } = await files.run(files.at('posts'));
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('has more than 5 MB; split it: long.md'),
  ]);
  expect(output).toContain('1 text imported');
});

test('parts of a text and tags without end take bounded memory', async () => {
  const parts = Array.from(
    { length: 8 },
    (_, part) => `<p${part}>${'words '.repeat(800_000)}</p${part}>`,
  ).join('');
  const good = formatWxr([cdata('<p>Good words.</p>'), cdata('<p>Many parts.</p>')]).replace(
    /<\/item><\/channel><\/rss>$/,
    '',
  );
  const files = createImportFolder();
  const file = files.add(
    'export.xml',
    `${good}${parts}</item><item><a b="${'c'.repeat(60_000_000)}`,
  );
  const { status, output } = await spawnCommand(['import', file, '--to', files.folder], {
    NODE_OPTIONS: '--max-old-space-size=200',
  }).ended;
  expect([status, output]).toEqual([0, expect.stringContaining('2 texts imported')]);
  expect(output).toContain('“Text 1” has more than 20 million characters in all its parts');
  expect(output).toContain('has a tag without an end; the rest of it was not read');
});

test('a text that takes too long to convert is kept as it was and named, and the others arrive', async () => {
  const slow = `${'*_a'.repeat(60_000)}\n`;
  const files = createImportFolder();
  files.add('posts/slow.md', `---\ntitle: Slow\ndate: 2014-03-03\n---\n${slow}`);
  files.add('posts/good.md', '---\ntitle: Good\ndate: 2014-03-03\n---\nGood words.');
  const { status, output } = await files.run(files.at('posts'));
  expect([status, output]).toEqual([0, expect.stringContaining('2 texts imported')]);
  expect(readNotes(files).get('Slow')?.[0]).toMatch(
    /^the text takes more than 5 s to convert, so it was kept as it was; /,
  );
  expect(files.read('articles/general/slow.md')).toContain(`\`\`\`unconverted\n${slow}\`\`\``);
  expect(files.read('articles/general/good.md')).toContain('Good words.');
});
