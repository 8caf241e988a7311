import { expect, test } from 'vitest';
import { changeFolder, runIn } from '../../../../tests/support/change-folder.ts';
import {
  formatArticle,
  formatLegacyPost,
  formatText,
  legacyFile,
  SVG,
} from '../../../../tests/support/content-folder.ts';

const OLD = 'articles/seo/local-seo/old-name.md';
const ADDRESS = '/seo/local-seo/old-name';
const OTHER = 'articles/seo/local-seo/other.md';
const LEGACY_PATH = '/2013/05/what-is-adwords';
const LEGACY = legacyFile(LEGACY_PATH);
const PUBLISH = 'Publish with: npm run content -- publish\n';

const article = (title: string, body?: string, keys = {}) =>
  formatArticle({ title, ...keys }, body);
const old = article('Old', '![A drawing](only-here.svg "Seen.")\n\n![Another](both.svg "Seen.")', {
  aliases: undefined,
}).replace('\n---\n\n', '\naliases: [/older, /oldest]\n---\n\n');

test('a removed text leads its links, its redirects and its aliases to another page', async () => {
  const create = (address: string) => ({
    [OTHER]: article('Other', `A [link](${address} "A title").\n\n![Another](both.svg "Seen.")`),
    [LEGACY]: formatLegacyPost(LEGACY_PATH, { redirectTo: address }),
  });
  const { status, output, files } = await changeFolder(
    {
      ...create(`${ADDRESS}`),
      [OLD]: old,
      'articles/seo/local-seo/only-here.svg': SVG,
      'articles/seo/local-seo/both.svg': SVG,
      'redirects.yaml': `# Old\n  - from: /a # one\n    to: ${ADDRESS} # two`,
    },
    'remove',
    'old-name',
    '--to',
    '/seo/local-seo/other',
  );
  const to = '/seo/local-seo/other';
  expect(files).toEqual({
    ...create(to),
    [OLD]: null,
    'articles/seo/local-seo/only-here.svg': null,
    'redirects.yaml': `# Old
  - from: /a # one
    to: ${to} # two
  - from: ${ADDRESS}
    to: ${to}
  - from: /older
    to: ${to}
  - from: /oldest
    to: ${to}
`,
  });
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/${OLD} removed
content/articles/seo/local-seo/only-here.svg removed
content/${OTHER}: 1 link, line 8
content/${LEGACY}: 1 link, line 5
content/redirects.yaml: 1 link, line 3
${ADDRESS} redirects to ${to}
/older redirects to ${to}
/oldest redirects to ${to}
3 links in 3 files. ${PUBLISH}`,
  });
});

const FACT =
  '- fact: Texts have words.\n  value: Words\n  near: [old-name]\n  source: The texts\n  checkedAt: 2025-05-01\n';

test('a text that is gone leaves the links to it to the owner, and its redirects answer 410', async () => {
  const steps = ['base-article', 'old-name', 'one', 'two', 'three', 'four'];
  const { contentDir, status, output, files } = await changeFolder(
    {
      ...Object.fromEntries(
        ['one', 'two', 'three', 'four'].map((slug) => [`articles/seo/${slug}.md`, article(slug)]),
      ),
      [OLD]: article('Old'),
      [OTHER]: article('Other', `Words.\n\nA [link](${ADDRESS}#part).`),
      'learning-paths.yaml': `seo: [${steps.join(', ')}]\r\n`,
      'facts.yaml': `${FACT}  texts: [other, old-name]\n  except:\n    - old-name\n`,
      'redirects.yaml': `- from: /a\n  to: ${ADDRESS}\n- to: ${ADDRESS}\n  status: 302\n  from: /b\n- status: 301\n  from: /c\n  to: ${ADDRESS}\n`,
    },
    'remove',
    ADDRESS,
    '--gone',
  );
  expect(files).toEqual({
    [OLD]: null,
    'learning-paths.yaml': 'seo: [base-article, one, two, three, four]\r\n',
    'facts.yaml': `${FACT}  texts: [other]\n`,
    'redirects.yaml': `- from: /a\n  status: 410\n- status: 410\n  from: /b\n- status: 410\n  from: /c\n- from: ${ADDRESS}\n  status: 410\n`,
  });
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringMatching(
      new RegExp(
        [
          `^content/${OLD} removed`,
          'content/facts.yaml: 2 links, lines 6, 7',
          'content/learning-paths.yaml: 1 link, line 1',
          'content/redirects.yaml: 5 links, .*',
          `${ADDRESS} is gone \\(status 410\\)`,
          'To correct by hand:',
          `  content/${OTHER}:10 link to ${ADDRESS}#part leads to an address that is gone.*`,
          '.*Publish with: .*\n$',
        ].join('\n'),
      ),
    ),
  });
  expect((await runIn(contentDir, 'check')).output).not.toContain('redirects.yaml');
});

