import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The connections of the site's servers, and how they end without a request that gets no answer. */
export type Connections = {
  /** Includes the connections of a server that doesn't listen yet. */
  readonly watch: (server: Server) => Server;
  /** Whether each answer tells its client to ask no more over the same connection. */
  readonly areEnding: () => boolean;
  /** Has them end before the application closes, which waits for the last answer. */
  readonly register: (app: FastifyInstance) => void;
};

/**
 * A client that was answered just before may have sent its next request already. It is answered, with
 * `Connection: close`, within this time; a connection that stays quiet for as long is closed.
 */
const QUIET_MS = 500;
/** What is not answered by then is given up: service managers kill a process after 10 s or later. */
const END_WITHIN_MS = 8_000;

/** Where `isReady` says no, clients should turn to another machine by now. */
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
  // What has arrived by now is read before the quiet connections close.
  await setImmediate();
  const closed = servers.map(closeServer);
  // Node counts a connection that never sent anything among the busy ones.
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
