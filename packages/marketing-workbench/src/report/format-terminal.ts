import { stripVTControlCharacters } from 'node:util';
import { CAVEATS, describeLateness } from './caveats.ts';
import { listOnlyUnopened, type ReaderReport } from './compute-report.ts';

const WIDTH = 80;
const ROWS = 10;
const NUMBER_WIDTH = 9;
const SPARK_WIDTH = 16;
const BLOCKS = '▁▂▃▄▅▆▇█';

/** Formats the report in at most 80 columns. `isStyled` prints headings in bold. */
export function formatReportText(report: ReaderReport, isStyled: boolean): string {
  const bold = (text: string) => (isStyled ? `\u001b[1m${text}\u001b[22m` : text);
  const title = `${cleanName(report.site)}: readers from ${report.from} to ${report.to} (${report.timeZone})`;
  const sections = [...listCountSections(report), ...listTaskSections(report)].filter(
    ([, rows]) => rows.length > 0,
  );
  return [
    bold(cutLine(title, WIDTH)),
    ...listSummary(report),
    ...sections.flatMap(([heading, rows]) => [
      '',
      bold(heading),
      ...rows.slice(0, ROWS),
      ...(rows.length > ROWS ? [`  … and ${rows.length - ROWS} more`] : []),
    ]),
    '',
    bold('Not counted'),
    ...CAVEATS.flatMap(wrapCaveat),
  ].join('\n');
}

type ReportSection = readonly [heading: string, rows: readonly string[]];

function listSummary(report: ReaderReport): readonly string[] {
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
    formatReportRow('Views', formatWithFormer(totals.views, totals.viewsBefore), views),
    ...(totals.searches === 0 ? [] : [formatReportRow('Searches', totals.searches)]),
    ...(totals.missing === 0
      ? []
      : [formatReportRow('Requests of addresses without a page', totals.missing)]),
  ];
}

function listCountSections(report: ReaderReport): readonly ReportSection[] {
  const listWords = (searches: ReaderReport['searches']) =>
    searches.map((one) => formatReportRow(one.words, one.searches));
  const { searches, different } = report.unnamedSearches;
  const unnamed = `  Unnamed, because too few readers searched for them: ${searches} (${different} different).`;
  return [
    ['Articles', report.articles.map(formatArticleRow)],
    [
      'Where readers come from',
      report.sourceKinds.map((one) => formatReportRow(one.kind, one.views)),
    ],
    ['Sources', report.sources.map((one) => formatReportRow(one.source, one.views))],
    ['Searches', [...(searches === 0 ? [] : [unnamed]), ...listWords(report.searches)]],
    ['Searches without a result, and the nearest texts', listMissed(report.searchesWithoutResult)],
    ['Searches whose results match little', listMissed(report.searchesMatchingLittle)],
    ['Searches whose results nobody opened', listMissed(listOnlyUnopened(report))],
    [
      'Addresses without a page',
      report.missing.map((one) => formatReportRow(one.path, one.requests)),
    ],
    ['Growing', report.growing.map(formatArticleRow)],
    ['Falling', report.falling.map(formatArticleRow)],
  ];
}

/** Lists searches with the texts that readers may have wanted, on lines of their own. */
function listMissed(searches: ReaderReport['searchesWithoutResult']): readonly string[] {
  return searches.map(({ words, searches, nearest }) => {
    const texts =
      nearest?.length === 0 ? ['(no text comes near)'] : (nearest ?? []).map(({ title }) => title);
    return [
      formatReportRow(words, searches),
      ...texts.map((text) => cutLine(`    → ${cleanName(text)}`, WIDTH)),
    ].join('\n');
  });
}

function listTaskSections({
  updateFirst,
  unread,
  calendar,
}: ReaderReport): readonly ReportSection[] {
  return [
    [
      'Old and still read: update these first',
      updateFirst.map((one) =>
        formatReportRow(one.title, one.views, `unchanged since ${one.changed}`),
      ),
    ],
    ['Nobody reads', unread.map((one) => cutLine(`  ${cleanName(one.title)}`, WIDTH))],
    [
      'Scheduled and drafts',
      calendar.map((one) =>
        cutLine(
          `  ${(one.publishedAt ?? 'draft').slice(0, 10).padEnd(10)}  ${cleanName(one.title)}`,
          WIDTH,
        ),
      ),
    ],
  ];
}

function formatLateness({ lateSeconds }: ReaderReport): readonly string[] {
  return lateSeconds === null ? [] : wrapCaveat(describeLateness(lateSeconds));
}

function formatArticleRow({
  title,
  address,
  views,
  viewsBefore,
  trend,
}: ReaderReport['articles'][number]): string {
  const name = address === null ? `${title} (removed)` : title;
  return formatReportRow(
    name,
    formatWithFormer(views, viewsBefore),
    drawSparkline(trend, SPARK_WIDTH),
  );
}

/** Formats a number with the former one: "120", or "120 (was 80)". */
function formatWithFormer(now: number, before: number | null): string {
  return before === null ? String(now) : `${now} (was ${before})`;
}

function formatReportRow(name: string, value: number | string, after = ''): string {
  const end = `${String(value).padStart(NUMBER_WIDTH)}${after === '' ? '' : `  ${after}`}`;
  const width = WIDTH - 3 - end.length;
  return `  ${cutLine(cleanName(name), width).padEnd(width)} ${end}`;
}

/** Draws a line of blocks, with blanks for days before counting began. */
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

/** Removes control characters, because names in counts come from strangers. */
function cleanName(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{C}\s]+/gu, ' ');
}

function cutLine(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

function wrapCaveat(text: string): readonly string[] {
  return (text.match(/.{1,76}(?:\s|$)/g) ?? []).map(
    (line, index) => (index === 0 ? '- ' : '  ') + line.trim(),
  );
}
