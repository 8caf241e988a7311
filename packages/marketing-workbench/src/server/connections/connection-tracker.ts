import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type TrackedConnection = {
  readonly socket: Socket;
  /** A time of `performance.now()`. */
  readonly openedAt: number;
  /** Answers that are not complete, in the order of their requests. */
  readonly pending: Set<ServerResponse>;
  /** These are called once, when no answer is pending any more. */
  readonly onAnswered: (() => void)[];
  /**
   * The latest request; undefined before the first one, and once the latest one has arrived and is
   * answered.
   */
  request: IncomingMessage | undefined;
  /** Whether the connection is beyond those that may be answered. */
  isSurplus: boolean;
};

/**
 * No more than `total` connections may be open. Of these, `busy` are answered; the others only get
 * a 503 and are closed.
 */
export type ConnectionMax = { readonly total: number; readonly busy: number };

type TrackerState = {
  readonly connections: Map<Duplex, TrackedConnection>;
  /**
   * The connections that wait for another request, in the order in which their last answer was
   * complete.
   */
  readonly kept: Set<TrackedConnection>;
  /** The connections without a request so far, in the order in which they were opened. */
  readonly fresh: Set<TrackedConnection>;
  /**
   * How many idle connections were closed for a new connection or a file, and how many new ones
   * found no idle one to replace.
   */
  readonly closed: { idle: number; full: number };
  max: ConnectionMax;
};

export type ConnectionTracker = ReturnType<typeof createConnectionTracker>;

/**
 * A new connection is not replaced for this long: in a burst its request may have arrived, but not
 * been read yet.
 */
const FIRST_REQUEST_MS = 500;

const UNLIMITED: ConnectionMax = {
  total: Number.POSITIVE_INFINITY,
  busy: Number.POSITIVE_INFINITY,
};

/**
 * Knows the open connections and the answers that each waits for.
 *
 * | state | event | next state |
 * |---|---|---|
 * | fresh: no request so far | a request arrives | answering |
 * | answering: an answer is pending | the last pending answer is complete | kept, but a surplus connection is closed by the caller |
 * | kept: waits for another request | a request arrives | answering |
 * | kept, or fresh for half a second | a new connection or a file needs its descriptor | closed |
 * | any | the client or the server closes it | closed |
 *
 * A new connection is fresh. The first line that applies decides what else happens when it is
 * opened:
 *
 * | open connections, with the new one | effect |
 * |---|---|
 * | at most `busy` | none |
 * | more, and one is kept | the one that has been kept longest is closed |
 * | more, and one has been fresh for half a second | the one that has been fresh longest is closed |
 * | at most `total` | the new one is surplus: the caller refuses its request and closes it |
 * | more than `total` | the new one is closed |
 *
 * A surplus connection stops being surplus if at most `busy` are open when its request arrives. One
 * that replaces it is surplus, too.
 */
