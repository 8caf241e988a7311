import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Tracks the connections of the site's servers and closes them so that no request is left without an answer. */
export type Connections = {
  /** Tracks the connections of a server; to be called before it listens. */
  readonly watch: (server: Server) => Server;
  /** Whether answers say `Connection: close`, so that clients send no more requests over the same connection. */
  readonly areEnding: () => boolean;
  /** Adds the hooks that close connections before the application closes, which waits for the last answer. */
  readonly register: (app: FastifyInstance) => void;
};

/**
 * A client may already have sent its next request when shutdown begins. A request that arrives within this time is still
 * answered, with `Connection: close`; then idle connections are closed.
 */
const QUIET_MS = 500;
/** Requests not answered by then are dropped: service managers kill a process after 10 s or more. */
const END_WITHIN_MS = 8_000;

/** Once `isReady` returns false, clients should reconnect elsewhere, so answers say `Connection: close`. */
export function createConnections(isReady = () => true): Connections {
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
    watch: (server) => {
      servers.push(server);
      return server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    areEnding,
    register: (app) => {
      app.addHook('onSend', async (_request, reply) => {
        if (areEnding()) reply.header('Connection', 'close');
      });
      app.addHook('preClose', end);
    },
  };
}

/** Stops listening, and settles when the last connection has ended. */
async function endConnections(servers: readonly Server[], sockets: ReadonlySet<Socket>): Promise<void> {
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
