import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable, startMeasuredServer } from '../measured.ts';
import { publishRealSite } from '../real-site.ts';
import { type BrokenRequest, createRequestMaker } from './fuzz-requests.ts';

const CONNECTIONS = 8;
/** Longer than the server's own timeout of half a minute for a request that doesn't arrive. */
const PATIENCE_MS = 45_000;
/** An answer counts as complete when no byte has arrived for this long. */
const REST_MS = 300;
const LEAK = /\bat (?:async )?[\w.<>]* ?\(?(?:file:|node:|\/)|node_modules|SQLITE_|\bError: /;

type Outcome = {
  readonly seed: number;
  readonly number: number;
  readonly request: string;
  readonly fault: string;
};

/**
 * Sends malformed requests, each on its own connection, and lists faulty answers: 5xx, no answer, a redirect to another
 * site, a stack trace. `--seeds 1,2,3,4,5`, `--requests 10000` for each; the same seed makes the same requests. Exits with 1
 * if there was a fault.
 */
export async function benchFuzz(args: readonly string[]): Promise<void> {
  const options = {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    requests: { type: 'string', default: '10000' },
  } as const;
  const { seeds, requests } = parseArgs({ args: [...args], options }).values;
  const dir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  await publishRealSite(dir);
  const server = await startMeasuredServer({ DATA_DIR: dir });
  const port = Number(new URL(server.origin).port);
  const faults: Outcome[] = [];
  const rows = [];
  for (const seed of seeds.split(',').map(Number)) {
    const statuses = await fuzz({ port, seed, requests: Number(requests), faults });
    rows.push({ seed, ...statuses, rssMb: server.readMemoryMb() });
  }
  await server.stop();
  rmSync(dir, { recursive: true });
  printTable(rows);
  for (const { seed, number, request, fault } of faults.slice(0, 20))
    console.error(`seed ${seed}, request ${number}: ${fault}\n${JSON.stringify(request.slice(0, 400))}`);
  if (faults.length > 0) process.exitCode = 1;
}

type Fuzzing = {
  readonly port: number;
  readonly seed: number;
  readonly requests: number;
  readonly faults: Outcome[];
};

async function fuzz({ port, seed, requests, faults }: Fuzzing): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  const makeRequest = createRequestMaker(seed);
  let sent = 0;
  const runConnection = async () => {
    while (sent < requests) {
      const number = sent++;
      const request = makeRequest();
      const answer = await exchange(port, request);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'none';
      statuses[status] = (statuses[status] ?? 0) + 1;
      const fault = status === 'none' && !request.isWhole ? undefined : findFault(status, answer);
      if (fault !== undefined) faults.push({ seed, number, request: request.text, fault });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runConnection));
  return statuses;
}

function findFault(status: string, answer: string): string | undefined {
  if (status === 'none') return 'no answer';
  if (status.startsWith('5')) return `answered ${status}`;
  const location = /^location: (.*)$/im.exec(answer)?.[1]?.trim();
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return `leads to ${location}`;
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  if (status.startsWith('4') && LEAK.test(body)) return `says ${LEAK.exec(body)?.[0]}`;
  return undefined;
}

/** Everything received until the connection closes; a complete request asks the server for that (`Connection: close`). */
function exchange(port: number, { text, isWhole }: BrokenRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let received = '';
    socket.setEncoding('latin1');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (text) => {
      received += text;
      // After its answer the server may still wait for a body that the request announced.
      socket.setTimeout(REST_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    if (isWhole) socket.write(text, 'latin1');
    else socket.end(text, 'latin1');
  });
}
