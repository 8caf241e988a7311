import type { Config } from '../config.ts';

export type CommandRequest = {
  readonly config: Config;
  /** What stands behind the command's name. */
  readonly args: readonly string[];
};

export type Command = {
  /** One line for the usage text. */
  readonly summary: string;
  /** Does it, tells what it did, and answers the exit status: 0 where it did what it says. */
  readonly run: (request: CommandRequest) => Promise<number>;
};
