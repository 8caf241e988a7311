import { compareCodeUnits } from '../site/compare-code-units.ts';
import { findZoneOffset, formatLocalTime } from '../site/time/time-zones.ts';
import { compareArticles } from './article-rows.ts';
import {
  DAY_MS,
  FURTHER,
  formatDay,
  type ReportCount,
  type ReportInput,
  type ReportPeriod,
  sumByName,
} from './report-input.ts';
import { classifySource, nameSource, type SourceKind } from './sources.ts';

export type ReaderReport = ReturnType<typeof computeReport>;

/** Minimum of visitors of a named host; fewer could identify a person. */
const SOURCE_VISITORS_MIN = 3;

/**
 * Computes all numbers of the report. Days are in the time zone of the site; the last one, today, is
 * not over yet.
 */
export function computeReport(given: ReportInput) {
  const input = shiftInput(given);
  const today = Math.floor(input.now / DAY_MS);
  const start = today - input.days + 1;
  const counts = input.counts.filter(({ day }) => day <= today && day > today - input.daysKept);
  const now = counts.filter(({ day }) => day >= start);
  const before = counts.filter(({ day }) => day < start && day >= start - input.days);
  const first = Math.max(input.firstDay ?? today + 1, today - input.daysKept + 1);
  const isComparable = first <= start - input.days;
  const period = { start, today, first, isComparable };
  return {
    site: input.site,
    timeZone: input.timeZone ?? 'UTC',
    days: input.days,
    from: formatDay(start),
    to: formatDay(today),
    isLastDayPartial: true,
    countedSince: input.firstDay === undefined ? null : formatDay(input.firstDay),
    lateSeconds: input.lateSeconds ?? null,
    comparedWith: isComparable
      ? { from: formatDay(start - input.days), to: formatDay(start - 1) }
      : null,
    totals: {
      views: sumKind(now, 'view'),
      viewsBefore: isComparable ? sumKind(before, 'view') : null,
      searchesBefore: isComparable ? sumKind(before, 'search') : null,
      searches: sumKind(now, 'search'),
      searchesOpened: sumKind(now, 'search-opened'),
      missing: sumKind(now, 'missing'),
      missingByRobots: sumKind(now, 'missing-robot'),
    },
    byDay: listDays(input, now, period),
    ...compareArticles(input, { now, before }, period),
    ...summariseSources(now),
    ...summariseSearches(input, now),
    missing: listMissingAddresses(now, 'missing'),
    missingByRobots: listMissingAddresses(now, 'missing-robot'),
    calendar: listCalendar(given),
  };
}

/** Shifts all times by the offset of the zone, so that their UTC days are days in the zone. */
function shiftInput(input: ReportInput): ReportInput {
  const shift = (time: number) => time + findZoneOffset(time, input.timeZone);
  return {
    ...input,
    now: shift(input.now),
    articles: input.articles.map((article) => ({
      ...article,
      publishedAt: article.publishedAt === undefined ? undefined : shift(article.publishedAt),
      freshAt: shift(article.freshAt),
    })),
  };
}

function sumKind(counts: readonly ReportCount[], kind: string): number {
  return counts.reduce((total, one) => total + (one.kind === kind ? one.count : 0), 0);
}

/** Lists the views of each day, which are null before counting began. */
function listDays(
  { articles, days }: ReportInput,
  counts: readonly ReportCount[],
  period: ReportPeriod,
) {
  const views = new Map<number, number>();
  for (const { kind, day, count } of counts)
    if (kind === 'view') views.set(day, (views.get(day) ?? 0) + count);
  const live = articles.filter((article) => article.isLive);
  const published = Map.groupBy(live, ({ publishedAt = 0 }) => Math.floor(publishedAt / DAY_MS));
  return Array.from({ length: days }, (_, index) => {
    const day = period.start + index;
    return {
      day: formatDay(day),
      views: day < period.first ? null : (views.get(day) ?? 0),
      published: (published.get(day) ?? []).map(({ title }) => title),
    };
  });
}

