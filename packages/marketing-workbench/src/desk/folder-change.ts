import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { formatFinding } from '../content/content-finding.ts';
import { listContentFolder } from '../content/content-folder.ts';
import { compileWithCaches } from '../publishing/compile-with-caches.ts';
import { DeskError } from './desk-error.ts';

type FileMove = readonly [from: string, to: string];

/** What a command changes in the content folder. Paths start with the folder's own name. */
export type ChangePlan = {
  /** New contents by path; a file that moves has its new path. */
  readonly written: ReadonlyMap<string, string>;
  readonly moved: readonly FileMove[];
  readonly copied: readonly FileMove[];
  readonly removed: readonly string[];
  /** Addresses that change. */
  readonly renamed: readonly FileMove[];
  /** Lines to print besides those on files that move or go. */
  readonly lines: readonly string[];
  readonly summary: string;
  /** Returns whether the owner accepts a problem. */
  readonly accepts?: (problem: string) => boolean;
};

type ContentFolders = Pick<Config, 'contentDir' | 'dataDir'>;

/** New bytes of each file; null removes it. */
type FileChanges = ReadonlyMap<string, Uint8Array | null>;

/** What a plan did or would do, or the new problems for which nothing was written. */
export type PlanResult = { readonly isRefused: boolean; readonly lines: readonly string[] };

/**
 * Checks the plan on a copy of the folder, shows it, and writes all of it or nothing. Returns the
 * exit status.
 */
export async function applyPlan(
  plan: ChangePlan,
  folders: ContentFolders,
  isDryRun: boolean,
): Promise<number> {
  const { isRefused, lines } = await carryOutPlan(plan, folders, isDryRun);
  if (isRefused) console.error(lines.join('\n'));
  else console.log(lines.join('\n'));
  return isRefused ? 1 : 0;
}

/** Checks the plan on a copy of the folder, and writes all of it or nothing. */
export async function carryOutPlan(
  plan: ChangePlan,
  folders: ContentFolders,
  isDryRun: boolean,
): Promise<PlanResult> {
  const change = createFileChanges(plan, folders);
  refuseLockedFolders(folders, change);
  const problems = await listNewProblems(plan, change, folders);
  const refused = problems.filter((problem) => plan.accepts?.(problem) !== true);
  if (refused.length > 0) {
    const lines = [...refused, 'Nothing was written; the check would report the above.'];
    return { isRefused: true, lines };
  }
  if (!isDryRun) writeFileChanges(folders, change);
  const lines = [
    ...plan.moved.map(([from, to]) => `${from} → ${to}`),
    ...plan.copied.map(([from, to]) => `${from} → ${to} (a copy, as another text uses it, too)`),
    ...plan.removed.map((file) => `${file} removed`),
    ...plan.lines,
    ...(problems.length > 0
      ? ['To correct by hand:', ...problems.map((problem) => `  ${problem}`)]
      : []),
    isDryRun ? `Nothing was written (--dry-run). ${plan.summary}` : plan.summary,
  ];
  return { isRefused: false, lines };
}

function createFileChanges(
  { written, moved, copied, removed }: ChangePlan,
  { contentDir }: ContentFolders,
): FileChanges {
  const base = path.dirname(path.resolve(contentDir));
  return new Map<string, Uint8Array | null>([
    ...[...moved, ...copied].map(
      ([from, to]) => [to, readFileSync(path.join(base, from))] as const,
    ),
    ...[...written].map(([file, text]) => [file, Buffer.from(text)] as const),
    ...[...moved.map(([from]) => from), ...removed].map((file) => [file, null] as const),
  ]);
}

function refuseLockedFolders({ contentDir }: ContentFolders, change: FileChanges): void {
  const base = path.dirname(path.resolve(contentDir));
  for (const file of change.keys()) {
    let folder = path.dirname(file);
    // Up to the root: the folder of the content folder may be missing too.
    while (!existsSync(path.resolve(base, folder)))
      folder = path.dirname(path.resolve(base, folder));
    if (!statSync(path.resolve(base, folder)).isDirectory())
      throw new DeskError(`${folder} is a file; name another folder.`);
    try {
      accessSync(path.resolve(base, folder), constants.W_OK);
    } catch {
      throw new DeskError(`${folder} can’t be written to; make it writable for your account.`);
    }
  }
}

/**
 * Lists the problems, in the words of the check, that the folder would have after the change and
 * does not have now.
 */
async function listNewProblems(
  { moved, renamed }: ChangePlan,
  change: FileChanges,
  folders: ContentFolders,
): Promise<readonly string[]> {
  const parent = mkdtempSync(path.join(tmpdir(), 'content-'));
  const copy = path.join(parent, path.basename(path.resolve(folders.contentDir)));
  try {
    copyFolder(folders.contentDir, parent);
    for (const [file, bytes] of change) replaceOrRemoveFile(path.join(parent, file), bytes);
    const after = await listProblems({ ...folders, contentDir: copy });
    if (after.length === 0) return [];
    const before = new Set((await listProblems(folders)).map(withoutLine));
    // A problem that only moves is not a new one.
    const nameAsBefore = (problem: string) =>
      [...moved, ...renamed].reduce((text, [from, to]) => text.replaceAll(to, from), problem);
    return after.filter((problem) => !before.has(nameAsBefore(withoutLine(problem))));
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** Copies the folder without hidden files, which may be a whole repository. */
function copyFolder(contentDir: string, parent: string): void {
  const base = path.dirname(path.resolve(contentDir));
  for (const file of listContentFolder(contentDir).files) {
    mkdirSync(path.join(parent, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(base, file), path.join(parent, file));
  }
}

function listProblems({ contentDir, dataDir }: ContentFolders): Promise<readonly string[]> {
  const caches = existsSync(dataDir) ? { dataDir } : {};
  const options = { ...caches, pictures: 'named' as const };
  return compileWithCaches(contentDir, options, async ({ problems }) =>
    problems.map(formatFinding),
  );
}

function withoutLine(problem: string): string {
  return problem.replace(/:\d+ /, ' ');
}

/** Writes all files or none: if one can't be written, those before it are restored. */
function writeFileChanges({ contentDir }: ContentFolders, change: FileChanges): void {
  const base = path.dirname(path.resolve(contentDir));
  const done: [place: string, before: Uint8Array | null][] = [];
  try {
    for (const [file, bytes] of change) {
      const place = path.join(base, file);
      const before = existsSync(place) ? readFileSync(place) : null;
      replaceOrRemoveFile(place, bytes);
      done.push([place, before]);
    }
  } catch (error) {
    for (const [place, before] of done) replaceOrRemoveFile(place, before);
    throw error;
  }
}

/** Writes a file whole or not at all, with the permissions that it had. */
function replaceOrRemoveFile(place: string, bytes: Uint8Array | null): void {
  if (bytes === null) {
    rmSync(place, { force: true });
    return;
  }
  const draft = path.join(path.dirname(place), `.${path.basename(place)}.${process.pid}`);
  mkdirSync(path.dirname(place), { recursive: true });
  try {
    writeFileSync(draft, bytes);
    if (existsSync(place)) chmodSync(draft, statSync(place).mode);
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