test('a folder without redirects.yaml gets one, and links still lead to an address elsewhere', async () => {
  const { output, files } = await changeFolder(
    { [OLD]: article('Old'), [OTHER]: article('Other', `A [link](${ADDRESS}).`) },
    'remove',
    `content/${OLD}`,
    '--to',
    'https://elsewhere.example/page',
  );
  expect(files).toEqual({
    [OLD]: null,
    'redirects.yaml': `# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.
- from: ${ADDRESS}
  to: https://elsewhere.example/page
`,
  });
  expect(output).not.toContain('To correct by hand');
});

test('a draft goes without a redirect, and a dry run writes nothing', async () => {
  const overrides = { [OLD]: article('Old', 'Words.', { draft: true }) };
  const { files, output } = await changeFolder(overrides, 'remove', 'old-name', '--dry-run');
  expect(files).toEqual({});
  expect(output).toBe(
    `content/${OLD} removed\nNothing was written (--dry-run). 0 links in 0 files. ${PUBLISH}`,
  );
  expect((await changeFolder(overrides, 'remove', 'old-name')).files).toEqual({ [OLD]: null });
});

test('a page that is gone leaves the menu, and its picture and download go with it', async () => {
  const { status, output, files } = await changeFolder(
    {
      'pages/about.md': formatText(
        { title: 'About', downloads: ['team.json'] },
        '![Us](us.svg "Us.")',
      ),
      'pages/us.svg': SVG,
      'pages/team.json': '[]',
      'site.yaml':
        'navigation:\n  - label: About # us\n    to: /about#team\n  # Then\n  - seo # kept\n',
    },
    'remove',
    'about',
    '--gone',
  );
  expect(files).toEqual({
    'pages/about.md': null,
    'pages/us.svg': null,
    'pages/team.json': null,
    'site.yaml': 'navigation:\n  # Then\n  - seo # kept\n',
    'redirects.yaml': expect.stringMatching(/\n- from: \/about\n {2}status: 410\n$/),
  });
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/pages/about.md removed
content/pages/team.json removed
content/pages/us.svg removed
content/site.yaml: 1 link, line 2
/about is gone (status 410)
1 link in 1 file. ${PUBLISH}`,
  });
});

test('a removed page leads its links and its entry in the menu to another', async () => {
  const { output, files } = await changeFolder(
    {
      'pages/about.md': formatText({ title: 'About' }, 'Words.'),
      'site.yaml': 'navigation: [{ label: About, to: /about }]\n',
      [OTHER]: article('Other', 'A [link](/about).'),
    },
    'remove',
    '/about',
    '--to',
    '/seo',
  );
  expect(files).toEqual({
    'pages/about.md': null,
    'site.yaml': 'navigation: [{ label: About, to: /seo }]\n',
    [OTHER]: article('Other', 'A [link](/seo).'),
    'redirects.yaml': expect.stringMatching(/\n- from: \/about\n {2}to: \/seo\n$/),
  });
  expect(output).toContain(`/about redirects to /seo\n2 links in 2 files. ${PUBLISH}`);
});

const ADVICE = 'write a path such as /articles, an address with https://, or gone';

test.for([
  [['none', '--gone'], 'No text has the slug, path or address none; write one of them.\n'],
  [
    ['old-name'],
    `--to is missing, and there is no terminal to ask on: Where should ${ADDRESS} lead? ${ADVICE}\n`,
  ],
  [['old-name', '--to', 'seo'], `--to is not an address; ${ADVICE}\n`],
  [['old-name', '--to', `${ADDRESS}/#part`], `--to is the text that you remove; ${ADVICE}\n`],
  [
    ['old-name', '--to', '/seo', '--gone'],
    '--to and --gone contradict each other; write one of them.\n',
  ],
  [
    ['old-name', '--to', '/nowhere'],
    `content/redirects.yaml:2 from ${ADDRESS} leads to /nowhere, which is not a page; write the address of one\nNothing was written; the check would report the above.\n`,
  ],
] as const)('remove %s is refused', async ([args, message]) => {
  const { status, output, files } = await changeFolder(
    { [OLD]: article('Old') },
    'remove',
    ...args,
  );
  expect({ status, output, files }).toEqual({ status: 1, output: message, files: {} });
});
