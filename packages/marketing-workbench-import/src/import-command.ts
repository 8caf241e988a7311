import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandRun } from 'marketing-workbench/command/create-command';
import { formatCount } from 'marketing-workbench/content/format-count';
import { openOwnSiteFiles } from 'marketing-workbench/content/site-files/open-site-files';
import type { SiteFiles } from 'marketing-workbench/content/site-files/site-files';
import { compileWithCaches } from 'marketing-workbench/publishing/compile-with-caches';
import { limitHeapGrowth } from 'marketing-workbench/publishing/process-limits';
import { fetchFeed } from './fetch/fetch-feed.ts';
import { openFetchedFiles } from './fetch/fetched-files.ts';
import { PUBLIC_NETWORK } from './fetch/public-network.ts';
import type { CheckFolder } from './folder/hold-back.ts';
import { importFiles } from './folder/import-files.ts';
import { type ImportReport, importSite } from './folder/import-site.ts';
import { describeFileError, ImportError } from './import-error.ts';
import { openSource } from './open-source.ts';
import { createProgress, type ProgressLine } from './progress.ts';
import { formatHtmlReport, formatJsonReport, listNoteKinds } from './report.ts';
import type { ImportSource } from './source.ts';
import { prepareTarget, STATE_FOLDER } from './target-folder.ts';

export const importCommand: CommandRun = async (
  _,
  {
    positionals: sources,
    values: { to, uploads, url, kind, 'example-address': exampleAddress },
    flags,
  },
) => {
  if (to === undefined) throw new ImportError('Name the folder of the new site with --to.');
  limitHeapGrowth();
  const isDryRun = flags['dry-run'] === true;
  prepareTarget(to, sources, isDryRun);
  const progress = createProgress(process.stderr, () => performance.now());
  const onRead = (done: number, all: number) =>
    progress.report('Reading, MB', done / 1e6, all / 1e6);
  try {
    const [first = '', ...others] = sources;
    const files = others.length === 0 ? await openOwnSiteFiles(first) : undefined;
    if (files !== undefined)
      return await importSiteFiles(files, { source: first, folder: to, isDryRun });
    const fetch = (address: string) => fetchFeed(address, PUBLIC_NETWORK);
    const isFetching = flags.fetch === true;
    const source = await openSource(sources, {
      uploads,
      url,
      kind,
      exampleAddress,
      onRead,
      fetchFeed: isFetching ? fetch : undefined,
    });
    progress.end();
    if (source.reason !== undefined)
      console.log(`${sources.join(', ')} was taken for ${source.reason}.`);
    const run = { folder: to, isDryRun, progress };
    const report = await (isFetching ? importAndFetch(source, run) : importTexts(source, run));
    progress.end();
    if (!isDryRun) writeImportReport(report, path.join(to, STATE_FOLDER));
    console.log(formatImportSummary(report, run));
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ImportError(`${'path' in error ? error.path : to}: ${describeFileError(error)}.`);
  }
};

type CopyOptions = { readonly source: string; readonly folder: string; readonly isDryRun: boolean };

/** Copies a site of this program as it is. */
async function importSiteFiles(
  site: SiteFiles,
  { source, folder, isDryRun }: CopyOptions,
): Promise<number> {
  const report = await importFiles(site, { folder, isDryRun });
  const { written, problems } = report;
  if (!isDryRun)
    writeFileSync(path.join(folder, '.import/report.json'), `${JSON.stringify(report, null, 1)}\n`);
  console.log(
    `${source}: ${formatCount(report.files, 'file')} of a site of this program; ${written.new.length} new, ${written.changed.length} changed, ${written.same.length} the same, ${written.edited.length} edited here and kept.`,
  );
  for (const problem of problems) console.log(problem);
  return 0;
}

type ImportRun = {
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly progress: ProgressLine;
};

/** Most texts take a hundredth of a second to check, and hostile ones five seconds. */
const CHECK_MS = { site: 45_000, text: 30 };

