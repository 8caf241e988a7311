/**
 * Mistakes for the clean folder of `audited-folder.ts`: each names the rule and the words of the
 * line where an audit finds it.
 */
import sharp from 'sharp';
import {
  type AuditedTextParts,
  createCleanFolder,
  dayBefore,
  formatAuditedText,
  writeWords,
} from './audited-folder.ts';
import type { ContentOverrides } from './content-folder.ts';

type Mistake = Partial<AuditedTextParts> & {
  /** Rules that find it, with the words of the line; without words it is the first line. */
  readonly found: Readonly<Record<string, string>>;
};

const HOME = 'https://www.longborder.example';
const LONG_WORDS = `${'Notwithstanding considerable administrative difficulties, representatives of international organisations repeatedly emphasised extraordinarily complicated institutional responsibilities concerning environmental sustainability, agricultural productivity and intergovernmental coordination of regulatory implementation. '.repeat(9)}`;
const COPY = writeWords(70, 240);
const OLD_COPY = writeWords(71, 240);
const PARAGRAPH = writeWords(72, 45).replaceAll('\n\n', ' ');

/** Mistakes by the slug of an article in `articles/beds`. */
const ARTICLES: Readonly<Record<string, Mistake>> = {
  'wide-title': {
    title: 'WHAT WORMS MAKE OF MULCH, COMPOST, MOWN GRASS AND WEEDS',
    found: { 'title-cut': 'title:' },
  },
  'wide-seo-title': {
    keys: { seoTitle: 'Mammoth mushrooms among modern farm machines: what women growers say' },
    found: { 'title-cut': 'seoTitle:' },
  },
  mulch: { title: 'Mulch', found: { 'title-short': 'title:' } },
  'same-title-b': {
    title: 'Sow carrots in clay that cracks',
    keys: { metaDescription: formatDescription('roots') },
    found: { 'title-duplicate': 'title:', 'same-question': 'title:' },
  },
  'no-description': { keys: { metaDescription: undefined }, found: { 'description-missing': '' } },
  'blank-description': {
    keys: { metaDescription: ' ' },
    found: { 'description-missing': 'metaDescription:' },
  },
  'long-description': {
    keys: { metaDescription: `${formatDescription('long')} ${formatDescription('longer')}` },
    found: { 'description-cut': 'metaDescription:' },
  },
  'short-description': {
    keys: { metaDescription: 'All about twine.' },
    found: { 'description-short': 'metaDescription:' },
  },
  'first-description': { keys: { metaDescription: formatDescription('twins') }, found: {} },
  'second-description': {
    keys: { metaDescription: formatDescription('twins') },
    found: { 'description-duplicate': 'metaDescription:' },
  },
  'skipped-level': {
    body: '## Begin\n\n#### Too deep',
    found: { 'heading-skipped': '#### Too deep' },
  },
  'skipped-first': { body: '### Not the second level', found: { 'heading-skipped': '### Not' } },
  'equal-headings': {
    body: '## Dig\n\nWith care.\n\n## Dig',
    found: { 'heading-duplicate': '## Dig' },
  },
  'second-main': {
    body: '# Another title',
    found: { 'h1-count': '# Another', refused: '# Another' },
  },
  'empty-heading': { body: '##\n\nDig.', found: { 'heading-empty': '##', refused: '##' } },
  'empty-link': {
    body: 'Beans: [](/beds/beans-on-poles).',
    found: { 'anchor-empty': 'Beans: [', refused: 'Beans: [' },
  },
  'thin-one': { words: 'Water it.', found: { 'thin-text': '' } },
  'copied-a': { words: COPY, found: {} },
  'copied-b': { words: `${COPY} And a spade.`, found: { 'near-duplicate': '' } },
  'copied-old': { words: OLD_COPY, found: {} },
  'shared-a': { body: PARAGRAPH, found: {} },
  'shared-b': { body: PARAGRAPH, found: { 'paragraph-duplicate': PARAGRAPH.slice(0, 30) } },
  'question-a': { title: 'How much does a greenhouse cost?', found: {} },
  'question-b': { title: 'What a greenhouse costs to buy', found: {} },
  'question-c': { title: 'The cost of a greenhouse', found: { 'same-question': 'title:' } },
  lonely: { found: { orphan: '' } },
  'click-here': {
    body: 'For onions, [click here](/beds/onions-from-sets).',
    found: { 'anchor-vague': 'click here' },
  },
  'only-here': {
    body: 'Onions are **[here](/beds/onions-from-sets)**.',
    found: { 'anchor-vague': '[here]' },
  },
  'read-more': {
    body: '[Read more →](/beds/onions-from-sets)',
    found: { 'anchor-vague': 'Read more' },
  },
  'two-targets': {
    body: 'See [the best beds](/beds/onions-from-sets).\n\nAnd [The best beds](/beds/beans-on-poles).',
    found: { 'anchor-ambiguous': 'And [The' },
  },
  'bare-address': {
    body: 'See https://archive.org/details/spade for more.',
    found: { 'anchor-address': 'See https' },
  },
  'own-host': {
    body: `Buy [a good file](${HOME}/old-carrots).`,
    found: { 'link-redirected': 'Buy', refused: 'Buy' },
  },
  'old-path': { body: 'Buy [a fine file](/old-carrots).', found: { 'link-redirected': 'Buy' } },
  'own-missing': {
    body: `Buy [a flat file](${HOME}/beds/nowhere).`,
    found: { 'link-missing': 'Buy', refused: 'Buy' },
  },
  'own-draft': {
    body: `Buy [a round file](${HOME}/beds/not-yet).`,
    found: { 'link-missing': 'Buy', refused: 'Buy' },
  },
  'own-insecure': {
    body: 'Buy [a half file](http://www.longborder.example/beds/beans-on-poles).',
    found: { 'link-insecure': 'Buy', refused: 'Buy' },
  },
  'other-insecure': {
    body: 'Buy [a rasp](http://archive.org/rasp).',
    found: { 'link-insecure': 'Buy' },
  },
  'missing-path': { body: 'Buy [a saw](/beds/no-such-saw).', found: { refused: 'Buy' } },
  'draft-path': { body: 'Buy [a plane](/beds/not-yet).', found: { refused: 'Buy' } },
  'no-alt': {
    body: '![](spade.jpg "A spade.")',
    found: { refused: '![]', 'picture-alt-missing': '![]' },
  },
  'file-name': {
    body: '![IMG_2041.jpg](spade.jpg "A spade.")',
    found: { 'picture-alt-file-name': '![IMG' },
  },
  'default-name': {
    body: '![image 1](spade.jpg "A spade.")',
    found: { 'picture-alt-file-name': '![image' },
  },
  'long-alt': {
    body: `![${'A spade beside a wall. '.repeat(12).trim()}](spade.jpg "A spade.")`,
    found: { 'picture-alt-long': '![A spade' },
  },
  'heavy-photo': {
    body: '![A bed in June](heavy.png "June.")',
    found: { 'picture-heavy': '![A bed' },
  },
  'heavy-drawing': {
    body: '![A plan of the beds](plan.svg "The plan.")',
    found: { 'picture-heavy': '![A plan' },
  },
  'small-photo': {
    body: '![A seed on a hand](small.jpg "A seed.")',
    found: { 'picture-small': '![A seed' },
  },
  'cover-name': {
    keys: { cover: { src: 'wide.jpg', alt: 'DSC_0042.JPG' } },
    found: { 'picture-alt-file-name': 'cover:' },
  },
  'hard-words': { words: LONG_WORDS, found: { 'hard-to-read': '' } },
  'long-one': { words: writeWords(73, 4_700), found: { 'long-read': '' } },
  'checked-long-ago': {
    keys: { publishedAt: dayBefore(900), checkedAt: dayBefore(500) },
    found: { 'check-overdue': 'checkedAt:' },
  },
  'never-checked': {
    keys: { publishedAt: dayBefore(900) },
    found: { 'check-missing': 'publishedAt:' },
  },
  'later-date': { keys: { updatedAt: dayBefore(-40) }, found: { dates: 'updatedAt:' } },
  'compost-heap-in-winter': { title: 'Compost heap in winter: what to do', found: {} },
  'names-a-subject': {
    body: 'Turn the compost\nheap in winter when it is dry.',
    found: { 'link-opportunity': 'Turn the' },
  },
  'wrong-original': {
    keys: { canonical: `${HOME}/beds/gone-for-good` },
    found: { 'canonical-broken': 'canonical:' },
  },
};

