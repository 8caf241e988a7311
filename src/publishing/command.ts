import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type ContentProblem, formatProblem } from '../content/content-problem.ts';

export type CommandRequest = {
  readonly config: Config;
  readonly args: readonly string[];
};

export type Command = {
  readonly summary: string;
  /** Returns the exit status. */
  readonly run: (request: CommandRequest) => Promise<number>;
};

type Arguments = {
  readonly positionals: readonly string[];
  readonly flags: { readonly [name: string]: boolean | undefined };
  readonly values: { readonly [name: string]: string | undefined };
};

export const NOTHING_PUBLISHED = 'Nothing was published; what was published before is untouched.';

/**
 * `usage` declares the arguments: `<file>` is required, `[<file>]`, `[--flag]` and `[--flag <value>]` are optional. Others
 * print the usage and return 2.
 */
export function createCommand(
  usage: string,
  summary: string,
  run: (config: Config, args: Arguments) => Promise<number>,
): Command {
  return {
    summary: [summary, ...(usage.match(/[<[].*[\]>]/) ?? [])].join('; '),
    run: async ({ config, args }) => {
      const parsed = parseArguments(usage, args);
      if (parsed !== undefined) return run(config, parsed);
      console.error(`Usage: npm run content -- ${usage}`);
      return 2;
    },
  };
}

function parseArguments(usage: string, args: readonly string[]): Arguments | undefined {
  const optional = usage.match(/\[[^\]]+\]/g) ?? [];
  const countIn = (text: string) => text.match(/<[^>]+>/g)?.length ?? 0;
  const positionalsMin = countIn(usage) - countIn(optional.join(''));
  const positionalsMax = positionalsMin + optional.filter((one) => one.startsWith('[<')).length;
  const options = optional.flatMap((one) => {
    const name = /^\[--([a-z-]+)/.exec(one)?.[1];
    return name === undefined ? [] : [[name, { type: one.includes('<') ? 'string' : 'boolean' }] as const];
  });
  try {
    const { values: given, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true, options: Object.fromEntries(options) },
    });
    if (positionals.length < positionalsMin || positionals.length > positionalsMax) return undefined;
    const pick = <Value>(isWanted: (value: unknown) => value is Value) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (isWanted(value) ? [[name, value]] : [])),
      );
    return {
      positionals,
      flags: pick((value) => typeof value === 'boolean'),
      values: pick((value) => typeof value === 'string'),
    };
  } catch {
    return undefined;
  }
}

/** Returns whether there are any. */
export function reportProblems(problems: readonly ContentProblem[]): boolean {
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.length > 0) console.error(`${problems.length} to fix.`);
  return problems.length > 0;
}

/** "96 articles, 28 legacy posts, 90 pictures". */
export function formatCounts({ records, texts }: LargeCompilation): string {
  const kinds = [...records, ...texts.map(({ outline }) => outline)].map(({ kind }) => kind);
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  const drafts = count('draft') === 0 ? '' : `, ${count('draft')} drafts for preview links only`;
  return `${count('post')} articles, ${count('legacy')} legacy posts, ${count('media')} pictures${drafts}`;
}
