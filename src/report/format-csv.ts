import type { Report } from './compute-report.ts';

type Cell = string | number | null;
type Table = readonly (readonly Cell[])[];

/** The tables of the report by file name, in RFC 4180. */
export function formatCsvFiles(report: Report): ReadonlyMap<string, string> {
  const tables = { ...listReading(report), ...listAsking(report), ...listWork(report) };
  return new Map(Object.entries(tables).map(([name, table]) => [`${name}.csv`, formatTable(table)]));
}

type Tables = Readonly<Record<string, Table>>;

function listReading(report: Report): Tables {
  const articles = (rows: Report['articles']): Table => [
    ['slug', 'title', 'address', 'views', 'views before'],
    ...rows.map(({ slug, title, address, views, viewsBefore }) => [slug, title, address, views, viewsBefore]),
  ];
  return {
    days: [
      ['day', 'views', 'published'],
      ...report.byDay.map(({ day, views, published }) => [day, views, published.join('; ')]),
    ],
    articles: articles(report.articles),
    growing: articles(report.growing),
    falling: articles(report.falling),
    sources: [
      ['kind', 'source', 'views', 'visitors'],
      ...report.sources.map(({ kind, source, views, visitors }) => [kind, source, views, visitors]),
      ['', 'others', report.otherSources.views, report.otherSources.visitors],
    ],
  };
}

function listAsking({ searches, unnamedSearches, missing, missingByRobots }: Report): Tables {
  const addresses = (rows: Report['missing']): Table => [
    ['path', 'requests', 'hosts'],
    ...rows.map(({ path, requests, hosts }) => [
      ...[path, requests, hosts.map((one) => `${one.host} (${one.requests})`).join(', ')],
    ]),
  ];
  return {
    searches: [
      ['words', 'searches', 'results', 'opened'],
      ...searches.map(({ words, searches, results, opened }) => [words, searches, results, opened]),
      ['(unnamed)', unnamedSearches.searches, null, null],
    ],
    missing: addresses(missing),
    'missing-robots': addresses(missingByRobots),
  };
}

function listWork({ updateFirst, unread, calendar }: Report): Tables {
  return {
    'update-first': [
      ['slug', 'title', 'address', 'views', 'changed', 'age in days'],
      ...updateFirst.map((one) => [one.slug, one.title, one.address, one.views, one.changed, one.ageDays]),
    ],
    unread: [
      ['slug', 'title', 'address', 'published'],
      ...unread.map(({ slug, title, address, published }) => [slug, title, address, published]),
    ],
    calendar: [
      ['state', 'published at', 'title', 'address'],
      ...calendar.map(({ state, publishedAt, title, address }) => [state, publishedAt, title, address]),
    ],
  };
}

function formatTable(table: Table): string {
  return table.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** A spreadsheet would run a text that begins like a formula. */
function formatCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = /^[\s\p{C}]*[=+\-@\t\r|%]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