function summariseSources(counts: readonly ReportCount[]) {
  const views = sumByName(counts, 'source-view');
  const visitors = sumByName(counts, 'source-visitor');
  const all = [...views].map(([source, views]) => ({
    source,
    views,
    visitors: visitors.get(source) ?? 0,
    kind: source === '' ? ('other sites' as const) : classifySource(source),
  }));
  const isShown = ({ source, visitors }: (typeof all)[number]) =>
    source === 'direct' || (source !== '' && visitors >= SOURCE_VISITORS_MIN);
  const others = all.filter((one) => !isShown(one));
  return {
    sourceKinds: [...Map.groupBy(all, ({ kind }) => kind)]
      .map(([kind, some]): { kind: SourceKind; views: number; visitors: number } => ({
        kind,
        ...sumSources(some),
      }))
      .toSorted((one, other) => other.views - one.views || compareCodeUnits(one.kind, other.kind)),
    sources: all
      .filter(isShown)
      .map(({ source, kind, views, visitors }) => ({
        source: nameSource(source),
        kind,
        views,
        visitors,
      }))
      .toSorted(
        (one, other) => other.views - one.views || compareCodeUnits(one.source, other.source),
      ),
    otherSources: sumSources(others),
  };
}

function sumSources(some: readonly { readonly views: number; readonly visitors: number }[]) {
  return {
    views: some.reduce((total, { views }) => total + views, 0),
    visitors: some.reduce((total, { visitors }) => total + visitors, 0),
  };
}

function summariseSearches({ searched, nearest }: ReportInput, counts: readonly ReportCount[]) {
  const opened = sumByName(counts, 'search-opened');
  const asked = [...sumByName(counts, 'search')];
  const named = asked.flatMap(([hash, searches]) => {
    const known = searched.get(hash);
    return known === undefined ? [] : [{ ...known, searches, opened: opened.get(hash) ?? 0 }];
  });
  const searches = named.toSorted(
    (one, other) => other.searches - one.searches || compareCodeUnits(one.words, other.words),
  );
  const unnamed = asked.filter(([hash]) => !searched.has(hash));
  return {
    searches,
    ...groupDisappointing(searches, nearest),
    unnamedSearches: {
      searches: unnamed.reduce((total, [, count]) => total + count, 0),
      different: unnamed.filter(([hash]) => hash !== '').length,
    },
  };
}

/**
 * Groups searches without a good result, with the texts that readers may have wanted; null if
 * nobody looked for them.
 */
function groupDisappointing<Search extends Searched>(
  searches: readonly Search[],
  nearest: ReportInput['nearest'],
) {
  const all = searches.map((search) => {
    const { texts, matchesLittle = false } = nearest.get(search.words) ?? {};
    const named = texts?.map(({ title, address }) => ({ title, address })) ?? null;
    return { ...search, matchesLittle, nearest: named };
  });
  const found = all.filter(({ results }) => results > 0);
  return {
    searchesWithoutResult: all.filter(({ results }) => results === 0),
    searchesMatchingLittle: found.filter(({ matchesLittle }) => matchesLittle),
    /** Searches without an opened result, including those that match little. */
    searchesNotOpened: found.filter(({ opened }) => opened === 0),
  };
}

/**
 * Lists the searches that nobody opened although they match well, so that no search is shown twice.
 */
export function listOnlyUnopened({
  searchesNotOpened,
}: ReaderReport): ReaderReport['searchesNotOpened'] {
  return searchesNotOpened.filter(({ matchesLittle }) => !matchesLittle);
}

type Searched = { readonly words: string; readonly results: number; readonly opened: number };

/** Lists addresses without a page. The blank path stands for further ones of a day. */
function listMissingAddresses(counts: readonly ReportCount[], kind: string) {
  const byPath = Map.groupBy(
    counts.filter((one) => one.kind === kind),
    ({ name }) => name,
  );
  return [...byPath]
    .map(([path, some]) => {
      const hosts = new Map<string, number>();
      for (const { host, count } of some)
        if (host !== '') hosts.set(host, (hosts.get(host) ?? 0) + count);
      return {
        path: path === '' ? FURTHER : path,
        requests: sumKind(some, kind),
        hosts: [...hosts]
          .map(([host, requests]) => ({ host, requests }))
          .toSorted(
            (one, other) => other.requests - one.requests || compareCodeUnits(one.host, other.host),
          ),
      };
    })
    .toSorted(
      (one, other) => other.requests - one.requests || compareCodeUnits(one.path, other.path),
    );
}

function listCalendar({ articles, timeZone }: ReportInput) {
  return articles
    .filter((article) => !article.isLive)
    .map(({ title, address, isDraft, publishedAt }) => ({
      title,
      address,
      state: isDraft ? 'draft' : 'scheduled',
      publishedAt:
        isDraft || publishedAt === undefined ? null : formatLocalTime(publishedAt, timeZone),
    }))
    .toSorted(
      (one, other) =>
        compareCodeUnits(one.publishedAt ?? '~', other.publishedAt ?? '~') ||
        compareCodeUnits(one.title, other.title),
    );
}
