import { escapeXml } from '../site/escape-xml.ts';
import { CAVEATS, describeLateness } from './caveats.ts';
import { listOnlyUnopened, type ReaderReport } from './compute-report.ts';
import { drawDays, drawTrend } from './draw-chart.ts';
import { formatHtmlPage } from './html-page.ts';

const ROWS = 12;
/** A cell: text, a number, or HTML that is already escaped. */
type HtmlCell = string | number | { readonly html: string };
type HtmlTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly HtmlCell[])[];
};

/** Formats the report as a page. `origin` makes the addresses of articles into links. */
export function formatReportPage(report: ReaderReport, origin: string): string {
  const title = `Readers of ${report.site}`;
  const link = (title: string, address: string | null): HtmlCell =>
    address === null
      ? { html: `${escapeXml(title)} <span class="muted">(removed)</span>` }
      : { html: `<a href="${escapeXml(origin + address)}">${escapeXml(title)}</a>` };
  return formatHtmlPage({
    title: `${title}, ${report.from} to ${report.to}`,
    body: [
      `<h1>${escapeXml(title)}</h1>`,
      `<p class="muted">${report.from} to ${report.to} (${report.days} days, ${report.timeZone}). Today is not over yet.</p>`,
      ...(report.countedSince === null
        ? [
            '<section><h2>Nothing has been counted yet</h2><p>Come back when the site has had readers.</p></section>',
          ]
        : [
            formatFigures(report),
            formatDays(report),
            ...formatReading(report, link),
            ...formatAsking(report, link),
          ]),
      ...formatTasks(report, link),
      formatCaveats(report),
    ].join('\n'),
  });
}

type FormatLink = (title: string, address: string | null) => HtmlCell;

function formatFigures({ totals, comparedWith, articles }: ReaderReport): string {
  const figures = [
    ['Views', totals.views, formatPercentChange(totals.views, totals.viewsBefore)],
    ['Articles read', articles.filter(({ slug }) => slug !== '').length, 'with at least one view'],
    ['Searches', totals.searches, `${groupDigits(totals.searchesOpened)} with a result opened`],
    ['Dead ends', totals.missing, 'requests of addresses without a page'],
  ] as const;
  const compared =
    comparedWith === null
      ? 'There is no comparison yet: counting began too late.'
      : `Compared with ${comparedWith.from} to ${comparedWith.to}.`;
  return `<dl class="figures">${figures
    .map(
      ([name, value, note]) =>
        `<div><dt>${name}</dt><dd>${groupDigits(value)}</dd><dd class="note">${note}</dd></div>`,
    )
    .join('')}</dl>\n<p class="muted" style="margin-top:12px">${compared}</p>`;
}

function formatPercentChange(now: number, before: number | null): string {
  if (before === null) return 'of articles';
  if (before === 0) return 'none in the period before';
  const percent = Math.round((100 * (now - before)) / before);
  const direction = percent < 0 ? 'bad' : 'good';
  return `<span class="${direction}">${percent > 0 ? '+' : ''}${percent} %</span> (${groupDigits(before)} before)`;
}

function formatDays({ byDay, totals }: ReaderReport): string {
  const table = formatHtmlTable({
    columns: ['Day', '#Views', 'Published'],
    rows: byDay.map(({ day, views, published }) => [
      day,
      views ?? 'not counted',
      published.join('; '),
    ]),
  });
  const svg = drawDays(
    byDay,
    `Views by day, ${totals.views} in all; the table below has the numbers.`,
  );
  const keys = byDay.some(({ views }) => views === null) ? ' Grey: not counted yet.' : '';
  return `<section><h2>Views by day</h2><p class="muted">A diamond marks a publication.${keys} The last day is not over yet.</p>
<figure class="scroll" tabindex="0">${svg}</figure><details><summary>The numbers</summary>${table}</details></section>`;
}

function formatReading(report: ReaderReport, link: FormatLink): readonly string[] {
  const listArticles = (rows: ReaderReport['articles']): HtmlTable => ({
    columns: ['Article', '#Views', '#Before', 'Trend'],
    rows: rows.map(({ title, address, slug, views, viewsBefore, trend }) => [
      slug === '' ? title : link(title, address),
      views,
      viewsBefore ?? '–',
      { html: drawTrend(trend) },
    ]),
  });
  return [
    formatSection('Articles', 'Most viewed first.', listArticles(report.articles)),
    formatPair(
      formatSection(
        'What grows',
        'Grew by more than chance explains.',
        listArticles(report.growing),
      ),
      formatSection(
        'What falls',
        'Fell by more than chance explains.',
        listArticles(report.falling),
      ),
    ),
    formatPair(
      formatSection(
        'Where readers come from',
        'Visitors count once a day for each source.',
        listSourceKinds(report),
      ),
      formatSection(
        'Sources',
        'Those of at least three visitors; the others are counted together.',
        listSources(report),
      ),
    ),
  ];
}

function listSourceKinds({ sourceKinds }: ReaderReport): HtmlTable {
  const most = Math.max(...sourceKinds.map(({ views }) => views));
  return {
    columns: ['Kind', '#Views', '#Visitors'],
    rows: sourceKinds.map(({ kind, views, visitors }) => [
      {
        html: `${kind}<span class="bar" style="width:${Math.round((100 * views) / most)}%"></span>`,
      },
      views,
      visitors,
    ]),
  };
}

