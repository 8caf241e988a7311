import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import { sendAnswer } from './cache/responder.ts';
import { JSON_TYPE } from './http-answer.ts';

type DrainOptions = Pick<Config, 'drainSeconds'> & {
  /** Called on SIGTERM. */
  readonly onDrain?: () => void;
};

type ListenOptions = DrainOptions & Pick<Config, 'host' | 'port'>;

/**
 * Listens until SIGINT, or SIGTERM and draining. Resolves when the last answer is sent, or if it
 * can't listen.
 */
export async function listenUntilStopped(
  app: FastifyInstance,
  options: ListenOptions,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  stopOnSignals(() => closed.resolve(app.close()), options);
  if (!(await listen(app, options))) return;
  const bound = app.server.address();
  announceAddress(
    options.host,
    typeof bound === 'object' && bound !== null ? bound.port : options.port,
  );
  await closed.promise;
}

/**
 * Returns whether the application listens now. If it can't, this prints why, closes the application
 * and sets exit code 1.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  example = 'PORT=3001 npm start',
): Promise<boolean> {
  try {
    await app.listen({ host, port });
    return true;
  } catch (error) {
    const failure = describeListenFailure(error, { host, port }, example);
    if (failure === undefined) throw error;
    console.error(failure);
    process.exitCode = 1;
    await app.close();
    return false;
  }
}

export function announceAddress(host: string, port: number): void {
  console.log(`The site is at ${formatListenOrigin(host, port)}`);
}

export function formatListenOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function describeListenFailure(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  example: string,
): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or choose another: ${example}`;
  if (code === 'EACCES')
    return `This account may not listen on port ${port}; choose one from 1024 on as PORT.`;
  if (!['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(String(code)))
    return undefined;
  return `HOST ${host} is not an address of this machine (${code}); set HOST to localhost, 0.0.0.0 or one that is.`;
}

/** Stops on SIGINT at once, on SIGTERM after draining; a second SIGTERM ends the draining. */
export function stopOnSignals(stop: () => void, { drainSeconds, onDrain }: DrainOptions): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', () => {
    onDrain?.();
    process.once('SIGTERM', stop);
    if (drainSeconds === 0) stop();
    // A second SIGTERM stops earlier; the timer then must not keep the process alive.
    else setTimeout(stop, drainSeconds * 1000).unref();
  });
}

/** Requests that arrive within this time are still answered; then idle connections are closed. */
const QUIET_MS = 500;
/**
 * Requests not answered by then are dropped: service managers kill a process after 10 s or more.
 */
const END_WITHIN_MS = 8_000;

/**
 * While `isReady` returns false, requests are still answered, but clients should reconnect
 * elsewhere.
 */
export function createConnections(isReady = () => true) {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let isEnding = false;
  const areEnding = () => isEnding || !isReady();
  const end = async () => {
    isEnding = true;
    const listening = servers.filter((server) => server.listening);
    if (listening.length > 0) await endConnections(listening, sockets);
  };
  return {
    watch: (server: Server): Server => {
      servers.push(server);
      return server.on('connection', (socket: Socket) => {
        // One that asked for an upgrade comes again.
        if (sockets.has(socket)) return;
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    /** If it returns true, answers say `Connection: close`. */
    areEnding,
    register: (app: FastifyInstance) => {
      app.addHook('onSend', async (_request, reply) => {
        if (areEnding()) reply.header('Connection', 'close');
      });
      app.addHook('preClose', end);
    },
  };
}

/** Stops listening, and settles when the last connection has ended. */
async function endConnections(
  servers: readonly Server[],
  sockets: ReadonlySet<Socket>,
): Promise<void> {
  await wait(QUIET_MS);
  // Lets Node read what has already arrived before idle connections are closed.
  await setImmediate();
  const closed = servers.map(closeServer);
  // Node doesn't count a connection that never sent anything as idle.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, END_WITHIN_MS);
  await Promise.all(closed);
  clearTimeout(deadline);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

type ReadinessOptions = { readonly store: Store; readonly isReady?: () => boolean };

/** 503 tells the proxy to use another node, also while there is no content. */
export function createReadinessHandler({
  store,
  isReady: isWanted = () => true,
}: ReadinessOptions) {
  const isReady = () => isWanted() && store.index.isFilled();
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendAnswer(request, reply, {
      status: isReady() ? 200 : 503,
      type: JSON_TYPE,
      body: JSON.stringify({ ready: isReady() }),
      caching: 'never',
    });
}
