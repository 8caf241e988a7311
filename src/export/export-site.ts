import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { didYouMean } from '../content/did-you-mean.ts';
import type { SiteFiles } from '../import/content-folder/site-files.ts';
import { ExportError } from './export-error.ts';
import { createLosses, type Loss, type Losses } from './losses.ts';
import { writeAside } from './write-aside.ts';
import { type Written, writeFolder, writeSiteJson } from './write-files.ts';

/** What the target's name ends with; a folder has no such end. */
const ENDS = { markdown: [], json: ['.json'] } as const;

export type Format = keyof typeof ENDS;

export type ExportReport = Written & {
  readonly source: string;
  readonly format: Format;
  readonly target: string;
  readonly losses: readonly Loss[];
};

type Export = {
  /** For the owner. */
  readonly source: string;
  readonly site: SiteFiles;
  readonly format: Format;
  readonly target: string;
  readonly isOverwriting: boolean;
};

export function parseFormat(wanted: string | undefined): Format {
  const formats = Object.keys(ENDS);
  if (isFormat(wanted)) return wanted;
  const advice = `write --format with ${formats.join(', ')}.`;
  if (wanted === undefined) throw new ExportError(`The format is missing; ${advice}`);
  throw new ExportError(`“${wanted}” is not a format; ${didYouMean(wanted, formats, advice)}`);
}

function isFormat(wanted: string | undefined): wanted is Format {
  return wanted !== undefined && Object.hasOwn(ENDS, wanted);
}

/** Throws an ExportError if a target of this name can't be read again as this format. */
export function requireEnd(target: string, format: Format): void {
  const ends: readonly string[] = ENDS[format];
  if (ends.length === 0 || ends.includes(path.extname(target).toLowerCase())) return;
  throw new ExportError(`${target}: let the name of an export as ${format} end with ${ends.join(' or ')}.`);
}

/** Writes the target whole or not at all, and beside it a report of what the format can't hold. */
export async function exportSite({
  source,
  site,
  format,
  target,
  isOverwriting,
}: Export): Promise<ExportReport> {
  const losses = createLosses();
  let written: Written = { files: 0, bytes: 0 };
  await writeAside(target, { isFolder: format === 'markdown', isOverwriting }, async (place) => {
    written = await WRITERS[format](site, place, losses);
  });
  const report = { source, format, target, ...written, losses: losses.list() };
  writeFileSync(formatReportName(target), `${JSON.stringify(report, null, 1)}\n`);
  return report;
}

export function formatReportName(target: string): string {
  return `${target.replace(/[/\\]+$/, '')}.report.json`;
}

type Writer = (site: SiteFiles, place: string, losses: Losses) => Promise<Written>;

const WRITERS: Readonly<Record<Format, Writer>> = {
  markdown: ({ files, leftOut }, place, losses) => {
    addLeftOut(leftOut, losses);
    return writeFolder(files, place);
  },
  json: ({ files, leftOut }, place, losses) => {
    addLeftOut(leftOut, losses);
    return writeSiteJson(files, place);
  },
};

function addLeftOut(leftOut: SiteFiles['leftOut'], losses: Losses): void {
  for (const { path: file, reason } of leftOut) losses.add(`file left out: ${reason}`, file);
}
