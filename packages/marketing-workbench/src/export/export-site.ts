import { writeFileSync } from 'node:fs';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { didYouMean } from '../content/did-you-mean.ts';
import { isTextName, readExtension } from '../content/file-names.ts';
import type { SiteFiles } from '../content/site-files/site-files.ts';
import type { LiveTest } from '../site/live.ts';
import { ExportError } from './export-error.ts';
import type { Loss, Losses } from './losses.ts';
import { openSiteContent } from './site-content.ts';
import { writeAside } from './write-aside.ts';
import { type WrittenTotals, writeSiteFiles, writeSiteJson } from './write-files.ts';
import { writeGhostJson, writeGhostZip } from './write-ghost.ts';
import { writeWxr } from './write-wxr.ts';

/** Allowed endings of the target's name; empty for a folder. */
const FILE_ENDINGS = {
  markdown: [],
  json: ['.json'],
  wxr: ['.xml'],
  ghost: ['.zip', '.json'],
} as const;

export type ExportFormat = keyof typeof FILE_ENDINGS;

export type ExportReport = WrittenTotals & {
  readonly source: string;
  readonly format: ExportFormat;
  readonly target: string;
  readonly losses: readonly Loss[];
};

type ExportRequest = {
  /** Description of the source for the owner. */
  readonly source: string;
  readonly site: SiteFiles;
  /** Compiles the whole site, including drafts and texts with errors. */
  readonly compile: (
    work: (compilation: LargeCompilation, isLive: LiveTest) => Promise<WrittenTotals>,
  ) => Promise<WrittenTotals>;
  readonly format: ExportFormat;
  readonly target: string;
  readonly isOverwriting: boolean;
  /** Collector of losses, which may hold some already. */
  readonly losses: Losses;
};

export function parseExportFormat(wanted: string | undefined): ExportFormat {
  const formats = Object.keys(FILE_ENDINGS);
  if (isExportFormat(wanted)) return wanted;
  const advice = `write --format with ${formats.join(', ')}.`;
  if (wanted === undefined) throw new ExportError(`The format is missing; ${advice}`);
  throw new ExportError(`“${wanted}” is not a format; ${didYouMean(wanted, formats, advice)}`);
}

function isExportFormat(wanted: string | undefined): wanted is ExportFormat {
  return wanted !== undefined && Object.hasOwn(FILE_ENDINGS, wanted);
}

/** Throws an ExportError if a target of this name can't be read again as this format. */
export function requireFileEnding(target: string, format: ExportFormat): void {
  const ends: readonly string[] = FILE_ENDINGS[format];
  if (ends.length === 0 || ends.includes(readExtension(target))) return;
  throw new ExportError(
    `${target}: the file name of an export as ${format} must end with ${ends.join(' or ')}.`,
  );
}

/**
 * Writes the target completely or not at all, and beside it a report of what the format can't hold.
 */
export async function exportSite(options: ExportRequest): Promise<ExportReport> {
  const { source, format, target, isOverwriting, losses } = options;
  let written: WrittenTotals = { files: 0, bytes: 0 };
  await writeAside(target, { isFolder: format === 'markdown', isOverwriting }, async (place) => {
    written = await writeExport(options, place, losses);
  });
  const report = { source, format, target, ...written, losses: losses.list() };
  writeFileSync(formatReportName(target), `${JSON.stringify(report, null, 1)}\n`);
  return report;
}

export function formatReportName(target: string): string {
  return `${target.replace(/[/\\]+$/, '')}.report.json`;
}

async function writeExport(
  { site, compile, format, target }: ExportRequest,
  place: string,
  losses: Losses,
): Promise<WrittenTotals> {
  switch (format) {
    case 'markdown':
      addLeftOutFiles(site.leftOut, losses);
      return writeSiteFiles(site.files, place);
    case 'json':
      addLeftOutFiles(site.leftOut, losses);
      return writeSiteJson(site.files, place);
    case 'wxr':
      return compile((compilation, isLive) => {
        const content = openSiteContent(compilation, { isLive, losses });
        addUncompiledFiles(site, compilation, losses);
        return writeWxr(content, place, losses);
      });
    case 'ghost':
      return compile((compilation, isLive) => {
        const content = openSiteContent(compilation, { isLive, losses });
        addUncompiledFiles(site, compilation, losses);
        const isZip = readExtension(target) === '.zip';
        return isZip
          ? writeGhostZip(content, place, losses)
          : writeGhostJson(content, place, losses);
      });
  }
}

function addLeftOutFiles(leftOut: SiteFiles['leftOut'], losses: Losses): void {
  for (const { path: file, reason } of leftOut) losses.add(`file left out: ${reason}`, file);
}

/** Adds files that become no page, and files with errors, whose aliases and rules are not known. */
function addUncompiledFiles(
  { files }: SiteFiles,
  { texts, problems }: LargeCompilation,
  losses: Losses,
): void {
  for (const file of new Set(problems.map((problem) => problem.file)))
    losses.add(
      'aliases and settings of a file with errors; npm run content -- check lists the errors',
      file,
    );
  const compiled = new Set(texts.map(({ file }) => file.slice(file.indexOf('/') + 1)));
  for (const { path: file } of files) {
    if (compiled.has(file) || file === 'README.md') continue;
    if (isTextName(file)) losses.add('text with errors; npm run content -- check lists them', file);
    else if (NO_PLACE.test(file)) losses.add('settings for writing on this site', file);
  }
}

const NO_PLACE = /^(?:standard\.yaml|mapping\.yaml|drawings\/.*)$/;
