import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type ContentProblem, formatProblem } from '../content/content-problem.ts';

export type CommandRequest = {
  readonly config: Config;
  /** The arguments after the command's name. */
  readonly args: readonly string[];
};

export type Command = {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Runs the command, prints what it did, and returns the exit status: 0 for success. */
  readonly run: (request: CommandRequest) => Promise<number>;
};

type Arguments = {
  readonly file: string;
  readonly flags: { readonly [name: string]: boolean | undefined };
};

export const NOTHING_PUBLISHED = 'Nothing was published; what was published before is untouched.';

/**
 * A command with the arguments that its usage names: `<file>` is required, `[--flag]` optional. For any others it prints the
 * usage and returns 2.
 */
export function createCommand(
  usage: string,
  summary: string,
  run: (config: Config, args: Arguments) => Promise<number>,
): Command {
  return {
    summary: [summary, ...(usage.match(/\[.*\]/) ?? [])].join('; '),
    run: async ({ config, args }) => {
      const parsed = parseArguments(usage, args);
      if (parsed !== undefined) return run(config, parsed);
      console.error(`Usage: npm run content -- ${usage}`);
      return 2;
    },
  };
}

function parseArguments(usage: string, args: readonly string[]): Arguments | undefined {
  const flags = [...usage.matchAll(/\[--([a-z-]+)\]/g)].map(([, name = '']) => name);
  const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' } as const]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const isComplete = positionals.length === (usage.includes('<file>') ? 1 : 0);
    return isComplete ? { file: positionals[0] ?? '', flags: values } : undefined;
  } catch {
    return undefined;
  }
}

/** Prints every problem to standard error; returns whether there are any. */
export function reportProblems(problems: readonly ContentProblem[]): boolean {
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.length > 0) console.error(`${problems.length} to put right.`);
  return problems.length > 0;
}

/** "96 articles, 28 legacy posts, 90 pictures". */
export function formatCounts({ records, texts }: LargeCompilation): string {
  const kinds = [...records, ...texts.map(({ outline }) => outline)].map(({ kind }) => kind);
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return `${count('post')} articles, ${count('legacy')} legacy posts, ${count('media')} pictures`;
}
