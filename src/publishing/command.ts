import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { LargeCompilation, TextOutline } from '../content/checks/check-site.ts';
import { formatCount } from '../content/format-count.ts';
import { FONT_TYPE } from '../site/brand/own-style.ts';
import { isDownload } from '../site/downloads.ts';
import type { LiveTest } from '../site/live.ts';
import { PUBLIC_FILE } from '../site/public-files.ts';

export type CommandRequest = {
  readonly config: Config;
  readonly args: readonly string[];
};

export type Command = {
  readonly summary: string;
  /** Carries out the request, and returns the exit status. */
  readonly run: (request: CommandRequest) => Promise<number>;
};

type CommandArguments = {
  readonly positionals: readonly string[];
  readonly flags: { readonly [name: string]: boolean | undefined };
  readonly values: { readonly [name: string]: string | undefined };
};

/** Carries out a command, and returns its exit status. */
export type CommandRun = (config: Config, args: CommandArguments) => Promise<number>;

export const NOTHING_PUBLISHED = 'Nothing was published; what was published before is untouched.';

/**
 * Creates a command. `usage` declares the arguments: `<file>` is required, and `<file...>` may be
 * repeated; `[<file>]`, `[--flag]` and `[--flag <value>]` are optional. Others print the usage and
 * return 2. `load` imports the command, which takes up to a second, only when it runs.
 */
export function createCommand(
  usage: string,
  summary: string,
  load: () => Promise<CommandRun>,
): Command {
  return {
    summary: [summary, ...(usage.match(/[<[].*[\]>]/) ?? [])].join('; '),
    run: async ({ config, args }) => {
      const call = `Usage: npm run content -- ${usage}`;
      if (asksForHelp(args)) {
        console.log([call, ...(summary === '' ? [] : [`It ${summary}.`])].join('\n'));
        return 0;
      }
      const parsed = parseArguments(usage, args);
      if (typeof parsed !== 'string') return (await load())(config, parsed);
      console.error(`${parsed}\n${call}`);
      return 2;
    },
  };
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Returns the arguments, or what is wrong with them. */
function parseArguments(usage: string, args: readonly string[]): CommandArguments | string {
  const optional = usage.match(/\[[^\]]+\]/g) ?? [];
  const required = usage.replaceAll(/\[[^\]]+\]/g, '').match(/<[^>]+>/g) ?? [];
  const positionalsMax = required.some((one) => one.endsWith('...>'))
    ? Number.POSITIVE_INFINITY
    : required.length + optional.filter((one) => one.startsWith('[<')).length;
  const options = optional.flatMap((one) => {
    const name = /^\[--([a-z-]+)/.exec(one)?.[1];
    return name === undefined
      ? []
      : [[name, { type: one.includes('<') ? 'string' : 'boolean' }] as const];
  });
  try {
    const { values: given, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(options),
    });
    const missing = required.find((_, index) => (positionals[index] ?? '').trim() === '');
    if (missing !== undefined) return `${missing} is missing.`;
    const extra = positionals[positionalsMax];
    if (extra !== undefined)
      return `“${extra}” is one argument too many; put words that belong together in quotes.`;
    const pick = <Value>(isWanted: (value: unknown) => value is Value) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (isWanted(value) ? [[name, value]] : [])),
      );
    return {
      positionals,
      flags: pick((value) => typeof value === 'boolean'),
      values: pick((value) => typeof value === 'string'),
    };
  } catch (error) {
    return error instanceof Error ? `${error.message.replace(/\. .*/s, '')}.` : '';
  }
}

/**
 * Formats findings as "no problems", "no errors, 2 pieces of advice" or "1 error to fix, 2 pieces
 * of advice".
 */
export function formatFindings({
  problems,
  advice,
}: Pick<LargeCompilation, 'problems' | 'advice'>): string {
  if (problems.length + advice.length === 0) return 'no problems';
  const errors =
    problems.length === 0 ? 'no errors' : `${formatCount(problems.length, 'error')} to fix`;
  return advice.length === 0
    ? errors
    : `${errors}, ${formatCount(advice.length, 'piece')} of advice`;
}

type CountedContent = Pick<LargeCompilation, 'media' | 'records' | 'drafts'> & {
  readonly outlines: readonly TextOutline[];
};

/**
 * Formats the content as "96 live articles, 2 scheduled (the next on 2026-03-04 at 09:00 UTC), 1
 * draft, 28 legacy posts, 90 pictures".
 */
export function formatContentCounts(
  { records, media, outlines, drafts }: CountedContent,
  isLive: LiveTest,
): string {
  const count = (wanted: string) =>
    [...records, ...outlines].filter(({ kind }) => kind === wanted).length;
  const downloads = media.filter(({ type }) => isDownload(type)).length;
  const publicFiles = media.filter(({ type }) => type === PUBLIC_FILE).length;
  const fonts = media.filter(({ type }) => type === FONT_TYPE).length;
  const icons = records.flatMap((record) =>
    record.kind === 'site' ? Object.keys(record.brand.icons) : [],
  );
  const posts = outlines.filter((outline) => outline.kind === 'post');
  const later = posts
    .flatMap(({ slug, publishedAt }) => (isLive('post', slug, publishedAt) ? [] : publishedAt))
    .toSorted((one, other) => one - other);
  const preview = count('draft') + count('pageDraft') === 0 ? '' : ' for preview links only';
  return [
    formatCount(posts.length - later.length, 'live article'),
    ...later
      .slice(0, 1)
      .map((next) => `${later.length} scheduled (the next on ${formatNextTime(next)})`),
    ...(drafts === 0 ? [] : [formatCount(drafts, 'draft') + preview]),
    formatCount(count('legacy'), 'legacy post'),
    formatCount(media.length - downloads - publicFiles - fonts - icons.length, 'picture'),
    ...(downloads === 0 ? [] : [formatCount(downloads, 'download')]),
    ...(fonts === 0 ? [] : [formatCount(fonts, 'typeface file')]),
    ...(publicFiles === 0 ? [] : [formatCount(publicFiles, 'public file')]),
  ].join(', ');
}

/** Formats a time as "2026-03-04 at 09:00 UTC". */
function formatNextTime(time: number): string {
  const [day, clock = ''] = new Date(time).toISOString().split('T');
  return `${day} at ${clock.slice(0, 5)} UTC`;
}
