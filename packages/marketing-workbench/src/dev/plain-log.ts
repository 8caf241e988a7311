import { z } from 'zod';

const entrySchema = z.object({
  msg: z.string(),
  err: z.object({ stack: z.string() }).partial().optional(),
});

/**
 * Takes the framework's lines of JSON, which are for programs, and writes what they say for an
 * author at a terminal.
 */
export const PLAIN_LOG = {
  write: (line: string): void => {
    console.error(formatLogLine(line));
  },
};

/** Returns the message of a line of JSON, with the stack of its error; any other line as it is. */
export function formatLogLine(line: string): string {
  const { msg, err } = parseEntry(line) ?? { msg: line.trimEnd() };
  return err?.stack ?? msg;
}

function parseEntry(line: string): z.infer<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
