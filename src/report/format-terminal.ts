import { stripVTControlCharacters } from 'node:util';
import { CAVEATS, describeLateness } from './caveats.ts';
import { listOnlyUnopened, type Report } from './compute-report.ts';

const WIDTH = 80;
const ROWS = 10;
const NUMBER_WIDTH = 9;
const SPARK_WIDTH = 16;
const BLOCKS = '▁▂▃▄▅▆▇█';

/** At most 80 columns. `isStyled` prints headings in bold. */
export function formatTerminal(report: Report, isStyled: boolean): string {
  const bold = (text: string) => (isStyled ? `\u001b[1m${text}\u001b[22m` : text);
  const title = `${clean(report.site)}: readers from ${report.from} to ${report.to} (UTC)`;
  const sections = [...listCounted(report), ...listWork(report)].filter(([, rows]) => rows.length > 0);
  return [
    bold(cut(title, WIDTH)),
    ...listSummary(report),
    ...sections.flatMap(([heading, rows]) => [
      '',
      bold(heading),
      ...rows.slice(0, ROWS),
      ...(rows.length > ROWS ? [`  … and ${rows.length - ROWS} more`] : []),
    ]),
    '',
    bold('Not counted'),
    ...CAVEATS.flatMap(wrap),
  ].join('\n');
}

type Section = readonly [heading: string, rows: readonly string[]];

function listSummary(report: Report): readonly string[] {
  const { totals, byDay, countedSince } = report;
  if (countedSince === null)
    return ['', 'Nothing has been counted yet. Come back when the site has had readers.'];
  const views = drawSparkline(
    byDay.map((day) => day.views),
    SPARK_WIDTH,
  );
  return [
    `Counted since ${countedSince}. Today is not over yet.`,
    ...formatLateness(report),
    '',
    row('Views', formatChange(totals.views, totals.viewsBefore), views),
    ...(totals.searches === 0 ? [] : [row('Searches', totals.searches)]),
    ...(totals.missing === 0 ? [] : [row('Requests of addresses without a page', totals.missing)]),
  ];
}

function listCounted(report: Report): readonly Section[] {
  const listWords = (searches: Report['searches']) => searches.map((one) => row(one.words, one.searches));
  const { searches, different } = report.unnamedSearches;
  const unnamed = `  Unnamed, as too few readers asked: ${searches} (${different} different).`;
  return [
    ['Articles', report.articles.map(formatArticle)],
    ['Where readers come from', report.sourceKinds.map((one) => row(one.kind, one.views))],
    ['Sources', report.sources.map((one) => row(one.source, one.views))],
    ['Searches', [...(searches === 0 ? [] : [unnamed]), ...listWords(report.searches)]],
    ['Searches without a result, and the nearest texts', listMissed(report.searchesWithoutResult)],
    ['Searches whose results match little', listMissed(report.searchesMatchingLittle)],
    ['Searches whose results nobody opened', listMissed(listOnlyUnopened(report))],
    ['Addresses without a page', report.missing.map((one) => row(one.path, one.requests))],
    ['Growing', report.growing.map(formatArticle)],
    ['Falling', report.falling.map(formatArticle)],
  ];
}

/** Each with the texts that readers may have wanted, on lines of their own. */
function listMissed(searches: Report['searchesWithoutResult']): readonly string[] {
  return searches.map(({ words, searches, nearest }) => {
    const texts =
      nearest?.length === 0 ? ['(no text comes near)'] : (nearest ?? []).map(({ title }) => title);
    return [row(words, searches), ...texts.map((text) => cut(`    → ${clean(text)}`, WIDTH))].join('\n');
  });
}

function listWork({ updateFirst, unread, calendar }: Report): readonly Section[] {
  return [
    [
      'Old and still read: update these first',
      updateFirst.map((one) => row(one.title, one.views, `unchanged since ${one.changed}`)),
    ],
    ['Nobody reads', unread.map((one) => cut(`  ${clean(one.title)}`, WIDTH))],
    [
      'Scheduled and drafts',
      calendar.map((one) =>
        cut(`  ${(one.publishedAt ?? 'draft').slice(0, 10).padEnd(10)}  ${clean(one.title)}`, WIDTH),
      ),
    ],
  ];
}

function formatLateness({ lateSeconds }: Report): readonly string[] {
  return lateSeconds === null ? [] : wrap(describeLateness(lateSeconds));
}

function formatArticle({ title, address, views, viewsBefore, trend }: Report['articles'][number]): string {
  const name = address === null ? `${title} (removed)` : title;
  return row(name, formatChange(views, viewsBefore), drawSparkline(trend, SPARK_WIDTH));
}

/** "120", or "120 (was 80)". */
function formatChange(now: number, before: number | null): string {
  return before === null ? String(now) : `${now} (was ${before})`;
}

function row(name: string, value: number | string, after = ''): string {
  const end = `${String(value).padStart(NUMBER_WIDTH)}${after === '' ? '' : `  ${after}`}`;
  const width = WIDTH - 3 - end.length;
  return `  ${cut(clean(name), width).padEnd(width)} ${end}`;
}

/** A blank for days before counting began. */
function drawSparkline(values: readonly (number | null)[], width: number): string {
  const size = Math.ceil(values.length / width);
  const groups = Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
  const sums = groups.map((group) => {
    const known = group.filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  const max = Math.max(...sums.map((sum) => sum ?? 0));
  return sums
    .map((sum) => (sum === null ? ' ' : BLOCKS[max === 0 ? 0 : Math.round((sum / max) * 7)]))
    .join('');
}

/** Names in counts come from strangers. */
function clean(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{C}\s]+/gu, ' ');
}

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

function wrap(text: string): readonly string[] {
  return (text.match(/.{1,76}(?:\s|$)/g) ?? []).map(
    (line, index) => (index === 0 ? '- ' : '  ') + line.trim(),
  );
}
