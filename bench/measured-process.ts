import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../tests/support/server-process.ts';

export type Measured = {
  readonly seconds: number;
  /** Of all its threads; on a busy machine the figure to compare. */
  readonly cpuSeconds: number;
  /** The most that was resident at a time. */
  readonly peakMegabytes: number;
};

const REPORT =
  'data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();process.stderr.write("\\nusage "+JSON.stringify([u+s,m]))})';

/** Runs a program of the repository to its end, and measures it; throws with what it said where it fails. */
export async function runMeasured(args: readonly string[], env: Environment): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${said}`);
  const [cpuMicros = 0, peakKibibytes = 0]: number[] = JSON.parse(/usage (\[.*\])/.exec(said)?.[1] ?? '[]');
  return {
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: cpuMicros / 1e6,
    peakMegabytes: (peakKibibytes * 1_024) / 1e6,
  };
}