/** Title that is narrow although it has 75 letters. */
const NARROW = 'If it is still little, till it: fill it, lift it, tilt it till it fills it';

function formatDescription(subject: string): string {
  return `What ${subject} need in the first year, when they get it, and how you can tell in June that all of it went as it should.`;
}

export type Expected = {
  readonly rule: string;
  readonly file: string;
  readonly line?: number;
  readonly address?: string;
};

/** Returns the folder, and every finding of its audit. */
export async function plantMistakes(): Promise<{
  readonly files: ContentOverrides;
  readonly expected: readonly Expected[];
}> {
  const expected: Expected[] = [];
  const slugs = Object.keys(ARTICLES);
  const articles = Object.entries(ARTICLES).map(([slug, { found, ...parts }], index) => {
    const title = `Notes on ${slug.replaceAll('-', ' ')} number ${index}`;
    const text = formatAuditedText({ title, seed: 100 + index, ...parts });
    const file = `content/articles/beds/${slug}.md`;
    const lines = text.split('\n');
    for (const [rule, words] of Object.entries(found))
      expected.push({
        rule,
        file,
        line: words === '' ? 1 : lines.findLastIndex((line) => line.includes(words)) + 1,
      });
    return [`articles/beds/${slug}.md`, text] as const;
  });
  const linked = slugs.filter((slug) => slug !== 'lonely');
  const list = linked.map((slug) => `- [Our page ${slug}](/beds/${slug})`).join('\n');
  const guide = (title: string, seed: number, body: string) =>
    formatAuditedText({ title, seed, body });
  expected.push(
    { rule: 'orphan', file: 'content/pages/hidden.md', line: 1 },
    { rule: 'deep-page', file: 'content/guides/the-third-step.md', line: 1 },
    { rule: 'near-duplicate', file: 'content/legacy/old-copy.md', line: 1 },
    { rule: 'redirect-chain', file: 'content/redirects.yaml', address: '/chain-a' },
    { rule: 'redirect-loop', file: 'content/redirects.yaml', address: '/loop-a' },
    { rule: 'redirect-loop', file: 'content/redirects.yaml', address: '/loop-b' },
    { rule: 'redirect-broken', file: 'content/redirects.yaml', address: '/to-nowhere' },
    { rule: 'redirect-broken', file: 'content/redirects.yaml', address: '/to-gone' },
    { rule: 'empty-category', file: 'content/site.yaml', address: '/ponds' },
    { rule: 'author-empty', file: 'content/authors.yaml', address: '/authors/bo-lane' },
    { rule: 'author-unknown', file: 'content/authors.yaml', address: '/authors/cy-lane' },
  );
  const clean = createCleanFolder();
  const files: ContentOverrides = {
    ...clean,
    ...Object.fromEntries(articles),
    'articles/beds/not-yet.md': formatAuditedText({
      title: 'A draft that nobody sees yet',
      seed: 90,
      keys: { draft: true },
    }),
    'articles/beds/narrow-title.md': formatAuditedText({
      title: NARROW,
      seed: 91,
      keys: { author: 'cy-lane' },
    }),
    'guides/all-notes.md': guide(
      'All notes in one long list',
      80,
      `${list}\n- [Our narrow page](/beds/narrow-title)\n- [The third](/the-third-step)`,
    ),
    'guides/the-third-step.md': guide(
      'Keep herons from a pond',
      82,
      'Back to [notes](/all-notes).',
    ),
    'articles/tools/sharpen-a-hoe.md': `${clean['articles/tools/sharpen-a-hoe.md']}\nOur [list of notes](/all-notes).\n`,
    'legacy/old-copy.md': `---\ntitle: "The old page on copies"\nlegacyUrl: /2013/05/old-copy.html\nmetaDescription: ${JSON.stringify(formatDescription('copies'))}\n---\n\n${OLD_COPY}\n`,
    'pages/hidden.md': `---\ntitle: "A hidden page"\nmetaDescription: ${JSON.stringify(formatDescription('hidden pages'))}\ninFooter: false\n---\n\nWords.\n`,
    'site.yaml': `${clean['site.yaml']}  - { slug: ponds, name: Ponds }\n`,
    'categories.yaml': `${clean['categories.yaml']}  ponds: "Frogs, herons and water."\n`,
    'authors.yaml': `${clean['authors.yaml']}- { slug: bo-lane, name: Bo Lane, about: "Bo digs." }\n- { slug: cy-lane, name: Cy Lane }\n`,
    'redirects.yaml': [
      String(clean['redirects.yaml']),
      ...[
        ['chain-a', 'chain-b'],
        ['chain-b', 'beds/beans-on-poles'],
        ['loop-a', 'loop-b'],
        ['loop-b', 'loop-a'],
      ].map(formatRow),
      ...[
        ['to-nowhere', 'nowhere'],
        ['to-gone', 'gone'],
      ].map(formatRow),
      '- { from: /gone, status: 410 }',
      '',
    ].join('\n'),
    'articles/beds/spade.jpg': await createPicture(800, 'jpeg'),
    'articles/beds/wide.jpg': await createPicture(1_200, 'jpeg'),
    'articles/beds/small.jpg': await createPicture(200, 'jpeg'),
    'articles/beds/heavy.png': await createNoise(900),
    'articles/beds/plan.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200">${'<rect width="9" height="9"/>'.repeat(12_000)}</svg>`,
  };
  return { files, expected };
}

/** Redirects to the whole address, which the check does not follow. */
function formatRow([from, to]: readonly string[]): string {
  return `- { from: /${from}, to: "${HOME}/${to}" }`;
}

function createPicture(width: number, format: 'jpeg'): Promise<Uint8Array> {
  const background = { r: 90, g: 140, b: 60 };
  return sharp({ create: { width, height: Math.round(width * 0.6), channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** Noise can't be compressed. */
function createNoise(width: number): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height: width, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}
