import { listOnlyUnopened, type ReaderReport } from './compute-report.ts';
import { type CsvRow, formatCsv } from './csv.ts';

type CsvTable = readonly CsvRow[];

/** Formats the tables of the report, by file name. */
export function formatCsvFiles(report: ReaderReport): ReadonlyMap<string, string> {
  const tables = {
    ...createReadingTables(report),
    ...createSearchTables(report),
    ...createTaskTables(report),
  };
  return new Map(Object.entries(tables).map(([name, table]) => [`${name}.csv`, formatCsv(table)]));
}

type CsvTables = Readonly<Record<string, CsvTable>>;

function createReadingTables(report: ReaderReport): CsvTables {
  const articles = (rows: ReaderReport['articles']): CsvTable => [
    ['slug', 'title', 'address', 'views', 'views before'],
    ...rows.map((one): CsvRow => [one.slug, one.title, one.address, one.views, one.viewsBefore]),
  ];
  return {
    days: [
      ['day', 'views', 'published'],
      ...report.byDay.map(
        ({ day, views, published }): CsvRow => [day, views, published.join('; ')],
      ),
    ],
    articles: articles(report.articles),
    growing: articles(report.growing),
    falling: articles(report.falling),
    sources: [
      ['kind', 'source', 'views', 'visitors'],
      ...report.sources.map(
        ({ kind, source, views, visitors }): CsvRow => [kind, source, views, visitors],
      ),
      ['', 'others', report.otherSources.views, report.otherSources.visitors],
    ],
  };
}

function createSearchTables(report: ReaderReport): CsvTables {
  const { searches, unnamedSearches, missing, missingByRobots } = report;
  const missed = (problem: string, rows: ReaderReport['searchesWithoutResult']): CsvTable =>
    rows.map(({ words, searches, results, opened, nearest }): CsvRow => {
      const [first = null, second = null, third = null] = (nearest ?? []).map(
        ({ address }) => address,
      );
      return [words, searches, results, opened, problem, first, second, third];
    });
  const addresses = (rows: ReaderReport['missing']): CsvTable => [
    ['path', 'requests', 'hosts'],
    ...rows.map(({ path, requests, hosts }): CsvRow => {
      return [path, requests, hosts.map((one) => `${one.host} (${one.requests})`).join(', ')];
    }),
  ];
  return {
    searches: [
      ['words', 'searches', 'results', 'opened'],
      ...searches.map(
        ({ words, searches, results, opened }): CsvRow => [words, searches, results, opened],
      ),
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

function createTaskTables({ updateFirst, unread, calendar }: ReaderReport): CsvTables {
  return {
    'update-first': [
      ['slug', 'title', 'address', 'views', 'changed', 'age in days'],
      ...updateFirst.map(
        (one): CsvRow => [one.slug, one.title, one.address, one.views, one.changed, one.ageDays],
      ),
    ],
    unread: [
      ['slug', 'title', 'address', 'published'],
      ...unread.map(
        ({ slug, title, address, published }): CsvRow => [slug, title, address, published],
      ),
    ],
    calendar: [
      ['state', 'published at', 'title', 'address'],
      ...calendar.map(
        ({ state, publishedAt, title, address }): CsvRow => [state, publishedAt, title, address],
      ),
    ],
  };
}
