import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { EventCounter } from '../api/event-counter.ts';
import type { Config } from '../config.ts';
import { hasDescriptorsForProcess, TOO_FEW_DESCRIPTORS } from './fork-process.ts';
import { announceAddress, stopOnSignals } from './lifetime.ts';
import { formatMetrics, type Samples } from './monitoring/families.ts';
import { createWorkerSamples } from './monitoring/worker-samples.ts';

type Supervision = {
  readonly config: Config;
  readonly program: string;
  readonly describeDatabase: () => string;
  /** Counts in this process: a visitor counts once, whichever workers answer. */
  readonly countEvent: EventCounter;
  /** The samples of this process, if there are metrics. */
  readonly readSamples: (() => Samples) | undefined;
};

/** How many requests of a worker that is killed the metrics may lack. */
const REPORT_EVERY_MS = 1_000;
/**
 * A worker that exits earlier is replaced after this time, so that a permanent fault causes no busy
 * loop.
 */
const RESTART_AFTER_MS = 1_000;
const SEND_EVERY_MS = 500;

/** Runs the workers on one port and replaces those that exit. Resolves when all have stopped. */
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { config, program } = supervision;
  cluster.setupPrimary({ exec: program });
  const stopReporting = supervision.readSamples && collectSamples(supervision.readSamples);
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
  stopReporting?.();
}

async function waitUntilListening(worker: Worker): Promise<number | undefined> {
  return Promise.race([
    once(worker, 'listening').then(([{ port }]) => Number(port)),
    once(worker, 'exit').then(() => undefined),
  ]);
}

function startWorker({ describeDatabase, countEvent }: Supervision): Worker {
  const worker = cluster.fork();
  worker.on('error', (error: Error) => {
    if (worker.process.pid !== undefined) return;
    logStartFailure(error.message);
    // It has no process, so it never exits; the event makes `replaceExited` start another.
    setImmediate(() => cluster.emit('exit', worker));
  });
  worker.on('message', (message: MessageToSupervisor) => {
    if (message.kind === 'event') void countEvent(...message.event);
  });
  sendToWorker(worker, { kind: 'database', text: describeDatabase() });
  return worker;
}

function logStartFailure(reason: string): void {
  console.error(`A worker process can't be started: ${reason}. The server tries again.`);
}

/** Resolves when the last worker has exited after a signal. */
function replaceExited(supervision: Supervision): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const startedAt = new WeakMap<Worker, number>();
  let isStopping = false;
  cluster.on('fork', (worker) => startedAt.set(worker, performance.now()));
  const restart = () => {
    if (isStopping) return;
    if (hasDescriptorsForProcess()) return void startWorker(supervision);
    logStartFailure(TOO_FEW_DESCRIPTORS);
    setTimeout(restart, RESTART_AFTER_MS);
  };
  const settle = () => {
    if (listWorkers().every((worker) => worker.isDead() && !worker.isConnected()))
      stopped.resolve();
  };
  // A worker that has exited stays listed until its last message is read.
  cluster.on('disconnect', () => isStopping && settle());
  cluster.on('exit', (worker) => {
    if (isStopping) return settle();
    const age = performance.now() - (startedAt.get(worker) ?? 0);
    setTimeout(restart, Math.max(0, RESTART_AFTER_MS - age));
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

/**
 * Asks all workers for their samples regularly, and when one of them answers a request for metrics.
 */
function collectSamples(readOwn: () => Samples): () => void {
  let exits = 0;
  const samples = createWorkerSamples({
    listWorkers: () => listWorkers().flatMap((worker) => (worker.isConnected() ? worker.id : [])),
    ask: (id, report) => {
      const worker = cluster.workers?.[id];
      if (worker !== undefined) sendToWorker(worker, { kind: 'report', report });
    },
    readOwn: () => ({ ...readOwn(), mw_worker_exits_total: exits }),
  });
  cluster.on('message', async (worker, message: MessageToSupervisor) => {
    if (message.kind === 'samples') samples.receive({ ...message, worker: worker.id });
    if (message.kind === 'scrape') {
      const text = formatMetrics(await samples.collect());
      sendToWorker(worker, { kind: 'metrics', scrape: message.scrape, text });
    }
  });
  cluster.on('exit', () => {
    exits += 1;
  });
  const timer = setInterval(samples.refresh, REPORT_EVERY_MS);
  return () => clearInterval(timer);
}

function listWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.process.pid === undefined ? [] : worker,
  );
}

function sendToAll(message: MessageToWorker): void {
  for (const worker of listWorkers()) sendToWorker(worker, message);
}

function sendToWorker(worker: Worker, message: MessageToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

type SupervisorOrders = {
  readonly onDrain: () => void;
  readonly onStop: () => void;
  readonly readSamples: () => Samples;
};

/**
 * Creates a worker's side of the channel to the supervisor, which alone acts on signals that all
 * processes get.
 */
export function linkToSupervisor({ onDrain, onStop, readSamples }: SupervisorOrders) {
  const scrapes = new Map<number, (text: string) => void>();
  let scraped = 0;
  let database = 'not known yet';
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (order: MessageToWorker) => {
    if (order.kind === 'database') database = order.text;
    if (order.kind === 'drain') onDrain();
    if (order.kind === 'stop') onStop();
    if (order.kind === 'report')
      sendToSupervisor({ kind: 'samples', report: order.report, samples: readSamples() });
    if (order.kind === 'metrics') {
      scrapes.get(order.scrape)?.(order.text);
      scrapes.delete(order.scrape);
    }
  });
  return {
    describeDatabase: () => database,
    /** The supervisor writes it; a worker doesn't wait for that. */
    countEvent: (...event: Parameters<EventCounter>) => {
      sendToSupervisor({ kind: 'event', event });
      return undefined;
    },
    /** The metrics of all workers together. */
    scrape: (): Promise<string> =>
      new Promise((resolve) => {
        scraped += 1;
        scrapes.set(scraped, resolve);
        sendToSupervisor({ kind: 'scrape', scrape: scraped });
      }),
  };
}

function sendToSupervisor(message: MessageToSupervisor): void {
  process.send?.(message);
}

type MessageToWorker =
  | { readonly kind: 'database'; readonly text: string }
  | { readonly kind: 'drain' | 'stop' }
  | { readonly kind: 'report'; readonly report: number }
  | { readonly kind: 'metrics'; readonly scrape: number; readonly text: string };

type MessageToSupervisor =
  | { readonly kind: 'event'; readonly event: Parameters<EventCounter> }
  | { readonly kind: 'samples'; readonly report: number; readonly samples: Samples }
  | { readonly kind: 'scrape'; readonly scrape: number };
