import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type AuditedTextParts,
  createCleanFolder,
  dayBefore,
  formatAuditedText,
} from '../../../../tests/support/audited-folder.ts';
import {
  type ChangeAnswer,
  type ChangeCompilation,
  createAuditedSite,
} from '../../../../tests/support/audited-site.ts';
import { type ContentOverrides, SVG } from '../../../../tests/support/content-folder.ts';
import { plantMistakes } from '../../../../tests/support/planted-mistakes.ts';
import { auditSite, placeOf } from './audit-site.ts';
import type { CrawledAnswer } from './crawl.ts';
import { checkExternalLinks } from './external-links.ts';
import { type AuditFinding, RULES } from './rules.ts';

const planted = await plantMistakes();

test('every planted mistake is found where it is, and nothing else', async () => {
  const site = await createAuditedSite(planted.files);
  onTestFinished(site.close);
  const found = auditSite(await site.open()).map(format);
  expect(found.toSorted()).toEqual(
    planted.expected
      .map(({ rule, file, line, address }) => `${rule} ${file}:${line ?? address}`)
      .toSorted(),
  );
});

const BEANS = '/beds/beans-on-poles';
const BEANS_FILE = 'content/articles/beds/beans-on-poles.md';
/** The line that links there. */
const LINKING = 'content/articles/beds/onions-from-sets.md:8';

/** Changes the HTML of one page; the replaced part must be there. */
function replace(page: string, part: string | RegExp, by: string): ChangeAnswer {
  return (answer, address) => {
    if (address !== page) return answer;
    const body = answer.body.replace(part, by);
    expect(body).not.toBe(answer.body);
    return { ...answer, body };
  };
}

function answerBeans(changed: Partial<CrawledAnswer>): ChangeAnswer {
  return (answer, address) => (address === BEANS ? { ...answer, ...changed } : answer);
}

/** Gives the list of one category what the list of the other has. */
function copyToTools(pattern: RegExp): ChangeAnswer {
  let copied = '';
  return (answer, address) => {
    if (address === '/beds') copied = pattern.exec(answer.body)?.[0] ?? '';
    return address === '/tools'
      ? { ...answer, body: answer.body.replace(pattern, copied) }
      : answer;
  };
}

const TITLE = /<title>[^<]*/;
const DESCRIPTION = /<meta name="description"[^>]*>/;
const DATA = '<script type="application/ld+json">';

/** By rule: what is wrong with a page that is sent, and all that is found then. */
const SERVED: readonly (readonly [string, ChangeAnswer, readonly string[]])[] = [
  [
    'page-fails',
    answerBeans({ status: 500 }),
    [`page-fails ${BEANS_FILE}:${BEANS}`, `link-missing ${LINKING}`],
  ],
  [
    'page-fails',
    answerBeans({ status: 301, location: '/beds' }),
    [`page-fails ${BEANS_FILE}:${BEANS}`, `link-redirected ${LINKING}`],
  ],
  ['title-missing', replace(BEANS, TITLE, '<title>'), [`title-missing ${BEANS_FILE}:2`]],
  [
    'title-cut',
    replace('/beds', TITLE, `<title>${'Mammoth '.repeat(9)}`),
    ['title-cut /beds:/beds'],
  ],
  ['title-duplicate', copyToTools(TITLE), ['title-duplicate /tools:/tools']],
  ['description-missing', replace('/beds', DESCRIPTION, ''), ['description-missing /beds:/beds']],
  [
    'description-cut',
    replace('/beds', DESCRIPTION, `<meta name="description" content="${'Mammoth '.repeat(30)}">`),
    ['description-cut /beds:/beds'],
  ],
  ['description-duplicate', copyToTools(DESCRIPTION), ['description-duplicate /tools:/tools']],
  ['h1-count', replace('/beds', /<h1/g, '<h2'), ['h1-count /beds:/beds']],
  ['h1-count', replace(BEANS, '<h1', '<h1>Again</h1><h1'), [`h1-count ${BEANS_FILE}:${BEANS}`]],
  ['schema-invalid', replace(BEANS, DATA, `${DATA}{`), [`schema-invalid ${BEANS_FILE}:${BEANS}`]],
  [
    'schema-required',
    replace(BEANS, '"headline":', '"head":'),
    [`schema-required ${BEANS_FILE}:${BEANS}`],
  ],
  [
    'schema-recommended',
    replace(BEANS, '"datePublished":', '"date":'),
    [`schema-recommended ${BEANS_FILE}:${BEANS}`],
  ],
];

