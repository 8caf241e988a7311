import { z } from 'zod';

/**
 * Names in the archive. The label is the first file, so that a program recognises a backup by its
 * first bytes.
 */
export const LABEL_NAME = 'backup.json';
export const STATE_NAME = 'state.sqlite';
export const CONTENT_PREFIX = 'content/';

const FORMAT = 1;

export const labelSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.string(),
});

export function formatBackupLabel(version: string, now: Date): string {
  const label = { format: FORMAT, version, createdAt: now.toISOString() } as const;
  return `${JSON.stringify(label satisfies z.infer<typeof labelSchema>)}\n`;
}

/** They hold no content, and programs create them anew. */
export const SKIPPED_NAMES: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Returns whether a file or folder of this name may be in a backup. */
export function isBackedUpName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is no name of a file
  return !/^\.{0,2}$|[\u0000-\u001f\\/]/.test(name) && !SKIPPED_NAMES.has(name.toLowerCase());
}
