import { compareCodeUnits } from '../site/compare-code-units.ts';
import {
  DAY_MS,
  FURTHER,
  type ReportArticle,
  type ReportCount,
  type ReportInput,
  type ReportPeriod,
  sumByName,
} from './report-input.ts';

export type ArticleRow = {
  readonly title: string;
  readonly slug: string;
  /** Address of the article; null if it was removed. */
  readonly address: string | null;
  readonly views: number;
  /** Views in the period before; null if counting began too late. */
  readonly viewsBefore: number | null;
  /** Views by day; null before counting began. */
  readonly trend: readonly (number | null)[];
};

/** Minimum of views in both periods together; with fewer, growth is chance. */
const COMPARED_MIN = 20;
const OLD_DAYS = 180;
const UNREAD_DAYS = 7;

type PeriodCounts = {
  readonly now: readonly ReportCount[];
  readonly before: readonly ReportCount[];
};

export function compareArticles(input: ReportInput, counts: PeriodCounts, period: ReportPeriod) {
  const { articles: all, renamed } = input;
  const merge = (some: readonly ReportCount[]) =>
    some.flatMap((one) =>
      one.kind === 'view' ? [{ ...one, name: renamed.get(one.name) ?? one.name }] : [],
    );
  const [now, before] = [merge(counts.now), sumByName(merge(counts.before), 'view')];
  const known = new Map(all.map((article) => [article.slug, article]));
  const days = Map.groupBy(now, ({ name }) => name);
  const names = new Set([...days.keys(), ...before.keys()]);
  const rows = [...names].map((slug): ArticleRow => {
    const article = known.get(slug);
    const some = days.get(slug) ?? [];
    return {
      slug,
      title: slug === '' ? FURTHER : (article?.title ?? slug),
      address: article?.address ?? null,
      views: some.reduce((total, { count }) => total + count, 0),
      viewsBefore: period.isComparable ? (before.get(slug) ?? 0) : null,
      trend: listTrend(some, period),
    };
  });
  const articles = rows
    .filter(({ views }) => views > 0)
    .toSorted((one, other) => other.views - one.views || compareCodeUnits(one.slug, other.slug));
  return {
    articles,
    ...groupByGrowth(rows.filter(({ slug }) => wasLiveInBoth(known.get(slug), input, period))),
    updateFirst: listOldArticles(articles, known, input.now),
    unread: listUnreadArticles(all, articles, input, period),
  };
}

function listTrend(
  counts: readonly ReportCount[],
  { start, today, first }: ReportPeriod,
): readonly (number | null)[] {
  const views = Array.from({ length: today - start + 1 }, (_, index): number | null =>
    start + index < first ? null : 0,
  );
  for (const { day, count } of counts) views[day - start] = (views[day - start] ?? 0) + count;
  return views;
}

/** Returns whether an article was live in both periods, so that they can be compared. */
function wasLiveInBoth(
  article: ReportArticle | undefined,
  { days, now }: ReportInput,
  { start }: ReportPeriod,
): boolean {
  return article?.isLive === true && (article.publishedAt ?? now) < (start - days) * DAY_MS;
}

function groupByGrowth(rows: readonly ArticleRow[]) {
  const changed = rows
    .map((row) => ({ ...row, change: row.views - (row.viewsBefore ?? row.views) }))
    .filter(({ views, viewsBefore, change }) => {
      const both = views + (viewsBefore ?? 0);
      // Two standard deviations of counts that vary by chance.
      return both >= COMPARED_MIN && Math.abs(change) > 2 * Math.sqrt(both);
    })
    .toSorted((one, other) => other.change - one.change || compareCodeUnits(one.slug, other.slug));
  return {
    growing: changed.filter(({ change }) => change > 0),
    falling: changed.filter(({ change }) => change < 0).toReversed(),
  };
}

/** Lists old articles that are read, in the order of views times age. */
function listOldArticles(
  rows: readonly ArticleRow[],
  known: ReadonlyMap<string, ReportArticle>,
  now: number,
) {
  return rows
    .flatMap(({ slug, title, address, views }) => {
      const article = known.get(slug);
      if (article === undefined || !article.isLive) return [];
      const ageDays = Math.floor((now - article.freshAt) / DAY_MS);
      const changed = new Date(article.freshAt).toISOString().slice(0, 10);
      return ageDays < OLD_DAYS ? [] : [{ slug, title, address, views, ageDays, changed }];
    })
    .toSorted(
      (one, other) =>
        other.views * other.ageDays - one.views * one.ageDays ||
        compareCodeUnits(one.slug, other.slug),
    );
}

/**
 * Lists live articles without a view, of those that were live on at least a week of counted days.
 */
function listUnreadArticles(
  articles: readonly ReportArticle[],
  rows: readonly ArticleRow[],
  { now }: ReportInput,
  { start, first, today }: ReportPeriod,
) {
  const read = new Set(rows.map(({ slug }) => slug));
  return articles
    .filter((article) => {
      const since = Math.max(start, first, Math.ceil((article.publishedAt ?? now) / DAY_MS));
      return article.isLive && !read.has(article.slug) && today - since >= UNREAD_DAYS;
    })
    .map(({ slug, title, address, publishedAt = now }) => ({
      slug,
      title,
      address,
      published: new Date(publishedAt).toISOString().slice(0, 10),
    }))
    .toSorted(
      (one, other) =>
        compareCodeUnits(one.published, other.published) || compareCodeUnits(one.slug, other.slug),
    );
}
