import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machineFiles } from '../../../packages/marketing-workbench/src/site/addresses.ts';

type Backend = { readonly origin: () => string };

const CHECK_EVERY_MS = 100;
/** Headers of one connection, not of the answer. `fetch` decodes the body. */
const OWN_HEADERS = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
];

/**
 * Behaves like the proxies in `deploy`: takes turns among the nodes that are ready, asks the next
 * one if one does not answer, or answers 404 for an asset.
 */
export async function createNodeProxy(nodes: readonly Backend[]) {
  const ready = new Set(nodes);
  let turn = 0;
  const check = async (node: Backend) => {
    const isReady = await fetch(`${node.origin()}${machineFiles.readiness()}`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(node);
    else ready.delete(node);
  };
  const checks = setInterval(() => void Promise.all(nodes.map(check)), CHECK_EVERY_MS);
  const server = createServer((request, response) => {
    turn += 1;
    const order = nodes.map((_node, place) => nodes[(turn + place) % nodes.length]);
    const usable = order.filter((node) => node !== undefined).filter((node) => ready.has(node));
    void passOn(request, response, usable);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${addressOf(server.address()).port}`,
    [Symbol.asyncDispose]: async () => {
      clearInterval(checks);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  nodes: readonly Backend[],
): Promise<void> {
  const path = request.url ?? '/';
  const headers = {
    'user-agent': request.headers['user-agent'] ?? '',
    'x-forwarded-for': String(request.headers['x-forwarded-for'] ?? '127.0.0.1'),
  };
  const answers = nodes.map((node) => async () => {
    const answer = await fetch(`${node.origin()}${path}`, { headers });
    return {
      status: answer.status,
      headers: answer.headers,
      body: Buffer.from(await answer.arrayBuffer()),
    };
  });
  let last: Awaited<ReturnType<NonNullable<(typeof answers)[0]>>> | undefined;
  for (const ask of answers) {
    last = (await ask().catch(() => undefined)) ?? last;
    if (
      last !== undefined &&
      last.status < 500 &&
      !(last.status === 404 && path.startsWith('/assets/'))
    )
      break;
  }
  if (last === undefined) {
    response.writeHead(502).end();
    return;
  }
  for (const [name, value] of last.headers)
    if (!OWN_HEADERS.includes(name)) response.setHeader(name, value);
  response.writeHead(last.status).end(last.body);
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address;
}
