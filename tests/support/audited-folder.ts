/** A content folder with nothing that an audit could find, and parts to plant faults with. */
import type { ContentOverrides } from './content-folder.ts';

const DAY_MS = 86_400_000;

export function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

const WORDS =
  'spade soil seed rain bed leaf root stone fence shed rope hand year week frost spring water path wall gate bucket rake hoe straw bark moss clover beetle worm robin ladder string peg pot tray shelf lamp glove boot coat hill field hedge ditch pond bridge barn cart wheel nail plank board brush paint roof tile brick sand clay lime ash smoke fire coal wood bench table chair cup plate bread salt apple pear plum cherry bean pea leek onion beet kale chard sorrel mint thyme sage dill'.split(
    ' ',
  );

/** Sentences of short words; another seed gives other sentences. */
export function writeWords(seed: number, count: number): string {
  let state = seed * 7_919 + 1;
  const pick = () => {
    state = (state * 48_271) % 2_147_483_647;
    return WORDS[state % WORDS.length] ?? '';
  };
  const sentences = Array.from({ length: Math.ceil(count / 9) }, () => {
    const [first = '', ...rest] = Array.from({ length: 9 }, pick);
    return `${first[0]?.toUpperCase()}${first.slice(1)} ${rest.join(' ')}.`;
  });
  const paragraphs = Array.from({ length: Math.ceil(sentences.length / 6) }, (_, index) =>
    sentences.slice(index * 6, index * 6 + 6).join(' '),
  );
  return paragraphs.join('\n\n');
}

export type AuditedTextParts = {
  readonly title: string;
  readonly seed: number;
  readonly keys?: Readonly<Record<string, unknown>>;
  readonly body?: string | undefined;
  /** Replaces the words below the body. */
  readonly words?: string | undefined;
};

export function formatAuditedText({
  title,
  seed,
  keys = {},
  body = '',
  words,
}: AuditedTextParts): string {
  const nine = writeWords(seed + 500, 9)
    .toLowerCase()
    .replaceAll('.', ',');
  const description = `${title}: what it needs, ${nine} and when it is done.`;
  const front = {
    title,
    metaDescription:
      description.length < 115 ? `${description} Begin in early spring.` : description,
    publishedAt: dayBefore(30),
    ...keys,
  };
  const lines = Object.entries(front).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return ['---', ...lines, '---', '', body, '', words ?? writeWords(seed, 240), ''].join('\n');
}

const SUBJECTS = [
  ['beds/carrots-in-clay', 'Sow carrots in clay that cracks'],
  ['beds/onions-from-sets', 'Onions from sets for late summer'],
  ['beds/beans-on-poles', 'Beans on poles beside a wall'],
  ['tools/sharpen-a-hoe', 'Sharpen a hoe with one file'],
  ['tools/oil-for-handles', 'Oil for handles before winter'],
  ['tools/mend-a-barrow', 'Mend a barrow whose tyre is flat'],
] as const;

/** Every text links to the next one, and the about page to the first. */
export function createCleanFolder(): ContentOverrides {
  const texts = SUBJECTS.map(([place, title], index) => {
    const [next = '', nextTitle] = SUBJECTS[(index + 1) % SUBJECTS.length] ?? [];
    const body = `Read on: [${nextTitle}](/${next}), and see [the archive](https://archive.example/${index}).\n\n## The first week of ${place.split('-')[0]}`;
    const keys = { author: 'ada-lane' };
    return [
      `articles/${place}.md`,
      formatAuditedText({ title, seed: index + 1, keys, body }),
    ] as const;
  });
  return {
    'site.yaml': [
      'name: The Long Border',
      'domain: www.longborder.example',
      'description: What to sow, plant and pick in a garden of your own.',
      'categories:',
      '  - { slug: beds, name: Beds }',
      '  - { slug: tools, name: Tools }',
      '',
    ].join('\n'),
    'categories.yaml':
      'categories:\n  beds: "Sowing and planting, bed by bed."\n  tools: "What a garden needs in the shed."\n',
    'authors.yaml':
      '- slug: ada-lane\n  name: Ada Lane\n  about: "Ada has grown vegetables on clay for twenty years."\n',
    'redirects.yaml': '- from: /old-carrots\n  to: /beds/carrots-in-clay\n',
    'pages/about.md': `---\ntitle: "About us"\nmetaDescription: "Who writes The Long Border, on which soil we garden, how we check what we print, and how you reach us by letter."\n---\n\nBegin with [carrots](/beds/carrots-in-clay).\n`,
    ...Object.fromEntries(texts),
  };
}
