import { listOnlyUnopened, type Report } from './compute-report.ts';
import { type CsvRow, formatCsv } from './csv.ts';

type Table = readonly CsvRow[];

/** The tables of the report by file name. */
export function formatCsvFiles(report: Report): ReadonlyMap<string, string> {
  const tables = { ...listReading(report), ...listAsking(report), ...listWork(report) };
  return new Map(Object.entries(tables).map(([name, table]) => [`${name}.csv`, formatCsv(table)]));
}

type Tables = Readonly<Record<string, Table>>;

function listReading(report: Report): Tables {
  const articles = (rows: Report['articles']): Table => [
    ['slug', 'title', 'address', 'views', 'views before'],
    ...rows.map((one): CsvRow => [one.slug, one.title, one.address, one.views, one.viewsBefore]),
  ];
  return {
    days: [
      ['day', 'views', 'published'],
      ...report.byDay.map(({ day, views, published }): CsvRow => [day, views, published.join('; ')]),
    ],
    articles: articles(report.articles),
    growing: articles(report.growing),
    falling: articles(report.falling),
    sources: [
      ['kind', 'source', 'views', 'visitors'],
      ...report.sources.map(({ kind, source, views, visitors }): CsvRow => [kind, source, views, visitors]),
      ['', 'others', report.otherSources.views, report.otherSources.visitors],
    ],
  };
}

function listAsking(report: Report): Tables {
  const { searches, unnamedSearches, missing, missingByRobots } = report;
  const missed = (problem: string, rows: Report['searchesWithoutResult']): Table =>
    rows.map(({ words, searches, results, opened, nearest }): CsvRow => {
      const [first = null, second = null, third = null] = (nearest ?? []).map(({ address }) => address);
      return [words, searches, results, opened, problem, first, second, third];
    });
  const addresses = (rows: Report['missing']): Table => [
    ['path', 'requests', 'hosts'],
    ...rows.map(({ path, requests, hosts }): CsvRow => {
      return [path, requests, hosts.map((one) => `${one.host} (${one.requests})`).join(', ')];
    }),
  ];
  return {
    searches: [
      ['words', 'searches', 'results', 'opened'],
      ...searches.map(({ words, searches, results, opened }): CsvRow => [words, searches, results, opened]),
      ['(unnamed)', unnamedSearches.searches, null, null],
    ],
    'searches-to-improve': [
      ['words', 'searches', 'results', 'opened', 'problem', 'nearest text', 'second', 'third'],
      ...missed('no result', report.searchesWithoutResult),
      ...missed('results match little', report.searchesMatchingLittle),
      ...missed('nobody opened a result', listOnlyUnopened(report)),
    ],
    missing: addresses(missing),
    'missing-robots': addresses(missingByRobots),
  };
}

function listWork({ updateFirst, unread, calendar }: Report): Tables {
  return {
    'update-first': [
      ['slug', 'title', 'address', 'views', 'changed', 'age in days'],
      ...updateFirst.map(
        (one): CsvRow => [one.slug, one.title, one.address, one.views, one.changed, one.ageDays],
      ),
    ],
    unread: [
      ['slug', 'title', 'address', 'published'],
      ...unread.map(({ slug, title, address, published }): CsvRow => [slug, title, address, published]),
    ],
    calendar: [
      ['state', 'published at', 'title', 'address'],
      ...calendar.map(
        ({ state, publishedAt, title, address }): CsvRow => [state, publishedAt, title, address],
      ),
    ],
  };
}
