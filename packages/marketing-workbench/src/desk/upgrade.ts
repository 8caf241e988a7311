import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandRun } from '../command/create-command.ts';
import { formatSchemas } from '../content/schemas.ts';
import { SITE_SCHEMA } from './new-site-files.ts';
import { dependsOnEngine } from './scaffold-site.ts';

/** A part of the owner's files that an earlier version wrote and this one wants otherwise. */
export type Upgrade = {
  /** A sentence for the owner: which file, and what is out of date. */
  readonly reason: string;
  /** New text of each file; null removes it. */
  readonly changes: ReadonlyMap<string, string | null>;
};

type FindUpgrade = (contentDir: string) => Upgrade | undefined;

/** Each finds what it changes, and nothing once it is changed. New ones go to the end. */
const UPGRADES: readonly FindUpgrade[] = [findSchemaCopy];

/** Lists what this version wants changed in a site. */
export function listUpgrades(contentDir: string): readonly Upgrade[] {
  return UPGRADES.flatMap((find) => find(contentDir) ?? []);
}

export const upgrade: CommandRun = async ({ contentDir }, { flags }) => {
  const isDryRun = flags['dry-run'] === true;
  const upgrades = listUpgrades(contentDir);
  for (const { reason, changes } of upgrades) {
    console.log(reason);
    for (const [file, text] of changes) {
      if (!isDryRun) changeFile(file, text);
      console.log(`  ${file} ${text === null ? 'removed' : 'changed'}`);
    }
  }
  if (upgrades.length === 0) console.log(`${contentDir} is up to date.`);
  else if (isDryRun) console.log('Nothing was written.');
  return 0;
};

function changeFile(file: string, text: string | null): void {
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
}

const SCHEMA_COPY = '.schemas/site.schema.json';

/**
 * Versions before 2.0 wrote a copy of the schema into the content folder, which then was that of
 * the version that had written it.
 */
function findSchemaCopy(contentDir: string): Upgrade | undefined {
  const [settings, copy] = [path.join(contentDir, 'site.yaml'), path.join(contentDir, SCHEMA_COPY)];
  if (!existsSync(copy)) return undefined;
  if (!dependsOnEngine(path.dirname(contentDir))) {
    const current = formatSchemas()['site.schema.json'] ?? '';
    return readFileSync(copy, 'utf8') === current
      ? undefined
      : {
          reason: `${copy} is the schema of another version.`,
          changes: new Map([[copy, current]]),
        };
  }
  const text = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  const named = text.replace(`$schema=${SCHEMA_COPY}`, `$schema=${SITE_SCHEMA}`);
  return {
    reason: `${copy} is the schema of the version that wrote it; each version brings its own.`,
    changes: new Map([...(named === text ? [] : [[settings, named] as const]), [copy, null]]),
  };
}
