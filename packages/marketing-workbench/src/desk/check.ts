import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import type { Config } from '../config.ts';
import { ADVICE_RULES } from '../content/advice.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import {
  type ContentFinding,
  formatFinding,
  sortContentFindings,
} from '../content/content-finding.ts';
import { listContentFolder } from '../content/content-folder.ts';
import { didYouMean } from '../content/did-you-mean.ts';
import { compileWithCaches } from '../publishing/compile-with-caches.ts';
import { formatContentCounts, formatFindings } from '../publishing/describe-content.ts';
import { limitHeapGrowth, lowerPriority } from '../publishing/process-limits.ts';
import type { LiveTest } from '../site/live.ts';
import { listBodyEdits } from './address-edits.ts';
import { DeskError } from './desk-error.ts';
import { applyPlan } from './folder-change.ts';
import { readFolder } from './read-folder.ts';
import {
  applySourceEdits,
  type EditedSource,
  formatLinkCount,
  formatLinks,
  joinEdits,
} from './references.ts';
import { summariseAdvice } from './summarise-advice.ts';
import { listUpgrades } from './upgrade.ts';

export const check: CommandRun = async (
  config,
  { positionals: [wanted], flags, values: { advice: rule } },
) => {
  lowerPriority();
  limitHeapGrowth();
  if (rule !== undefined) requireAdviceRule(rule);
  const place = wanted === undefined ? undefined : requireContentPath(config.contentDir, wanted);
  if (flags.fix === true && (await rewriteLinks(config, place)) > 0) return 1;
  return compileForCheck(config, async (compilation, isLive) => {
    const findings = pickFindings(compilation, place);
    for (const line of listFindingLines(findings, { rule, place })) console.error(line);
    const outlines = compilation.texts.map(({ outline }) => outline);
    const subject =
      place ?? `${config.contentDir}: ${formatContentCounts({ ...compilation, outlines }, isLive)}`;
    const hasErrors = findings.problems.length > 0;
    if (hasErrors) console.error(`${formatFindings(findings)}.`);
    else console.log(`${subject}${place === undefined ? ',' : ':'} ${formatFindings(findings)}.`);
    if (place === undefined)
      for (const line of [...listLanguageNotes(compilation), ...listUpgradeNotes(config)])
        console.log(line);
    return hasErrors ? 1 : 0;
  });
};

function requireAdviceRule(wanted: string): void {
  if (ADVICE_RULES.some((rule) => rule === wanted)) return;
  const rules = `write one of ${ADVICE_RULES.join(', ')}`;
  throw new DeskError(
    `${wanted} is not a rule of advice; ${didYouMean(wanted, ADVICE_RULES, rules)}`,
  );
}

type ShownFindings = {
  /** The rule whose advice is listed, and no other. */
  readonly rule: string | undefined;
  /** The file or folder whose advice is listed. */
  readonly place: string | undefined;
};

/** Lists the errors, then the advice, or one line for each rule if no rule and no place is asked for. */
function listFindingLines(
  { problems, advice }: CheckFindings,
  { rule, place }: ShownFindings,
): readonly string[] {
  const errors = sortContentFindings(problems).map(formatFinding);
  const listed = rule === undefined ? advice : advice.filter((finding) => finding.rule === rule);
  const isShort = rule === undefined && place === undefined;
  const lines = isShort ? summariseAdvice(listed) : sortContentFindings(listed).map(formatFinding);
  return [...errors, ...lines];
}

/** Says that the interface is in English. It is not advice, because there is nothing to correct. */
function listLanguageNotes({ records }: LargeCompilation): readonly string[] {
  return records.flatMap((record) => {
    if (record.kind !== 'site') return [];
    const { language } = record.settings;
    if (/^en(?:-|$)/.test(language)) return [];
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(language);
    return [
      `The language of the texts is ${name} (${language}). The interface, such as menus, buttons and dates, is in English.`,
    ];
  });
}

function listUpgradeNotes({ contentDir }: Config): readonly string[] {
  return listUpgrades(contentDir).map(
    ({ reason }) => `${reason} To change it, run: npm run content -- upgrade`,
  );
}

/**
 * Compiles the content. A check uses the caches of the data folder, but doesn't create the folder.
 */
function compileForCheck<Result>(
  { contentDir, dataDir }: Config,
  work: (all: LargeCompilation, isLive: LiveTest) => Promise<Result>,
) {
  const caches = existsSync(dataDir) ? { dataDir } : {};
  return compileWithCaches(contentDir, { ...caches, pictures: 'named' }, work);
}

/**
 * Returns the file or folder with this path from here or from the content folder, as findings name
 * it.
 */
function requireContentPath(contentDir: string, wanted: string): string {
  const root = path.resolve(contentDir);
  const base = path.dirname(root);
  const nameOf = (place: string) => path.relative(base, place).replaceAll(path.sep, '/');
  const places = new Set(listContentFolder(contentDir).files.flatMap(listEnclosingPaths));
  const names = [wanted, path.join(root, wanted), path.join(base, wanted)].map((one) =>
    nameOf(path.resolve(one)),
  );
  const found = names.find((name) => places.has(name));
  if (found !== undefined) return found;
  const inside = names.find((name) => name.startsWith(`${path.basename(root)}/`)) ?? wanted;
  const advice = didYouMean(
    inside,
    places,
    'write the path of a text, or of a folder such as articles/seo.',
  );
  throw new DeskError(`${wanted} is not a file or folder of ${contentDir}; ${advice}`);
}

/** Lists the file and every folder that it is in. */
function listEnclosingPaths(file: string): readonly string[] {
  const segments = file.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

type CheckFindings = Pick<LargeCompilation, 'problems' | 'advice'>;

function pickFindings(
  { problems, advice }: CheckFindings,
  place: string | undefined,
): CheckFindings {
  const isThere = ({ file }: ContentFinding) =>
    place === undefined || file === place || file.startsWith(`${place}/`);
  return { problems: problems.filter(isThere), advice: advice.filter(isThere) };
}

/**
 * Replaces each link that redirects by the address where it leads, and leaves all other bytes as
 * they are. Returns the exit status.
 */
async function rewriteLinks(config: Config, place: string | undefined): Promise<number> {
  const findings = await compileForCheck(config, async (compilation) =>
    pickFindings(compilation, place),
  );
  const byFile = Map.groupBy([...findings.problems, ...findings.advice], ({ file }) => file);
  const edited = readFolder(config.contentDir).texts.map((source): EditedSource => {
    const fixes = (byFile.get(source.file) ?? []).flatMap(({ fix }) => fix ?? []);
    const targets = new Map(fixes.map(({ href, to }) => [href, to]));
    // A browser's form of the address, as the check compares it.
    const rewrite = (address: string) => targets.get(address) ?? targets.get(encodeURI(address));
    return { source, edits: targets.size === 0 ? [] : listBodyEdits(source, rewrite) };
  });
  const links = joinEdits(edited);
  if (links.length === 0) return 0;
  const plan = {
    moved: [],
    copied: [],
    removed: [],
    renamed: [],
    written: new Map(links.map((one) => [one.source.file, applySourceEdits(one)])),
    lines: links.map(formatLinks),
    summary: `${formatLinkCount(links)} rewritten.`,
  };
  return applyPlan(plan, config, false);
}