async function importTexts(
  source: ImportSource,
  { folder, isDryRun, progress }: ImportRun,
  stage = 'Texts and pictures',
): Promise<ImportReport> {
  const onText = (done: number, all: number) => progress.report(stage, done, all);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'workbench-check-'));
  const timeLimit = {
    ms: CHECK_MS.site + CHECK_MS.text * source.outlines.length,
    leftOut: new Map<string, string>(),
  };
  const check: CheckFolder = async (written) => {
    progress.end();
    const options = { dataDir, pictures: 'named', timeLimit } as const;
    return compileWithCaches(written, options, async ({ problems }) => ({
      errors: problems,
      unchecked: [...timeLimit.leftOut.keys()],
    }));
  };
  try {
    return await importSite(source, { folder, isDryRun, check, onText });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Imports the texts and fetches their files. The texts are converted twice: the first time shows
 * which files they need.
 */
async function importAndFetch(opened: ImportSource, run: ImportRun): Promise<ImportReport> {
  const fetched = openFetchedFiles(path.join(run.folder, STATE_FOLDER, 'fetched'));
  const collecting = fetched.collectFrom(opened);
  await importTexts(collecting, { ...run, isDryRun: true }, 'Looking for missing files, texts');
  const missing = fetched.countMissing();
  if (run.isDryRun) console.log(`${formatCount(missing, 'file')} would be fetched.`);
  const problems = run.isDryRun
    ? []
    : await fetched.fetchMissing(PUBLIC_NETWORK, (done) =>
        run.progress.report('Fetching files', done, missing),
      );
  const report = await importTexts(fetched.addTo(opened), run);
  return { ...report, problems: [...report.problems, ...problems] };
}

function writeImportReport(report: ImportReport, folder: string): void {
  writePieces(path.join(folder, 'report.html'), formatHtmlReport(report));
  writePieces(path.join(folder, 'report.json'), formatJsonReport(report));
}

function writePieces(place: string, pieces: Iterable<string>): void {
  const file = openSync(place, 'w');
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

const PROBLEMS_SHOWN = 20;
/** Texts of a site link to some pages that no text is; fewer links that find one mean wrong addresses. */
const PROVEN_SHARE = 0.9;

/** Says how many of the links between texts find one by the old addresses. */
function describeAddressProof({
  all,
  found,
  isProof,
}: ImportReport['ownLinks']): readonly string[] {
  if (all === 0 && !isProof) return [];
  if (all === 0)
    return [
      'No text links to another one by its old address, so the old addresses are not proven; --example-address names that of one text.',
    ];
  const share = `Of ${formatCount(all, 'link')} to texts of the old site, ${found} (${Math.floor((100 * found) / all)} %) find a text by its old address.`;
  if (!isProof || found / all >= PROVEN_SHARE) return [share];
  return [
    `${share} The old addresses are probably not these: name that of one text with --example-address.`,
  ];
}

function formatImportSummary(report: ImportReport, { folder, isDryRun }: ImportRun): string {
  const { source, texts, after, problems, missingFiles } = report;
  const changed = texts.filter(({ notes }) => notes.length > 0).length;
  const more = problems.length - PROBLEMS_SHOWN;
  const lines = [
    `${source}: ${formatCount(texts.length, 'text')} ${isDryRun ? 'would be imported' : 'imported'} into ${folder}.`,
    `They have ${formatCount(after.pictures, 'picture')}. In ${formatCount(changed, 'text')} something was changed or lost; the report says what and why.`,
    ...(missingFiles.length > 0
      ? [
          `Missing pictures and files: ${missingFiles.length}. --uploads names a copy of the old site’s files, --fetch fetches them.`,
        ]
      : []),
    ...describeAddressProof(report.ownLinks),
    ...problems.slice(0, PROBLEMS_SHOWN),
    ...(more > 0 ? [`and ${more} more, which the report lists.`] : []),
  ];
  const losses = describeLosses(report);
  if (isDryRun) return [...lines, 'Nothing was written.', ...losses].join('\n');
  return `${lines.join('\n')}
Report: ${path.join(folder, STATE_FOLDER, 'report.html')}
${formatNextCommands(folder)}
${losses.join('\n')}`.trimEnd();
}

function formatNextCommands(folder: string): string {
  const whole = path.resolve(folder);
  if (path.basename(whole) !== 'content')
    return `Next: CONTENT_DIR=${folder} npx marketing-workbench check
      CONTENT_DIR=${folder} npx marketing-workbench dev`;
  const site = path.dirname(whole);
  return `Next: npx marketing-workbench new ${site}, which adds what runs the site
      cd ${site} && npm install && npm run check`;
}

const NOTES_SHOWN = 10;

/** Names what was not carried over: each kind with its number and the first example. */
function describeLosses({ ledger, texts }: ImportReport): readonly string[] {
  const rows = ledger
    .filter(({ came, carried }) => carried < came)
    .map(({ what, came, carried, example }) => ({
      kind: `${came - carried} of ${came} ${what}`,
      example,
    }));
  const notes = listNoteKinds(texts)
    .filter(({ isForPerson }) => isForPerson)
    .map(({ kind, count, file }) => ({ kind: `${kind} (${count})`, example: file }));
  const more = notes.length - NOTES_SHOWN;
  const lines = [...rows, ...notes.slice(0, NOTES_SHOWN)].map(
    ({ kind, example }) => `  ${kind}${example === undefined ? '' : `; the first: ${example}`}`,
  );
  if (lines.length === 0) return ['Everything was carried over.'];
  return [
    'Not carried over as it was:',
    ...lines,
    ...(more > 0 ? [`  and ${more} more kinds, which the report lists`] : []),
  ];
}
