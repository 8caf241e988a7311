import { execFile } from 'node:child_process';
import { type Config, findProgram } from '../../config.ts';
import { formatCount } from '../../content/format-count.ts';
import { HELD_BACK } from '../../publishing/keep-versions.ts';
import { listChanges, type PublishChanges } from '../../publishing/list-changes.ts';
import { summariseAdvice } from '../summarise-advice.ts';

/** Lines for the owner, and whether there is something that can be published. */
export type PublishProposal = { readonly lines: readonly string[]; readonly canPublish: boolean };

export type PublishedFolder = Pick<
  Config,
  'contentDir' | 'dataDir' | 'databaseUrl' | 'previewSecret'
>;

/** Says what publishing would change, or what prevents it. */
export async function proposePublishing(config: PublishedFolder): Promise<PublishProposal> {
  if (config.databaseUrl !== undefined) {
    const { status, output } = await runPublish('--dry-run');
    return { lines: output.split('\n'), canPublish: status === 0 || output.includes(HELD_BACK) };
  }
  return describeChanges(await listChanges(config));
}

const ALL_PUBLISHED = 'Everything is published already.';
const NOTHING_TO_PUBLISH = 'Nothing can be published until the errors are corrected:';

function describeChanges(changes: PublishChanges): PublishProposal {
  const { added, changed, removed, hasOther, drafts, problems, heldBack, advice } = changes;
  if (problems.length > 0) {
    const count = formatCount(problems.length, 'error');
    return {
      lines: [`${count} to correct before anything is published:`, ...problems, ...heldBack],
      canPublish: false,
    };
  }
  const lines = [
    ...added.map((name) => `New: ${name}`),
    ...changed.map((name) => `Changed: ${name}`),
    ...removed.map((name) => `Removed: ${name}`),
    ...(hasOther ? ['Changed: settings, sections or pictures of the site'] : []),
  ];
  const notes = [
    ...heldBack,
    ...(drafts > 0 ? [`Not published: ${formatCount(drafts, 'draft')}`] : []),
    ...summariseAdvice(advice),
  ];
  return lines.length === 0
    ? {
        lines: [heldBack.length > 0 ? NOTHING_TO_PUBLISH : ALL_PUBLISHED, ...notes],
        canPublish: false,
      }
    : { lines: [...lines, ...notes], canPublish: true };
}

const OUTPUT_BYTES_MAX = 50_000_000;

/**
 * Publishes as `npm run content -- publish` does: in a process of its own, with the settings and
 * limits of this one.
 */
export function runPublish(
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; output: string }>();
  execFile(
    process.execPath,
    [...process.execArgv, findProgram('content-cli'), 'publish', ...args],
    { maxBuffer: OUTPUT_BYTES_MAX },
    (error, stdout, stderr) =>
      resolve({
        status: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
        output: (stdout + stderr).trim(),
      }),
  );
  return promise;
}
