import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { listNetworks, type NetworkPart } from '../api/networks.ts';
import { OverloadError } from './error-answer.ts';
import { createNetworkUsage, type NetworkUsage } from './network-usage.ts';

/**
 * All clients share these places. At 2 to 8 ms an answer the last one in a full queue waits for 1
 * to 5 s; if all are searches (19 ms), for 12 s.
 */
const REQUESTS_MAX = 512;
/**
 * So many more places are for strangers, one each: clients that were never answered and have no
 * open request.
 */
const STRANGERS_MAX = 128;
/** The most waiting requests of an IPv4 address or an IPv6 /64. */
const REQUESTS_PER_CLIENT_MAX = 128;
/** The most waiting requests of a larger network. */
const REQUESTS_PER_NETWORK_MAX = 256;
/**
 * The event loop accepts one connection a turn; after this many turns of accepting, a request
 * starts in any case.
 */
const ACCEPTING_TURNS_MAX = 64;
const OVERLOAD_NOTE_MS = 10_000;
/**
 * So many requests may be in their first `RUNNING_ALONE_MS`. If all ran at once, a reader who comes
 * next would share each turn with all others.
 */
const RUNNING_MAX = 1;
/**
 * Afterwards others may start beside a request: either it waits for something else than the
 * processor, or its answer is long.
 */
const RUNNING_ALONE_MS = 100;

/**
 * Usage is measured in milliseconds of waiting; one millisecond of processor time counts as two.
 */
const PROCESSOR_WEIGHT = 2;
/** Waiting up to this long counts as nothing, so that a short burst is answered in its order. */
const PATIENCE_MS = 500;
/** What an open request is expected to use: 10 ms of the processor. */
const EXPECTED_USE = 20;
/**
 * An answer counts as so much at least: the system measures processor time in steps of
 * milliseconds, so a short answer may seem to take none.
 */
const ANSWER_USE_MIN = 5;
/**
 * An answer counts as 50 ms of the processor at most: nobody knows how much of a longer time went
 * to cached pages and other requests.
 */
const ANSWER_USE_MAX = 100;
/**
 * A refusal adds this to a client's use. Waiting clients soon use more: a reader who was refused
 * once still comes before them, one who is refused again and again does not.
 */
const REFUSAL_USE = 100;
const REFUSAL_DELAY_MS = 500;
/** The cache's renewals get every fourth turn, and any turn in which no request waits. */
const BACKGROUND_EVERY = 4;

type Waiting = {
  readonly arrivedAt: number;
  readonly isWanted: () => boolean;
  readonly start: () => void;
  readonly refuse: () => void;
};

type Client = {
  readonly networks: readonly NetworkPart[];
  readonly waiting: Waiting[];
  open: number;
};

type QueueState = {
  /** The clients by the name of their smallest network. */
  readonly clients: Map<string, Client>;
  readonly background: Waiting[];
  readonly usage: NetworkUsage;
  /** Open requests by the name of a network. */
  readonly openOf: Map<string, number>;
  readonly tellRefusal: () => void;
  readonly onEmpty: (() => void)[];
  open: number;
  /** The number of requests that were started within `RUNNING_ALONE_MS` and not answered yet. */
  startedLately: number;
  onPlace: () => void;
  refused: number;
  connections: number;
  turns: number;
  isWorking: boolean;
};

export type AnswerQueue = ReturnType<typeof createAnswerQueue>;

/**
 * Starts at most one uncached request per turn of the event loop, and none while another one runs
 * alone: that of the client that has used least of the processor and of the queue lately (decision
 * 061). `onOverload` gets the number of refused requests since the last call, at most every ten
 * seconds.
 */