/** The clean folder with a picture and links to another site. */
function createServedFolder(): ContentOverrides {
  const clean = createCleanFolder();
  const links = Object.keys(ANSWERS).map(
    (name) => `[The ${name} page](https://archive.org/${name})`,
  );
  const more = `![A spade](spade.svg "A spade.")\n\n${links.join(' and ')}`;
  return {
    ...clean,
    'pages/spade.svg': SVG,
    'pages/about.md': `${clean['pages/about.md']}\n${more}\n`,
  };
}

const ANSWERS = {
  good: { status: 200 },
  gone: { status: 404 },
  silent: { status: 0, error: 'ENOTFOUND' },
  moved: { status: 200, movedTo: 'https://archive.org/new' },
  busy: { status: 429 },
};

describe('the pages of a clean site', () => {
  let site: Awaited<ReturnType<typeof createAuditedSite>>;
  beforeAll(async () => {
    site = await createAuditedSite(createServedFolder());
  });
  afterAll(() => site.close());

  test('have no finding', async () => {
    expect(auditSite(await site.open())).toEqual([]);
  });

  test.each(SERVED)('break %s', async (_, change, expected) => {
    expect(auditSite(await site.open({ change })).map(format)).toEqual(expected);
  });

  test('break picture-size-missing', async () => {
    const prepare: ChangeCompilation = ({ texts, ...rest }) => {
      const omitSizes = (html: string) => html.replace(/ (?:width|height)="\d+"/g, '');
      const changed = texts.map((text) => {
        const record = text.read();
        return { ...text, read: () => ({ ...record, content: omitSizes(record.content) }) };
      });
      return { ...rest, texts: changed };
    };
    expect(auditSite(await site.open({ prepare })).map(format)).toEqual([
      'picture-size-missing content/pages/about.md:8',
    ]);
  });

  test('break the rules of links to other sites by what those answered lately', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'workbench-answers-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const cacheFile = path.join(folder, 'external-links.jsonl');
    const opened = await site.open();
    const lines = Object.entries(ANSWERS).map(([name, answer]) =>
      JSON.stringify({ url: `https://archive.org/${name}`, checkedAt: opened.now, ...answer }),
    );
    await writeFile(cacheFile, lines.join('\n'));
    const { findings } = await checkExternalLinks(opened, 'https://www.longborder.example', {
      cacheFile,
      now: opened.now,
      onProgress: () => undefined,
    });
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'external-broken https://archive.org/gone answers 404',
      'external-broken https://archive.org/silent does not answer (ENOTFOUND)',
      'external-moved https://archive.org/moved has moved to https://archive.org/new',
    ]);
  });
});

