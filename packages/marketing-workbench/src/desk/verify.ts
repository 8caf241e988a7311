import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { loadImportPackage } from '../command/import-package.ts';
import type { Config } from '../config.ts';
import { formatFinding } from '../content/content-finding.ts';
import { copySiteFiles } from '../content/site-files/copy-site-files.ts';
import { openOwnSiteFiles } from '../content/site-files/open-site-files.ts';
import { isSiteBackup } from '../publishing/backup/read-backup.ts';
import { restoreSiteBackup } from '../publishing/backup/restore-site.ts';
import { copyPresentState, isStateBackup, restoreTo } from '../publishing/backup.ts';
import { compileWithCaches, createProgressLine } from '../publishing/compile-with-caches.ts';
import { findSettings } from '../site/default-site.ts';
import { formatOrigin } from '../site/settings.ts';
import { DeskError } from './desk-error.ts';
import { compareSites, type SiteComparison } from './verify/compare-sites.ts';
import { listStartAddresses } from './verify/list-start-addresses.ts';
import { startTemporarySite } from './verify/temporary-site.ts';

const [SAME, DIFFERS, IMPOSSIBLE] = [0, 1, 2];
const SHOWN_MAX = 100;
const ALIKE_SHOWN_MAX = 200;

export const verify: CommandRun = async (
  config,
  { positionals: [source = ''], values: { site } },
) => {
  const base = mkdtempSync(path.join(tmpdir(), 'workbench-verify-'));
  const children = new Set<ChildProcess>();
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = () => {
    end();
    process.exit(IMPOSSIBLE);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const comparison = await verifySource(source, {
      config,
      base,
      children,
      site: parseSiteOrigin(site),
    });
    printComparison(comparison);
    return comparison.differences.length === 0 ? SAME : DIFFERS;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`${error.message}\nThe comparison is incomplete.`);
    return IMPOSSIBLE;
  } finally {
    end();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function parseSiteOrigin(site: string | undefined): string | undefined {
  if (site === undefined) return undefined;
  const url = URL.parse(site);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new DeskError(
      `${site} is not the address of a site; write one such as https://www.example.com`,
    );
  return url.origin;
}

type VerifyOptions = {
  readonly config: Config;
  readonly base: string;
  readonly children: Set<ChildProcess>;
  readonly site: string | undefined;
};

async function verifySource(
  source: string,
  { config, base, children, site }: VerifyOptions,
): Promise<SiteComparison> {
  if (!existsSync(source))
    throw new DeskError(`${source} does not exist; name a backup or an export.`);
  const [dataDir, presentDataDir] = [path.join(base, 'data'), path.join(base, 'present-data')];
  const contentDir = await openSourceFolder(source, { config, base, dataDir });
  console.log(`Building a site from ${source} …`);
  const built = await startTemporarySite({ name: source, contentDir, dataDir, children });
  copyPresentState(config.dataDir, presentDataDir);
  copyCaches(dataDir, presentDataDir);
  if (site === undefined) console.log(`Building the present site from ${config.contentDir} …`);
  const present =
    site ??
    (await startTemporarySite({
      name: config.contentDir,
      contentDir: config.contentDir,
      dataDir: presentDataDir,
      children,
    }));
  const showProgress = createProgressLine(process.stderr);
  const known = [
    await compileStartAddresses(contentDir, dataDir),
    await compileStartAddresses(
      config.contentDir,
      site === undefined ? presentDataDir : config.dataDir,
    ),
  ];
  return compareSites(
    { built: built.origin, present: typeof present === 'string' ? present : present.origin },
    {
      addresses: [...new Set(known.flatMap(({ addresses }) => addresses))],
      origins: known.map(({ origin }) => config.origin ?? origin),
      onProgress: (done, total) => showProgress({ what: 'addresses', done, total }),
    },
  );
}

/**
 * Prepares the data folder of a backup or export, and returns its content folder. The state of an
 * export is the present one: ids and views are the same on both sites, so that only the content can
 * differ.
 */
async function openSourceFolder(
  source: string,
  { config, base, dataDir }: Pick<VerifyOptions, 'config' | 'base'> & { readonly dataDir: string },
): Promise<string> {
  if (isStateBackup(source)) {
    restoreTo(dataDir, source);
    return config.contentDir;
  }
  const folder = path.join(base, path.basename(path.resolve(config.contentDir)));
  if (isSiteBackup(source)) {
    await restoreSiteBackup(dataDir, path.resolve(source), folder);
    return folder;
  }
  copyPresentState(config.dataDir, dataDir);
  return importToFolder(source, folder);
}

/** Copies the caches, so that texts and pictures that both sites have are compiled once. */
function copyCaches(dataDir: string, otherDataDir: string): void {
  for (const name of CACHES) {
    const place = path.join(dataDir, name);
    if (existsSync(place)) cpSync(place, path.join(otherDataDir, name), { recursive: true });
  }
}

const CACHES = ['compiled.sqlite', 'images'];

/**
 * Copies or imports an export into a folder, so that the export stays as it is, and returns the
 * folder.
 */
async function importToFolder(source: string, folder: string): Promise<string> {
  const files = await openOwnSiteFiles(source);
  if (files === undefined) await (await loadImportPackage()).convertExport(source, folder);
  else await copySiteFiles(files, folder);
  return folder;
}

function compileStartAddresses(contentDir: string, dataDir: string) {
  return compileWithCaches(
    contentDir,
    { ...(existsSync(dataDir) ? { dataDir } : {}), pictures: 'named' },
    async (compilation) => {
      const [first] = compilation.problems;
      if (first !== undefined)
        throw new DeskError(`${contentDir} has errors, the first: ${formatFinding(first)}`);
      return {
        addresses: listStartAddresses(compilation),
        origin: formatOrigin(findSettings(compilation.records)),
      };
    },
  );
}

function printComparison({ compared, differences }: SiteComparison): void {
  const changes = [...Map.groupBy(differences, ({ kind }) => kind).values()];
  for (const [first, ...others] of changes.slice(0, SHOWN_MAX)) {
    console.log(`${first?.address} ${first?.what}`);
    const named = others.slice(0, ALIKE_SHOWN_MAX).map(({ address }) => address);
    if (named.length > 0)
      console.log(`  and ${others.length} more with the same change: ${named.join(', ')}`);
  }
  if (changes.length > SHOWN_MAX) console.log(`… and ${changes.length - SHOWN_MAX} more changes.`);
  console.log(
    `${compared} addresses compared: ${compared - differences.length} the same, ${differences.length} different.`,
  );
}
