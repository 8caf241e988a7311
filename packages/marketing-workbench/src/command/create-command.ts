import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';

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
      const call = `Usage: ${formatCall(usage)}`;
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

/** The package that imports sites has a program of its own for its one command. */
const IMPORT_PROGRAM = 'marketing-workbench-import';

function formatCall(usage: string): string {
  return path.parse(process.argv[1] ?? '').name === IMPORT_PROGRAM
    ? `npx ${usage.replace(/^import\b/, IMPORT_PROGRAM)}`
    : `npx marketing-workbench ${usage}`;
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
