import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { auditSite, computeScore, placeOf, sortAuditFindings } from '../audit/audit-site.ts';
import type { AuditedSite } from '../audit/audited-site.ts';
import { checkExternalLinks } from '../audit/external-links.ts';
import { formatAuditPage } from '../audit/format-html.ts';
import { type AuditResult, formatAudit, formatAuditJson } from '../audit/format-terminal.ts';
import { openAuditedSite } from '../audit/open-site.ts';
import { RULES } from '../audit/rules.ts';
import { isEnglishSite } from '../audit/wording.ts';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { formatFinding } from '../content/content-finding.ts';
import { compileWithCaches, createProgressLine } from '../publishing/compile-with-caches.ts';
import { type OpenSite, withTemporarySite } from '../publishing/temporary-site.ts';
import { findSettings } from '../site/default-site.ts';
import { formatOrigin } from '../site/settings.ts';
import { DeskError } from './desk-error.ts';

const [NOTHING, FINDINGS, IMPOSSIBLE] = [0, 1, 2];
const MONTHS = 12;
const MONTHS_MAX = 120;
const WEIGHT_MAX = 10;

/**
 * Creates the audit. The entry file passes `openSite`, because this part may not import the
 * server.
 */
export function createAudit(openSite: OpenSite): CommandRun {
  return async (config, { flags, values }) => {
    try {
      const failOn = parseCount('--fail-on', values['fail-on'], 1, WEIGHT_MAX);
      const months = parseCount('--months', values.months, MONTHS, MONTHS_MAX);
      requireFolder(values.html);
      const found = await runAudit(config, {
        openSite,
        months,
        isExternal: flags.external === true,
      });
      if (values.html !== undefined) writeAuditPage(values.html, found);
      if (flags.json === true) console.log(formatAuditJson(found));
      else for (const line of formatAudit(found, flags.all === true)) console.log(line);
      if (values.html !== undefined && flags.json !== true)
        console.log(`The page with all findings is ${values.html}.`);
      return found.findings.some(({ rule }) => RULES[rule].weight >= failOn) ? FINDINGS : NOTHING;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      console.error(error.message);
      return IMPOSSIBLE;
    }
  };
}

function parseCount(
  name: string,
  value: string | undefined,
  fallback: number,
  max: number,
): number {
  if (value === undefined) return fallback;
  const count = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max)
    throw new DeskError(
      `${name} ${value} is not a whole number from 1 to ${max}; write one, such as ${fallback}.`,
    );
  return count;
}

function requireFolder(file: string | undefined): void {
  if (file === undefined) return;
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder))
    throw new DeskError(`The folder ${folder} of --html does not exist; create it.`);
}

function writeAuditPage(file: string, found: AuditResult): void {
  try {
    writeFileSync(file, formatAuditPage(found, new Date().toISOString().slice(0, 10)));
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new DeskError(`${file} can't be written (${reason}); name another file.`);
  }
}

type AuditCommandOptions = {
  readonly openSite: OpenSite;
  readonly months: number;
  readonly isExternal: boolean;
};

async function runAudit(
  config: Config,
  { openSite, months, isExternal }: AuditCommandOptions,
): Promise<AuditResult> {
  const { contentDir, dataDir } = config;
  const caches = existsSync(dataDir) ? { dataDir } : {};
  const site = await compileWithCaches(contentDir, { ...caches, wanted: 'all' }, (compilation) => {
    requireSite(compilation, contentDir);
    return withTemporarySite(compilation, { config, openSite }, ({ ask }) =>
      openAuditedSite(compilation, ask, {
        contentDir,
        now: Date.now(),
        monthsBetweenChecks: months,
        origin: config.origin ?? formatOrigin(findSettings(compilation.records)),
        onProgress: createAuditProgress('pages'),
      }),
    );
  });
  const others = isExternal ? await checkOtherSites(site, config) : { findings: [], notes: [] };
  const findings = sortAuditFindings([...auditSite(site), ...others.findings]);
  const files = new Map(site.texts.map(({ address, file }) => [address, file]));
  const places = [...site.pages.values()]
    .filter(({ isIndexed }) => isIndexed)
    .map(({ address }) =>
      placeOf({ rule: 'refused', message: '', file: files.get(address), address }),
    );
  const notes = [...listAuditNotes(site), ...others.notes];
  return { site: site.settings.name, findings, score: computeScore(findings, places), notes };
}

/**
 * Throws if the folder gives nothing to look at: its site.yaml can't be read, or it has no text at
 * all.
 */
function requireSite({ records, texts, problems }: LargeCompilation, contentDir: string): void {
  if (records.length > 0 && texts.length > 0) return;
  const reasons = problems.map(formatFinding).join('\n');
  throw new DeskError(
    `${reasons === '' ? `${contentDir} has no text.` : reasons}\nNothing was audited.`,
  );
}

function checkOtherSites(site: AuditedSite, config: Config) {
  mkdirSync(config.dataDir, { recursive: true });
  return checkExternalLinks(site, config.origin ?? formatOrigin(site.settings), {
    cacheFile: path.join(config.dataDir, 'external-links.jsonl'),
    now: Date.now(),
    onProgress: createAuditProgress('links to other sites'),
  });
}

function createAuditProgress(what: string): (done: number, total: number) => void {
  const show = createProgressLine(process.stderr);
  return (done, total) => show({ what, done, total });
}

function listAuditNotes(site: AuditedSite): readonly string[] {
  const { errors, settings } = site;
  return [
    ...(errors.length === 0
      ? []
      : [
          'The folder has errors, so it can’t be published; correct them first, since other findings may follow from them.',
        ]),
    ...(isEnglishSite(site)
      ? []
      : [`The reading level is computed for English only, not for ${settings.language}.`]),
  ];
}