export function createAnswerQueue(onOverload: (refused: number) => void) {
  const state = createState(onOverload);
  return {
    noteConnection: () => {
      state.connections += 1;
    },
    /** `refused` since the start. */
    readState: () => {
      const clients = [...state.clients.values()];
      const waiting = clients.reduce(
        (sum, client) => sum + client.waiting.length,
        state.background.length,
      );
      return { waiting, running: state.open - waiting, refused: state.refused };
    },
    drained: async () => {
      if (state.open > 0) await new Promise<void>((resolve) => void state.onEmpty.push(resolve));
    },
    /**
     * Waits for the turn of a request from this address. Resolves with a function to call once the
     * answer is made. Rejects, after a pause, with an OverloadError if the queue or the share of
     * its network is full, if a client that has used less takes its place, or if `isWanted` is
     * false at its turn.
     */
    acquire: (address: string, isWanted = () => true): Promise<() => void> => {
      const client = findClient(state, address);
      if (makeRoomInQueue(state, client)) return addRequest(state, client, isWanted);
      noteRefusal(state, client);
      return failLater();
    },
    /** Does the same for work that no client waits for. */
    acquireInBackground: (): Promise<() => void> =>
      enqueue(state, state.background, { isWanted: () => true, onLeave: () => undefined }),
  };
}

function createState(onOverload: (refused: number) => void): QueueState {
  return {
    clients: new Map(),
    background: [],
    usage: createNetworkUsage(),
    openOf: new Map(),
    tellRefusal: createRefusalNotes(onOverload),
    onEmpty: [],
    open: 0,
    startedLately: 0,
    onPlace: () => undefined,
    refused: 0,
    connections: 0,
    turns: 0,
    isWorking: false,
  };
}

function findClient({ clients }: QueueState, address: string): Client {
  const networks = listNetworks(address);
  return clients.get(nameClient(networks)) ?? { networks, waiting: [], open: 0 };
}

function nameClient([smallest]: readonly NetworkPart[]): string {
  return smallest?.name ?? '';
}

/**
 * Returns whether the client may add a request. In a full queue the client that has used most gives
 * way to one that has used less.
 */
function makeRoomInQueue(state: QueueState, client: Client): boolean {
  if (client.networks.some((network, level) => isAtLimit(state, network, level))) return false;
  if (state.open < REQUESTS_MAX || hasPlaceForStranger(state, client)) return true;
  const worst = findExtreme(state, (use, most) => use > most);
  if (worst === undefined || measureUse(state, worst) <= measureUse(state, client) + EXPECTED_USE)
    return false;
  worst.waiting.pop()?.refuse();
  noteRefusal(state, worst);
  return true;
}

function hasPlaceForStranger({ open, usage }: QueueState, client: Client): boolean {
  return (
    open < REQUESTS_MAX + STRANGERS_MAX && client.open === 0 && usage.isStranger(client.networks)
  );
}

function isAtLimit({ openOf }: QueueState, { name }: NetworkPart, level: number): boolean {
  return (
    (openOf.get(name) ?? 0) >= (level === 0 ? REQUESTS_PER_CLIENT_MAX : REQUESTS_PER_NETWORK_MAX)
  );
}

function noteRefusal(state: QueueState, { networks }: Client): void {
  state.refused += 1;
  state.usage.add(networks, REFUSAL_USE, false);
  state.tellRefusal();
}

function addRequest(
  state: QueueState,
  client: Client,
  isWanted: () => boolean,
): Promise<() => void> {
  const name = nameClient(client.networks);
  const countOpen = (change: 1 | -1) => {
    client.open += change;
    for (const network of client.networks) changeCount(state.openOf, network.name, change);
  };
  state.clients.set(name, client);
  countOpen(1);
  const onLeave = (used: number, wasAnswered: boolean) => {
    state.usage.add(client.networks, used, wasAnswered);
    countOpen(-1);
    if (client.open === 0) state.clients.delete(name);
  };
  return enqueue(state, client.waiting, { isWanted, onLeave });
}

