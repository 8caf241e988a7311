import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** A bridge in a network namespace of its own, so that nothing of the host's network changes. */
const BRIDGE = `
ip link add name bridge type bridge
ip link set bridge up
echo ready
exec sleep infinity`;

export type MachineNetwork = Awaited<ReturnType<typeof createMachineNetwork>>;

/** Creates a network for the machines of one test. */
export async function createMachineNetwork() {
  const bridge = spawn('unshare', ['--net', 'sh', '-euc', BRIDGE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(bridge, 'exit');
  onTestFinished(async () => {
    bridge.kill('SIGKILL');
    await ended;
  });
  await once(bridge.stdout, 'data');
  let ports = 0;
  return {
    /** Gives the machine with this process 1 an interface with an IPv4 address. */
    connect: async (pid: number, address: string) => {
      ports += 1;
      await runInNetwork(
        bridge.pid,
        `ip link add name port${ports} type veth peer name eth0 netns ${pid}; ip link set port${ports} master bridge up`,
      );
      await runInNetwork(pid, `ip address add ${address}/24 dev eth0; ip link set eth0 up`);
    },
  };
}

async function runInNetwork(pid: number | undefined, script: string): Promise<void> {
  await run('nsenter', [`--target=${pid}`, '--net', 'sh', '-euc', script]);
}