export function createConnectionTracker() {
  const state: TrackerState = {
    connections: new Map(),
    kept: new Set(),
    fresh: new Set(),
    closed: { idle: 0, full: 0 },
    max: UNLIMITED,
  };
  const { connections } = state;
  return {
    setMax: (max: ConnectionMax): void => {
      state.max = max;
    },
    /** May be called again for a connection that it knows. */
    open: (socket: Socket): void => {
      if (!connections.has(socket)) addConnection(state, socket);
    },
    begin: (request: IncomingMessage, response: ServerResponse): void => {
      const connection = connections.get(request.socket);
      if (connection !== undefined) beginAnswer(state, connection, { request, response });
    },
    isSurplus: (socket: Duplex): boolean => connections.get(socket)?.isSurplus ?? false,
    /** Whether the body of the latest request has not arrived completely. */
    isReceiving: (socket: Duplex): boolean => connections.get(socket)?.request?.complete === false,
    /**
     * Runs at once, or when the answers to all requests that have arrived are complete; never if
     * the connection ends before.
     */
    afterAnswers: (socket: Duplex, run: () => void): void => {
      const connection = connections.get(socket);
      if (connection === undefined || connection.pending.size === 0) run();
      else connection.onAnswered.push(() => !socket.destroyed && run());
    },
    /**
     * Does what Node no longer does for a connection that it handed over, but pending answers still
     * need.
     */
    adopt: (socket: Duplex): void => {
      // An error without a listener would end the process.
      if (!socket.listeners('error').includes(ignoreError)) socket.on('error', ignoreError);
      const connection = connections.get(socket);
      if (connection !== undefined && connection.pending.size > 0) resumeAfterDrain(connection);
    },
    /**
     * Closes kept connections and those that have been fresh for half a second, so that files get
     * their descriptors. Clients open new ones.
     */
    closeIdle: (): void => {
      for (let idle = findReplaceable(state); idle !== undefined; idle = findReplaceable(state))
        closeConnection(state, idle);
    },
    readState: () => {
      const idle = state.kept.size + state.fresh.size;
      return { idle, busy: connections.size - idle, max: state.max.busy, closed: state.closed };
    },
  };
}

function addConnection(state: TrackerState, socket: Socket): void {
  const connection: TrackedConnection = {
    socket,
    openedAt: performance.now(),
    pending: new Set(),
    onAnswered: [],
    request: undefined,
    isSurplus: false,
  };
  state.connections.set(socket, connection);
  state.fresh.add(connection);
  socket.once('close', () => removeConnection(state, connection));
  if (state.connections.size > state.max.busy) makeRoomForConnection(state, connection);
}

function makeRoomForConnection(state: TrackerState, newcomer: TrackedConnection): void {
  const { connections, closed, max } = state;
  const oldest = findReplaceable(state);
  if (oldest !== undefined) {
    newcomer.isSurplus = oldest.isSurplus;
    closeConnection(state, oldest);
    return;
  }
  closed.full += 1;
  newcomer.isSurplus = true;
  if (connections.size > max.total) newcomer.socket.destroy();
}

function closeConnection(state: TrackerState, connection: TrackedConnection): void {
  state.closed.idle += 1;
  removeConnection(state, connection);
  connection.socket.destroy();
}

function findReplaceable({ kept, fresh }: TrackerState): TrackedConnection | undefined {
  const [oldest] = kept;
  if (oldest !== undefined) return oldest;
  const [first] = fresh;
  return first !== undefined && performance.now() - first.openedAt > FIRST_REQUEST_MS
    ? first
    : undefined;
}

function removeConnection(
  { connections, kept, fresh }: TrackerState,
  connection: TrackedConnection,
): void {
  connections.delete(connection.socket);
  kept.delete(connection);
  fresh.delete(connection);
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

function beginAnswer(
  state: TrackerState,
  connection: TrackedConnection,
  { request, response }: Exchange,
): void {
  state.kept.delete(connection);
  state.fresh.delete(connection);
  if (state.connections.size <= state.max.busy) connection.isSurplus = false;
  connection.request = request;
  connection.pending.add(response);
  response.once('close', () => endAnswer(state, connection, response));
}

function endAnswer(
  { connections, kept }: TrackerState,
  connection: TrackedConnection,
  response: ServerResponse,
): void {
  connection.pending.delete(response);
  if (connection.pending.size > 0) return;
  // A connection that waits for a request need not keep the one before in memory.
  if (connection.request?.complete) connection.request = undefined;
  if (connections.has(connection.socket) && !connection.isSurplus) kept.add(connection);
  for (const run of connection.onAnswered.splice(0)) run();
}

function resumeAfterDrain({ socket, pending, onAnswered }: TrackedConnection): void {
  const resume = () => {
    const [first] = pending;
    first?.emit('drain');
  };
  socket.on('drain', resume);
  onAnswered.push(() => socket.off('drain', resume));
}

function ignoreError(): void {}
