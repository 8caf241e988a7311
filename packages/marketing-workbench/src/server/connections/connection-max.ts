import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { ConnectionMax } from './connection-tracker.ts';

/** The rest is for files that are being sent, and for processes that draw cards. */
const CONNECTIONS_PART = 3 / 4;
/** The part of the connections that may only be refused. */
const SURPLUS_PART = 1 / 8;

const reportSchema = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }),
});

/**
 * How many connections leave descriptors for everything else, by the process's limit (`ulimit -n`)
 * and those that are open now. Undefined if there is no limit or the system doesn't tell it.
 */
export function readConnectionMax(): ConnectionMax | undefined {
  const report = reportSchema.safeParse(process.report.getReport());
  const limit = report.data?.userLimits.open_files.soft;
  const open = countDescriptors();
  return typeof limit === 'number' && open !== undefined
    ? divideDescriptors(limit - open)
    : undefined;
}

/** Reads no file: on Linux and macOS this folder has an entry for each descriptor. */
function countDescriptors(): number | undefined {
  try {
    return readdirSync('/dev/fd').length;
  } catch {
    return undefined;
  }
}

/** Leaves at least one connection to answer and one to refuse, however few descriptors are free. */
export function divideDescriptors(free: number): ConnectionMax {
  const total = Math.max(2, Math.floor(free * CONNECTIONS_PART));
  return { total, busy: total - Math.max(1, Math.floor(total * SURPLUS_PART)) };
}
