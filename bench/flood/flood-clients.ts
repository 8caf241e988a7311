/**
 * A program that floods a site from many addresses of the loopback network (127.1.0.1 and on), each
 * with some connections that ask for the next address as soon as the last answer has arrived.
 * Prints how often each status was answered, as JSON.
 */
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    origin: { type: 'string', default: '' },
    addresses: { type: 'string', default: '64' },
    connections: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    counter: { type: 'string', default: '' },
  },
});

const endsAt = performance.now() + Number(values.seconds) * 1_000;
const statuses: Record<string, number> = {};
let sent = 0;

const clients = Array.from({ length: Number(values.addresses) }, (_, number) => {
  const localAddress = `127.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number(values.connections),
    localAddress,
  });
  return {
    agent,
    runs: Array.from({ length: Number(values.connections) }, () => sendRequests(agent)),
  };
});
await Promise.race([
  Promise.all(clients.flatMap(({ runs }) => runs)),
  setTimeout(Number(values.seconds) * 1_000 + 500),
]);
console.log(JSON.stringify(statuses));
process.exit();

async function sendRequests(agent: Agent): Promise<void> {
  while (performance.now() < endsAt) {
    sent += 1;
    const path = paths[sent % paths.length]?.replaceAll(values.counter, String(sent)) ?? '/';
    const status = await requestOutcome(path, agent);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

function requestOutcome(path: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get(`${values.origin}${path}`, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
    }).on('error', (error) => resolve(error.message));
  });
}
