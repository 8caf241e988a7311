import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { formatFinding } from '../content/content-finding.ts';
import { compileWithCaches } from '../publishing/compile-with-caches.ts';
import { readCounts } from '../publishing/read-counts.ts';
import { searchTemporarySite } from '../publishing/temporary-site.ts';
import { computeReport, type ReaderReport } from '../report/compute-report.ts';
import { formatCsvFiles } from '../report/format-csv.ts';
import { formatReportText } from '../report/format-terminal.ts';
import type { ReportArticle } from '../report/report-input.ts';
import { findSettings } from '../site/default-site.ts';
import type { LiveTest } from '../site/live.ts';
import { DEFAULT_COUNTING, formatOrigin } from '../site/settings.ts';
import { findLocalDay } from '../site/time/time-zones.ts';
import { DeskError } from './desk-error.ts';
import { listFrequentSearches } from './frequent-searches.ts';
import { escapeJson } from './missing/format-list.ts';

const DAYS = '30';
export const report: CommandRun = (config, { values, flags }) =>
  readContent(config, (content) => writeReaderReport(config, content, { values, flags }));

function isStyled(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors();
}

type ReportArguments = {
  readonly values: { readonly [name: string]: string | undefined };
  readonly flags: { readonly [name: string]: boolean | undefined };
};

async function writeReaderReport(
  config: Config,
  content: ReportContent,
  { values: { days = DAYS, html, csv }, flags }: ReportArguments,
): Promise<number> {
  const { daysKept } = content.settings.counting ?? DEFAULT_COUNTING;
  const count = /^\d{1,6}$/.test(days) ? Number(days) : 0;
  if (count < 1 || count > daysKept) {
    console.error(
      `--days is invalid; it takes a whole number from 1 to ${daysKept}, the days that are kept.`,
    );
    return 2;
  }
  const report = await createReport(config, content, count);
  if (html !== undefined) {
    // The charts' library takes a while to load.
    const { formatReportPage: formatHtml } = await import('../report/format-html.ts');
    writeReportFile(html, formatHtml(report, config.origin ?? formatOrigin(content.settings)));
    console.error(`Wrote ${html}.`);
  }
  if (csv !== undefined) writeReportFolder(csv, formatCsvFiles(report));
  if (flags.json === true) console.log(escapeJson(JSON.stringify(report, undefined, 2)));
  else if (html === undefined && csv === undefined)
    console.log(formatReportText(report, isStyled()));
  return 0;
}

type ReportContent = {
  readonly settings: ReturnType<typeof findSettings>;
  readonly articles: readonly ReportArticle[];
  readonly renamed: ReadonlyMap<string, string>;
  readonly compilation: LargeCompilation;
};

function readContent(
  { contentDir, dataDir }: Config,
  work: (content: ReportContent) => Promise<number>,
): Promise<number> {
  return compileWithCaches(
    contentDir,
    { dataDir, wanted: 'all', pictures: 'named' },
    async (compilation, isLive) => {
      const { records, texts, problems } = compilation;
      const [problem] = problems;
      if (texts.length === 0 && problem !== undefined) throw new DeskError(formatFinding(problem));
      const articles = listReportArticles(compilation, isLive);
      const renamed = mapFormerSlugs(compilation, articles);
      return work({ settings: findSettings(records), articles, renamed, compilation });
    },
  );
}

function listReportArticles(
  { texts }: LargeCompilation,
  isLive: LiveTest,
): readonly ReportArticle[] {
  return texts.flatMap(({ outline, address, read }) => {
    if (outline.kind !== 'post' && outline.kind !== 'draft') return [];
    const text = read();
    if (text.kind !== 'post' && text.kind !== 'draft') return [];
    const { slug, title, publishedAt, updatedAt, checkedAt } = text;
    const freshAt = Math.max(publishedAt ?? 0, updatedAt ?? 0, checkedAt ?? 0);
    const isDraft = text.kind === 'draft';
    const isPublic = !isDraft && publishedAt !== undefined && isLive('post', slug, publishedAt);
    return [{ slug, title, address, publishedAt, freshAt, isDraft, isLive: isPublic }];
  });
}

const REDIRECTS_MAX = 10;

/** Maps former slugs of articles to present ones, by following redirects. */
function mapFormerSlugs(
  { records }: LargeCompilation,
  articles: readonly ReportArticle[],
): ReadonlyMap<string, string> {
  const present = new Map(articles.map(({ address, slug }) => [address, slug]));
  const slugs = new Set(present.values());
  const targets = new Map(
    records.flatMap((record) =>
      record.kind === 'redirects'
        ? record.redirects.map(({ from, to }) => [from, to] as const)
        : [],
    ),
  );
  return new Map(
    [...targets.keys()].flatMap((from) => {
      let address: string | undefined = from;
      for (
        let step = 0;
        step < REDIRECTS_MAX && address !== undefined && !present.has(address);
        step += 1
      )
        address = targets.get(address);
      const former = from.split('/').at(-1) ?? '';
      const slug = present.get(address ?? '');
      return slug === undefined || former === '' || slugs.has(former)
        ? []
        : [[former, slug] as const];
    }),
  );
}

async function createReport(
  config: Config,
  content: ReportContent,
  days: number,
): Promise<ReaderReport> {
  const now = Date.now();
  const { settings, articles, renamed, compilation } = content;
  const { daysKept } = settings.counting ?? DEFAULT_COUNTING;
  const { timeZone } = settings;
  const from = findLocalDay(now, timeZone) - 2 * days + 1;
  const counts = await readCounts(config, from);
  const queries = listFrequentSearches(counts, from + days).map(({ words }) => words);
  const nearest = await searchTemporarySite(compilation, queries, now);
  return computeReport({
    ...counts,
    nearest,
    articles,
    renamed,
    now,
    days,
    daysKept,
    site: settings.name,
    timeZone,
  });
}

function writeReportFolder(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) writeReportFile(join(folder, name), text, folder);
  console.error(`Wrote ${files.size} files to ${folder}.`);
}

function writeReportFile(file: string, text: string, folder?: string): void {
  try {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DeskError(`${file} can't be written: ${reason}. Name another place.`);
  }
}
