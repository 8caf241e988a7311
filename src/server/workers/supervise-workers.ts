import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { ViewCounter } from '../../api/view-counter.ts';
import type { Config } from '../../config.ts';
import { announceAddress } from '../lifetime/listen.ts';
import { stopOnSignals } from '../lifetime/stop-on-signals.ts';
import { type MessageToWorker, parseMessageToSupervisor } from './messages.ts';

type Supervision = {
  readonly config: Config;
  /** What each worker runs. */
  readonly program: string;
  readonly describeDatabase: () => string;
  /** One process counts, so that a visitor whom several workers answer counts once. */
  readonly countView: ViewCounter;
};

/** A worker that dies younger than this is followed by the next only then: a fault must not take all the time there is. */
const LIFE_MIN_MS = 1_000;
const DESCRIBE_EVERY_MS = 500;

/**
 * Runs as many workers as are configured on one port, and another for each that dies. Settles when all have stopped: after
 * a signal, or where the first can't listen.
 */
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { config, program } = supervision;
  cluster.setupPrimary({ exec: program });
  const port = await startFirst(supervision);
  if (port === undefined) {
    process.exitCode = 1;
    return;
  }
  const others = Array.from({ length: config.workers - 1 }, () => startWorker(supervision));
  const stopped = replaceTheDead(supervision);
  const stopDescribing = keepDescribing(supervision.describeDatabase);
  // Before another one listens, the death of the first would free the port.
  await Promise.all(others.map(waitUntilListening));
  announceAddress(config.host, port);
  await stopped;
  stopDescribing();
}

/** The port, 0 in the configuration being any free one; undefined where the worker ended before it listened. */
async function startFirst(supervision: Supervision): Promise<number | undefined> {
  return waitUntilListening(startWorker(supervision));
}

/** Gives its port; undefined where it ended before it listened. */
async function waitUntilListening(worker: Worker): Promise<number | undefined> {
  return Promise.race([
    once(worker, 'listening').then(([{ port }]) => Number(port)),
    once(worker, 'exit').then(() => undefined),
  ]);
}

function startWorker({ describeDatabase, countView }: Supervision): Worker {
  const worker = cluster.fork();
  worker.on('message', (message) => {
    const view = parseMessageToSupervisor(message);
    if (view !== undefined) countView(view.postId, view.visitor, view.now);
  });
  tell(worker, { kind: 'database', text: describeDatabase() });
  return worker;
}

/** Settles when a signal has come and the last worker has ended. */
function replaceTheDead(supervision: Supervision): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const births = new WeakMap<Worker, number>();
  let isStopping = false;
  cluster.on('fork', (worker) => births.set(worker, Date.now()));
  const settle = () => {
    if (listWorkers().length === 0) stopped.resolve();
  };
  // A worker that has exited stays listed until its last message is read.
  cluster.on('disconnect', () => isStopping && settle());
  cluster.on('exit', (worker) => {
    if (isStopping) return settle();
    const age = Date.now() - (births.get(worker) ?? 0);
    setTimeout(() => !isStopping && startWorker(supervision), Math.max(0, LIFE_MIN_MS - age));
  });
  stopOnSignals({
    drainSeconds: supervision.config.drainSeconds,
    onDrain: () => tellAll({ kind: 'drain' }),
    stop: () => {
      isStopping = true;
      tellAll({ kind: 'stop' });
      settle();
    },
  });
  return stopped.promise;
}

/** Tells the workers of the database whenever there is something new to say of it; gives what ends that. */
function keepDescribing(describeDatabase: () => string): () => void {
  let said = describeDatabase();
  const timer = setInterval(() => {
    const text = describeDatabase();
    if (text !== said) tellAll({ kind: 'database', text });
    said = text;
  }, DESCRIBE_EVERY_MS);
  return () => clearInterval(timer);
}

function listWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function tellAll(message: MessageToWorker): void {
  for (const worker of listWorkers()) tell(worker, message);
}

/** One that is just ending no longer listens, which is as good. */
function tell(worker: Worker, message: MessageToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
