import { expect, test } from 'vitest';
import { createGhostExport, createGhostPost } from '../../../tests/support/ghost-export.ts';
import { createImportFolder } from '../../../tests/support/import-folder.ts';

const LENGTH = 100_000;
const CHARACTERS = [
  ' ',
  '<',
  '[',
  '*',
  '_',
  '`',
  '&',
  '{',
  '\n',
  '\\',
  '!',
  '(',
  '"',
  "'",
  '\t',
  '\u00a0',
  '.',
  '-',
  '|',
  '#',
];
const PAIRS = [
  ' \n',
  '\n ',
  '<a',
  '</',
  '<b>',
  '</p>',
  '[a',
  '[a]',
  '{{',
  '{%',
  '&#',
  '"<',
  '\'"',
  '=\n',
  '|-',
  '<!--',
  '[[',
  '<p> ',
];
/** What opens something that the run never closes. */
const OPENINGS = ['<!-- wp:x ', '<sup data-fn="', '[a b="', '<a href="', '{{ ', '---', '# '];

const RUNS = [
  ...[...CHARACTERS, ...PAIRS].map((unit) => `a ${unit.repeat(LENGTH / unit.length)} b`),
  ...OPENINGS.map((opening) => `${opening}${' '.repeat(LENGTH)} b`),
];
/**
 * The parser of Markdown takes about ten times as long as others, and for brackets and lines of `=`
 * the square of their number.
 */
const MARKDOWN_RUNS = RUNS.filter((run) => !/\[\[|\[a|\|-|<|=\n/.test(run.slice(0, 20))).map(
  (run) => run.slice(0, LENGTH / 4),
);

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

const WXR = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Hill</title><link>https://hill.example</link>${[
  ...RUNS,
  ' '.repeat(1_000_000),
]
  .map(
    (
      run,
      id,
    ) => `<item><title>${cdata(run)}</title><link>https://hill.example/${id}/</link><wp:post_id>${id + 1}</wp:post_id>
<wp:post_name>text-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><content:encoded>${cdata(`a${run}b`)}</content:encoded>
<excerpt:encoded>${cdata(run)}</excerpt:encoded>
<wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>${cdata(run)}</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value>[{"id":"a","content":"b"}]</wp:meta_value></wp:postmeta></item>`,
  )
  .join('')}</channel></rss>`;

const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Hill</title>${RUNS.map(
  (
    run,
    id,
  ) => `<entry><id>urn:${id}</id><title>${cdata(run)}</title><link href="https://hill.example/text-${id}"/>
<published>2014-03-03T09:00:00Z</published><summary type="html">${cdata(run)}</summary></entry>`,
).join('')}</feed>`;

const GHOST = JSON.stringify(
  createGhostExport(
    RUNS.map((html, id) =>
      createGhostPost(`text-${id}`, { title: html, html, custom_excerpt: html }),
    ),
  ),
);

/** Each kind of source has hundreds of texts, which take minutes beside other tests. */
const TIMEOUT_MS = 900_000;

test.each([
  ['WordPress', RUNS.length + 1, { 'export.xml': WXR }],
  ['a feed', RUNS.length, { 'feed.xml': FEED }],
  ['Ghost', RUNS.length, { 'hill.json': GHOST }],
  [
    'Markdown',
    MARKDOWN_RUNS.length,
    Object.fromEntries(
      MARKDOWN_RUNS.map((run, id) => [
        `posts/text-${id}.md`,
        `---\ntitle: Text ${id}\ndate: 2014-03-03\n---\n\n${run}\n`,
      ]),
    ),
  ],
])(
  'runs of one character or two in texts of %s are converted within the time of a text',
  async (kind, count, given) => {
    const files = createImportFolder();
    for (const [name, source] of Object.entries(given)) files.add(`export/${name}`, source);
    const { status, output } = await files.run(files.at('export'));
    expect([kind, status, output]).toEqual([
      kind,
      0,
      expect.stringContaining(`${count} texts imported`),
    ]);
    const { texts }: { texts: readonly { title: string; notes: readonly string[] }[] } = JSON.parse(
      files.read('.import/report.json'),
    );
    const slow = texts.filter(({ notes }) =>
      notes.some((note) => note.includes('takes more than 5 s to convert')),
    );
    expect(slow.map(({ title }) => title.slice(0, 40))).toEqual([]);
  },
  TIMEOUT_MS,
);