function changeCount(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

type Entering = {
  readonly isWanted: () => boolean;
  /**
   * Called with what the request has used, and whether it was started, which counts as answered.
   */
  readonly onLeave: (used: number, wasAnswered: boolean) => void;
};

function enqueue(
  state: QueueState,
  queue: Waiting[],
  { isWanted, onLeave }: Entering,
): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const arrivedAt = performance.now();
  let processor: NodeJS.CpuUsage | undefined;
  let waitedMs: number | undefined;
  let leavePlace = () => {};
  const leave = callOnce(() => {
    state.open -= 1;
    leavePlace();
    const wait = countWait(waitedMs ?? performance.now() - arrivedAt);
    onLeave(wait + countProcessor(processor), processor !== undefined);
    if (state.open === 0) for (const resolve of state.onEmpty.splice(0)) resolve();
  });
  state.open += 1;
  queue.push({
    arrivedAt,
    isWanted,
    start: () => {
      waitedMs = performance.now() - arrivedAt;
      processor = process.threadCpuUsage();
      leavePlace = takePlace(state);
      resolve(leave);
    },
    refuse: () => {
      leave();
      failLater().catch(reject);
    },
  });
  if (!state.isWorking) void runQueue(state);
  return promise;
}

/**
 * Whoever asks again at once after a refusal would otherwise keep the processor busy with refusals.
 */
async function failLater(): Promise<never> {
  await sleep(REFUSAL_DELAY_MS);
  throw new OverloadError();
}

function countWait(milliseconds: number): number {
  return Math.max(0, milliseconds - PATIENCE_MS);
}

/** Returns the processor time since the request was started. */
function countProcessor(since: NodeJS.CpuUsage | undefined): number {
  if (since === undefined) return 0;
  const { user, system } = process.threadCpuUsage(since);
  const used = ((user + system) / 1_000) * PROCESSOR_WEIGHT;
  return Math.min(Math.max(ANSWER_USE_MIN, used), ANSWER_USE_MAX);
}

async function runQueue(state: QueueState): Promise<void> {
  state.isWorking = true;
  for (;;) {
    while (state.startedLately >= RUNNING_MAX) await waitForPlace(state);
    await waitForIdleTurn(state);
    const next = takeNext(state);
    if (next === undefined) break;
    if (next.isWanted()) next.start();
    else next.refuse();
  }
  state.isWorking = false;
}

/** Returns a function that leaves the place. */
function takePlace(state: QueueState): () => void {
  state.startedLately += 1;
  const leavePlace = callOnce(() => {
    clearTimeout(timer);
    state.startedLately -= 1;
    state.onPlace();
  });
  const timer = setTimeout(leavePlace, RUNNING_ALONE_MS).unref();
  return leavePlace;
}

function waitForPlace(state: QueueState): Promise<void> {
  return new Promise((resolve) => {
    state.onPlace = resolve;
  });
}

/** Waits for a turn of the event loop in which no connection was accepted. */
async function waitForIdleTurn(state: QueueState): Promise<void> {
  for (let turn = 0; turn < ACCEPTING_TURNS_MAX; turn += 1) {
    const { connections } = state;
    await setImmediate();
    if (state.connections === connections) return;
  }
}

/**
 * Returns the oldest request of the client that has used least. Of clients that have used the same,
 * the last one served comes last.
 */
function takeNext(state: QueueState): Waiting | undefined {
  const { clients, background } = state;
  state.turns += 1;
  if (background.length > 0 && state.turns % BACKGROUND_EVERY === 0) return background.shift();
  const client = findExtreme(state, (use, least) => use < least);
  if (client === undefined) return background.shift();
  const name = nameClient(client.networks);
  clients.delete(name);
  clients.set(name, client);
  return client.waiting.shift();
}

/** Returns the first client with a waiting request whose use `isBetter` than that of all others. */
function findExtreme(
  state: QueueState,
  isBetter: (use: number, best: number) => boolean,
): Client | undefined {
  const now = performance.now();
  let best: { readonly client: Client; readonly use: number } | undefined;
  for (const client of state.clients.values()) {
    if (client.waiting.length === 0) continue;
    const use = measureUse(state, client, now);
    if (best === undefined || isBetter(use, best.use)) best = { client, use };
  }
  return best?.client;
}

/** Returns what the client has used lately, with what its open requests have used so far. */
function measureUse(
  { usage }: QueueState,
  { networks, waiting, open }: Client,
  now = performance.now(),
): number {
  let use = usage.read(networks, now) + open * EXPECTED_USE;
  for (const { arrivedAt } of waiting) use += countWait(now - arrivedAt);
  return use;
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

function callOnce(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
