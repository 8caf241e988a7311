import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { EventCounter } from '../api/event-counter.ts';
import type { Config } from '../config.ts';
import { announceAddress, stopOnSignals } from './lifetime.ts';

type Supervision = {
  readonly config: Config;
  readonly program: string;
  readonly describeDatabase: () => string;
  /** Counts in this process: a visitor counts once, whichever workers answer. */
  readonly countEvent: EventCounter;
};

/** A worker that exits earlier is replaced after this time, so that a permanent fault causes no busy loop. */
const RESTART_AFTER_MS = 1_000;
const SEND_EVERY_MS = 500;

/** Runs the workers on one port and replaces those that exit. Resolves when all have stopped. */
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { config, program } = supervision;
  cluster.setupPrimary({ exec: program });
  const port = await waitUntilListening(startWorker(supervision));
  if (port === undefined) {
    process.exitCode = 1;
    return;
  }
  const others = Array.from({ length: config.workers - 1 }, () => startWorker(supervision));
  const stopped = replaceExited(supervision);
  const stopSending = sendDatabaseState(supervision.describeDatabase);
  // If the first exited before another one listens, the port would be free.
  await Promise.all(others.map(waitUntilListening));
  announceAddress(config.host, port);
  await stopped;
  stopSending();
}

async function waitUntilListening(worker: Worker): Promise<number | undefined> {
  return Promise.race([
    once(worker, 'listening').then(([{ port }]) => Number(port)),
    once(worker, 'exit').then(() => undefined),
  ]);
}

function startWorker({ describeDatabase, countEvent }: Supervision): Worker {
  const worker = cluster.fork();
  worker.on('message', ({ event }: MessageToSupervisor) => countEvent(...event));
  send(worker, { kind: 'database', text: describeDatabase() });
  return worker;
}

/** Resolves when the last worker has exited after a signal. */
function replaceExited(supervision: Supervision): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const startedAt = new WeakMap<Worker, number>();
  let isStopping = false;
  cluster.on('fork', (worker) => startedAt.set(worker, Date.now()));
  const settle = () => {
    if (listWorkers().length === 0) stopped.resolve();
  };
  // A worker that has exited stays listed until its last message is read.
  cluster.on('disconnect', () => isStopping && settle());
  cluster.on('exit', (worker) => {
    if (isStopping) return settle();
    const age = Date.now() - (startedAt.get(worker) ?? 0);
    setTimeout(() => !isStopping && startWorker(supervision), Math.max(0, RESTART_AFTER_MS - age));
  });
  const stop = () => {
    isStopping = true;
    sendToAll({ kind: 'stop' });
    settle();
  };
  const { drainSeconds } = supervision.config;
  stopOnSignals(stop, { drainSeconds, onDrain: () => sendToAll({ kind: 'drain' }) });
  return stopped.promise;
}

/** Sends each change of the database's state to the workers. Returns a function that stops this. */
function sendDatabaseState(describeDatabase: () => string): () => void {
  let sent = describeDatabase();
  const timer = setInterval(() => {
    const text = describeDatabase();
    if (text !== sent) sendToAll({ kind: 'database', text });
    sent = text;
  }, SEND_EVERY_MS);
  return () => clearInterval(timer);
}

function listWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function sendToAll(message: MessageToWorker): void {
  for (const worker of listWorkers()) send(worker, message);
}

function send(worker: Worker, message: MessageToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

type Orders = { readonly onDrain: () => void; readonly onStop: () => void };

/** A worker's side of the channel to the supervisor, which alone acts on signals that all processes get. */
export function linkToSupervisor({ onDrain, onStop }: Orders) {
  let database = 'not known yet';
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (order: MessageToWorker) => {
    if (order.kind === 'database') database = order.text;
    if (order.kind === 'drain') onDrain();
    if (order.kind === 'stop') onStop();
  });
  return {
    describeDatabase: () => database,
    countEvent: (...event: Parameters<EventCounter>) => {
      process.send?.({ event } satisfies MessageToSupervisor);
    },
  };
}

type MessageToWorker =
  | { readonly kind: 'database'; readonly text: string }
  | { readonly kind: 'drain' | 'stop' };

type MessageToSupervisor = { readonly event: Parameters<EventCounter> };
