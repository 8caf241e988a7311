import type { TimeZone } from '../site/time/time-zones.ts';

export const DAY_MS = 86_400_000;

export type ReportCount = Readonly<
  Record<'kind' | 'name' | 'host', string> & Record<'day' | 'count', number>
>;

/**
 * An article of the content folder; times in milliseconds since 1970, `isDraft` with or without a
 * time.
 */
export type ReportArticle = {
  readonly slug: string;
  readonly title: string;
  readonly address: string;
  readonly isDraft: boolean;
  /** Whether readers see it. */
  readonly isLive: boolean;
  readonly publishedAt: number | undefined;
  /** Time of the last publication, update or check. */
  readonly freshAt: number;
};

/** Texts that the site finds for a search now. */
export type NearestTexts = {
  /** At most three texts, the nearest first. */
  readonly texts: readonly { readonly title: string; readonly address: string }[];
  /** Whether the best result has few of the words. */
  readonly matchesLittle: boolean;
};

export type ReportInput = {
  readonly site: string;
  readonly timeZone?: TimeZone;
  readonly now: number;
  readonly days: number;
  readonly daysKept: number;
  readonly firstDay: number | undefined;
  readonly lateSeconds: number | undefined;
  /** Counts of the period and of the one before it. */
  readonly counts: readonly ReportCount[];
  readonly searched: ReadonlyMap<string, { readonly words: string; readonly results: number }>;
  /** Nearest texts by the words of a search. */
  readonly nearest: ReadonlyMap<string, NearestTexts>;
  readonly articles: readonly ReportArticle[];
  /** Slug of the present article, by a former slug. */
  readonly renamed: ReadonlyMap<string, string>;
};

export type ReportPeriod = {
  readonly start: number;
  readonly today: number;
  /** First day that was counted; after `today` if none was. */
  readonly first: number;
  readonly isComparable: boolean;
};

/** Name that stands for names beyond the limit of a day. */
export const FURTHER = '(further ones, counted together)';

export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function sumByName(
  counts: readonly ReportCount[],
  kind: string,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const one of counts)
    if (one.kind === kind) sums.set(one.name, (sums.get(one.name) ?? 0) + one.count);
  return sums;
}