/** By rule: a text at its limit or hidden from search results, and one beyond it. */
const LIMITS: readonly (readonly [string, Partial<AuditedTextParts>, Partial<AuditedTextParts>])[] =
  [
    ['thin-text', { words: 'word '.repeat(200) }, { words: 'word '.repeat(199) }],
    ['title-short', { title: 'Fifteen letters' }, { title: 'Fourteen lette' }],
    ['title-cut', { title: 'W'.repeat(30) }, { title: 'W'.repeat(31) }],
    ['title-cut', { title: 'V'.repeat(45), keys: { noindex: true } }, { title: 'V'.repeat(46) }],
    [
      'description-short',
      describeBy(`${'fig '.repeat(27)}ab`),
      describeBy(`${'ash '.repeat(27)}a`),
    ],
    ['picture-alt-long', showPicture('480.png', 200), showPicture('480.png', 201)],
    ['picture-alt-long', showPicture('plan.svg', 500), showPicture('plan.svg', 501)],
    ['picture-small', showPicture('480.png', 20), showPicture('479.png', 20)],
    ['check-overdue', checkedBefore(364), checkedBefore(367)],
    [
      'check-missing',
      { keys: { publishedAt: dayBefore(364) } },
      { keys: { publishedAt: dayBefore(367) } },
    ],
    ['heading-skipped', { body: '## One\n\n### Two' }, { body: '## Three\n\n#### Four' }],
    ['heading-duplicate', { body: '## One\n\n### Two' }, { body: '## Six\n\n### Six' }],
    [
      'anchor-vague',
      { body: '[Beans here](/beds/beans-on-poles)' },
      { body: '[Here](/beds/beans-on-poles)' },
    ],
  ];

function describeBy(metaDescription: string) {
  return { keys: { metaDescription } };
}

function showPicture(name: string, altLength: number) {
  return { body: `![${'a spade '.repeat(70).slice(0, altLength - 1)}e](${name} "A spade.")` };
}

function checkedBefore(days: number) {
  return { keys: { publishedAt: dayBefore(500), checkedAt: dayBefore(days) } };
}

test('texts at a limit have no finding, and those beyond it have one', async () => {
  const paint = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
  const texts = LIMITS.flatMap(([rule, at, beyond], row) =>
    [at, beyond].map((parts, index) => {
      const slug = `text-${row}-${['at', 'beyond'][index]}`;
      const title = `A text about the number ${row} ${['at', 'beyond'][index]}`;
      const text = formatAuditedText({ title, seed: 200 + row * 2 + index, ...parts });
      return { rule, slug, text, isBeyond: index === 1 };
    }),
  );
  const clean = createCleanFolder();
  const list = texts.map(({ slug }) => `- [The page ${slug}](/beds/${slug})`).join('\n');
  const site = await createAuditedSite({
    ...clean,
    'pages/about.md': `${clean['pages/about.md']}\n${list}\n`,
    ...Object.fromEntries(texts.map(({ slug, text }) => [`articles/beds/${slug}.md`, text])),
    'articles/beds/plan.svg': SVG,
    'articles/beds/479.png': await paint(479),
    'articles/beds/480.png': await paint(480),
  });
  onTestFinished(site.close);
  const found = new Set(auditSite(await site.open()).map(({ rule, file }) => `${rule} ${file}`));
  const broken = texts.filter(({ rule, slug }) =>
    found.has(`${rule} content/articles/beds/${slug}.md`),
  );
  expect(broken.map(({ rule, slug }) => `${rule} ${slug}`)).toEqual(
    texts.filter(({ isBeyond }) => isBeyond).map(({ rule, slug }) => `${rule} ${slug}`),
  );
});

test('an enforced rule is an error, and keeps its own weight beside that', async () => {
  const clean = createCleanFolder();
  const site = await createAuditedSite({
    ...clean,
    'standard.yaml': 'enforce: [headings]\n',
    'pages/about.md': `${clean['pages/about.md']}\n#### Too deep\n`,
  });
  onTestFinished(site.close);
  expect(auditSite(await site.open()).map(format)).toEqual([
    'refused content/pages/about.md:8',
    'heading-skipped content/pages/about.md:8',
  ]);
});

test('every rule has a test here', () => {
  const tested = [...planted.expected.map(({ rule }) => rule), ...SERVED.map(([rule]) => rule)];
  const others = ['picture-size-missing', 'external-broken', 'external-moved'];
  expect([...new Set([...tested, ...others])].toSorted()).toEqual(Object.keys(RULES).toSorted());
});

function format(finding: AuditFinding): string {
  return `${finding.rule} ${placeOf(finding)}:${finding.line ?? finding.address}`;
}
