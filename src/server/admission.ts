import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findNetwork } from '../api/networks.ts';
import { endpoints } from '../contract/endpoints.ts';
import { files, parseAddress } from '../site/addresses.ts';
import { PATH_MAX_LENGTH } from '../site/limits.ts';
import { hasHost } from './cache/front-server.ts';
import { OverloadError, type Refusal, refuse } from './error-answer.ts';

/** At 2 to 8 ms an answer the last one in a full queue waits for 1 to 4 s. */
const REQUESTS_MAX = 512;
const REQUESTS_PER_CLIENT_MAX = 128;
/** The event loop accepts one connection a turn; after this many turns of accepting, a request starts in any case. */
const ACCEPTING_TURNS_MAX = 64;
const OVERLOAD_NOTE_MS = 10_000;

type Waiting = { readonly isWanted: () => boolean; readonly start: () => void; readonly refuse: () => void };

type Client = { readonly name: string; readonly waiting: Waiting[]; open: number };

type State = {
  readonly clients: Map<string, Client>;
  readonly tellRefusal: () => void;
  readonly onEmpty: (() => void)[];
  open: number;
  refused: number;
  connections: number;
  isWorking: boolean;
};

export type AnswerQueue = ReturnType<typeof createAnswerQueue>;

/**
 * Starts at most one uncached request per turn of the event loop; clients take turns (decision 021). `onOverload` gets the number
 * of refused requests since the last call, at most every ten seconds.
 */
export function createAnswerQueue(onOverload: (refused: number) => void) {
  const state: State = {
    clients: new Map(),
    tellRefusal: createRefusalNotes(onOverload),
    onEmpty: [],
    ...{ open: 0, refused: 0, connections: 0, isWorking: false },
  };
  return {
    noteConnection: () => {
      state.connections += 1;
    },
    /** `refused` since the start. */
    readState: () => {
      const waiting = [...state.clients.values()].reduce((sum, client) => sum + client.waiting.length, 0);
      return { waiting, running: state.open - waiting, refused: state.refused };
    },
    drained: async () => {
      if (state.open > 0) await new Promise<void>((resolve) => void state.onEmpty.push(resolve));
    },
    /** Resolves with a function to call once the answer is made. Rejects if the queue is full or `isWanted` is false at its turn. */
    acquire: (name: string, isWanted = () => true): Promise<() => void> => {
      const client = state.clients.get(name) ?? { name, waiting: [], open: 0 };
      if (!makeRoom(state, client)) {
        noteRefusal(state);
        return Promise.reject(new OverloadError());
      }
      const turn = addRequest(state, client, isWanted);
      if (!state.isWorking) void work(state);
      return turn;
    },
  };
}

/** Whether the client may add a request. A full queue evicts the last one of the client with the most waiting. */
function makeRoom(state: State, client: Client): boolean {
  if (client.open >= REQUESTS_PER_CLIENT_MAX) return false;
  if (state.open < REQUESTS_MAX) return true;
  const busiest = findBusiest(state.clients);
  if (busiest === undefined || busiest.waiting.length <= client.waiting.length + 1) return false;
  busiest.waiting.pop()?.refuse();
  noteRefusal(state);
  return true;
}

function noteRefusal(state: State): void {
  state.refused += 1;
  state.tellRefusal();
}

function addRequest(state: State, client: Client, isWanted: () => boolean): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const leave = once(() => {
    state.open -= 1;
    client.open -= 1;
    if (client.open === 0) state.clients.delete(client.name);
    if (state.open === 0) for (const resolve of state.onEmpty.splice(0)) resolve();
  });
  state.clients.set(client.name, client);
  state.open += 1;
  client.open += 1;
  client.waiting.push({
    isWanted,
    start: () => resolve(leave),
    refuse: () => {
      leave();
      reject(new OverloadError());
    },
  });
  return promise;
}

async function work(state: State): Promise<void> {
  state.isWorking = true;
  for (;;) {
    await waitForIdleTurn(state);
    const next = takeNext(state.clients);
    if (next === undefined) break;
    if (next.isWanted()) next.start();
    else next.refuse();
  }
  state.isWorking = false;
}

/** Waits for a turn of the event loop in which no connection was accepted. */
async function waitForIdleTurn(state: State): Promise<void> {
  for (let turn = 0; turn < ACCEPTING_TURNS_MAX; turn += 1) {
    const { connections } = state;
    await setImmediate();
    if (state.connections === connections) return;
  }
}

/** The oldest request of the first client that has one waiting; that client then moves to the end. */
function takeNext(clients: Map<string, Client>): Waiting | undefined {
  for (const [name, client] of clients) {
    const next = client.waiting.shift();
    if (next === undefined) continue;
    clients.delete(name);
    clients.set(name, client);
    return next;
  }
  return undefined;
}

function findBusiest(clients: ReadonlyMap<string, Client>): Client | undefined {
  let busiest: Client | undefined;
  for (const client of clients.values())
    if (client.waiting.length > (busiest?.waiting.length ?? 0)) busiest = client;
  return busiest;
}

function createRefusalNotes(onOverload: (refused: number) => void): () => void {
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    refused += 1;
    if (performance.now() - toldAt < OVERLOAD_NOTE_MS) return;
    onOverload(refused);
    refused = 0;
    toldAt = performance.now();
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

/** The cache's renewals queue under this client name, which no network address can equal. */
export const BACKGROUND_CLIENT = 'background';
/** Monitoring is answered at once, even while the site is overloaded. */
const UNQUEUED: ReadonlySet<string> = new Set([
  files.readiness(),
  files.metrics(),
  endpoints.health.address(),
]);

export type Admission = ReturnType<typeof createAdmission>;

/** Handles every request that the cache doesn't answer: sets security headers, refuses invalid requests, queues the others. */
export function createAdmission(queue: AnswerQueue, securityHeaders: Readonly<Record<string, string>>) {
  const turns = new WeakMap<FastifyRequest, () => void>();
  const takeTurn = async (request: FastifyRequest, { raw }: FastifyReply) => {
    const finish = await queue.acquire(findNetwork(request.ip), () => !raw.destroyed);
    turns.set(request, finish);
    raw.once('close', finish);
  };
  /** Resolves when the request may be answered, or with the reply if it was refused. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers(securityHeaders);
    const refusal = findRefusal(request.raw);
    if (refusal !== undefined) return refuse(request, reply, refusal);
    if (!UNQUEUED.has(request.raw.url ?? '/')) await takeTurn(request, reply);
    return undefined;
  };
  return {
    admit,
    register: (app: FastifyInstance) => {
      app.server.on('connection', queue.noteConnection);
      app.addHook('onRequest', admit);
      app.addHook('preHandler', (request, { raw }, done) => {
        const finish = turns.get(request);
        // If the client has disconnected, `close` has already ended the turn. From here on only the answer ends it.
        if (finish !== undefined && raw.writable) raw.off('close', finish);
        done();
      });
      app.addHook('onSend', async (request) => turns.get(request)?.());
    },
  };
}

function findRefusal(request: IncomingMessage): Refusal | undefined {
  const { method, url = '/' } = request;
  if (method !== 'GET' && method !== 'HEAD') return 'method';
  if (!hasHost(request)) return 'missingHost';
  const isLong = url.length > PATH_MAX_LENGTH && parseAddress(url).pathname.length > PATH_MAX_LENGTH;
  return isLong ? 'longAddress' : undefined;
}
