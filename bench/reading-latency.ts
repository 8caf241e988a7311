import { Agent, request } from 'node:http';

/** Between two requests, so that the reader leaves both cores to those who are measured. */
const PAUSE_MS = 3;

/** Asks for the pages in turn over one connection while `meanwhile` goes on, each once before; in milliseconds. */
export async function measureReading(addresses: readonly string[], meanwhile: () => Promise<void>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const address of addresses) await read(address, agent);
  const state = { isOver: false };
  const work = meanwhile().finally(() => {
    state.isOver = true;
  });
  const times: number[] = [];
  while (!state.isOver) {
    times.push(await read(addresses[times.length % addresses.length] ?? '', agent));
    await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS));
  }
  await work;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { count: times.length, p50: at(0.5), p99: at(0.99) };
}

function read(address: string, agent: Agent): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}.`));
      response.resume().on('end', () => resolve(performance.now() - start));
    });
    asked.on('error', reject).end();
  });
}
