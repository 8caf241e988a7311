import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTENT_FAULTS } from './faults/content-faults.ts';
import { DISK_FAULTS } from './faults/disk-faults.ts';
import { createFaultySite, type FaultOutcome, type FaultScenario } from './faults/faulty-site.ts';
import { STATE_FAULTS } from './faults/state-faults.ts';
import { TRAFFIC_FAULTS } from './faults/traffic-faults.ts';
import { publishRealSite } from './measured.ts';

const LOG_END = 300;
const FAULTS = [...STATE_FAULTS, ...DISK_FAULTS, ...CONTENT_FAULTS, ...TRAFFIC_FAULTS];

/**
 * Brings about what can happen to a running site, on copies of the site's own data, and prints what readers noticed of each. Linux
 * only. `--only` takes a part of the names of the wanted faults. Throws if one did not hold.
 */
export async function benchFaults(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string', default: '' } } });
  const published = await publishRealSite();
  const failed: string[] = [];
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
    const { measured, isHeld } = await runFault(fault, published);
    console.log(
      `${isHeld ? 'held    ' : 'NOT HELD'}  ${fault.name}\n          ${measured}\n          wanted: ${fault.wanted}`,
    );
    if (!isHeld) failed.push(fault.name);
  }
  rmSync(published, { recursive: true });
  if (failed.length > 0) throw new Error(`Not held: ${failed.join('; ')}`);
}

/** Runs the scenario on a copy of the published data. A fault that can't be brought about counts as not held. */
async function runFault(fault: FaultScenario, published: string): Promise<FaultOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-fault-'));
  // Also for an account that may not write.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  cpSync(published, dataDir, { recursive: true });
  const { site, stop } = createFaultySite(dataDir);
  try {
    return await fault.run(site);
  } catch (error) {
    return { measured: `${error}; the log ends: ${site.output().slice(-LOG_END)}`, isHeld: false };
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