function listSources({ sources, otherSources }: ReaderReport): HtmlTable {
  const { views, visitors } = otherSources;
  return {
    columns: ['Source', 'Kind', '#Views', '#Visitors'],
    rows: [
      ...sources.map((one) => [one.source, one.kind, one.views, one.visitors]),
      ...(views === 0 ? [] : [['others', '', views, visitors]]),
    ],
  };
}

function formatAsking(report: ReaderReport, link: FormatLink): readonly string[] {
  const { searches, different } = report.unnamedSearches;
  const missed = (rows: ReaderReport['searchesWithoutResult']) => listMissedSearches(rows, link);
  const unnamed = `Unnamed, because too few readers searched for them: ${groupDigits(searches)} (${groupDigits(different)} different).`;
  return [
    formatSection('Searches', unnamed, listSearches(report.searches)),
    formatSection(
      'Searches without a result',
      'Readers miss these.',
      missed(report.searchesWithoutResult),
    ),
    formatSection(
      'Searches whose results match little',
      'The best result has few of the words.',
      missed(report.searchesMatchingLittle),
    ),
    formatSection(
      'Results nobody opened',
      'Better titles may help.',
      missed(listOnlyUnopened(report)),
    ),
    formatPair(
      formatSection('Dead addresses', 'Asked for by readers.', createMissingTable(report.missing)),
      formatSection(
        'Dead addresses of robots',
        'Search engines and others.',
        createMissingTable(report.missingByRobots),
      ),
    ),
  ];
}

const SEARCH_COLUMNS = ['Words', '#Searches', '#Results', '#Opened'];

function listSearches(rows: ReaderReport['searches']): HtmlTable {
  return {
    columns: SEARCH_COLUMNS,
    rows: rows.map(({ words, searches, results, opened }) => [words, searches, results, opened]),
  };
}

function listMissedSearches(
  rows: ReaderReport['searchesWithoutResult'],
  link: FormatLink,
): HtmlTable {
  return {
    columns: [...SEARCH_COLUMNS, 'Nearest texts'],
    rows: rows.map(({ words, searches, results, opened, nearest }) => {
      const texts = (nearest ?? []).map(({ title, address }) =>
        formatHtmlCell(link(title, address)),
      );
      return [words, searches, results, opened, { html: texts.join('<br>') }];
    }),
  };
}

function createMissingTable(rows: ReaderReport['missing']): HtmlTable {
  return {
    columns: ['Address', '#Requests', 'Led here by'],
    rows: rows.map(({ path, requests, hosts }) => [
      path,
      requests,
      hosts.map(({ host, requests }) => `${host} (${requests})`).join(', '),
    ]),
  };
}

function formatTasks(report: ReaderReport, link: FormatLink): readonly string[] {
  return [
    formatSection('Update these first', 'Old and still read, in the order of views times age.', {
      columns: ['Article', '#Views', 'Last changed', '#Age in days'],
      rows: report.updateFirst.map((one) => [
        link(one.title, one.address),
        one.views,
        one.changed,
        one.ageDays,
      ]),
    }),
    formatPair(
      formatSection('Nobody reads', 'No view in the period, though there for a week or more.', {
        columns: ['Article', 'Published'],
        rows: report.unread.map(({ title, address, published }) => [
          link(title, address),
          published,
        ]),
      }),
      formatSection('Scheduled and drafts', `Times are in ${report.timeZone}.`, {
        columns: ['Article', 'Goes live'],
        rows: report.calendar.map(({ title, publishedAt }) => [
          title,
          publishedAt === null ? 'draft' : publishedAt.slice(0, 16).replace('T', ' '),
        ]),
      }),
    ),
  ];
}

function formatCaveats({ countedSince, lateSeconds }: ReaderReport): string {
  const since = countedSince === null ? [] : [`Counted since ${countedSince}.`];
  const late = lateSeconds === null ? [] : [describeLateness(lateSeconds)];
  const lines = [...since, ...late, ...CAVEATS].map((line) => `<li>${escapeXml(line)}</li>`);
  return `<footer><h2>How to read the numbers</h2><ul>${lines.join('')}</ul></footer>`;
}

function formatPair(one: string, other: string): string {
  return `<div class="pair">${one}${other}</div>`;
}

/** Formats a section that shows the first rows, and the others on a click. */
function formatSection(heading: string, about: string, { columns, rows }: HtmlTable): string {
  const more = rows.slice(ROWS);
  const details = `<details><summary>${more.length} more</summary>${formatHtmlTable({ columns, rows: more })}</details>`;
  const body =
    rows.length === 0
      ? '<p>None in this period.</p>'
      : formatHtmlTable({ columns, rows: rows.slice(0, ROWS) }) +
        (more.length === 0 ? '' : details);
  return `<section><h2>${heading}</h2><p class="muted">${about}</p>${body}</section>`;
}

/** Formats a table. The name of a column of numbers begins with #. */
function formatHtmlTable({ columns, rows }: HtmlTable): string {
  const classOf = (index: number) => (columns[index]?.startsWith('#') ? ' class="number"' : '');
  const head = columns.map(
    (name, index) => `<th scope="col"${classOf(index)}>${name.replace('#', '')}</th>`,
  );
  const body = rows.map((cells) =>
    cells.map((cell, index) => `<td${classOf(index)}>${formatHtmlCell(cell)}</td>`).join(''),
  );
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body
    .map((cells) => `<tr>${cells}</tr>`)
    .join('')}</tbody></table></div>`;
}

function formatHtmlCell(cell: HtmlCell): string {
  if (typeof cell === 'number') return groupDigits(cell);
  return typeof cell === 'string' ? escapeXml(cell) : cell.html;
}

function groupDigits(value: number): string {
  return value.toLocaleString('en-US');
}
