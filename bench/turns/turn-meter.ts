/**
 * The server as `packages/marketing-workbench/src/server.ts` starts it, with a meter of the turns of its event loop that the
 * benchmark asks.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let isMeasuring = false;
let longestMs = 0;
let cpuBefore = 0;

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function readProcessMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs once a turn. Processor time of this thread is independent of what else the machine does. */
function measureTurn(before: number): void {
  const now = readThreadMs();
  longestMs = Math.max(longestMs, now - before);
  if (isMeasuring) setImmediate(measureTurn, now);
}

const meter = createServer((request, response) => {
  if (request.url === '/start') {
    longestMs = 0;
    cpuBefore = readProcessMs();
    isMeasuring = true;
    response.end('{}', () => setImmediate(measureTurn, readThreadMs()));
    return;
  }
  // After the turn that has just ended was measured.
  setImmediate(() => {
    isMeasuring = false;
    response.end(JSON.stringify({ longestMs, cpuMs: readProcessMs() - cpuBefore }));
  });
});
meter.listen(0, '127.0.0.1', () => {
  const { port }: Partial<AddressInfo> = Object(meter.address());
  console.log(`meter ${port}`);
});
// A single request may take longer than the default.
meter.keepAliveTimeout = 600_000;
meter.unref();

await import('../../packages/marketing-workbench/src/server.ts');
