import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseAddress } from '../../site/addresses.ts';
import { findRequestKind, type RequestKind } from '../../site/request-kinds.ts';

/** `hit`: answered from the cache without rendering; `none`: an answer that is not cached. */
export type CacheState = 'hit' | 'miss' | 'none';

export type FinishedRequest = {
  /** The request; undefined if the input was not HTTP. */
  readonly request: IncomingMessage | undefined;
  readonly kind: RequestKind;
  readonly pathname: string;
  /** 499 if the client left before the answer. */
  readonly status: number;
  /** Whether the client left before the last byte. */
  readonly isAborted: boolean;
  readonly seconds: number;
  /** The bytes that were sent, including the headers. */
  readonly bytes: number;
  readonly cache: CacheState;
};

export type RequestObserver = ReturnType<typeof createRequestObserver>;

const CLIENT_LEFT = 499;

/**
 * Calls `listeners` once for each request, when its answer was handed to the system or its
 * connection was closed.
 */
export function createRequestObserver(listeners: readonly ((finished: FinishedRequest) => void)[]) {
  const cacheStates = new WeakMap<IncomingMessage, CacheState>();
  const tell = (finished: FinishedRequest) => {
    for (const listener of listeners) listener(finished);
  };
  return {
    noteCache: (request: IncomingMessage, state: CacheState): void =>
      void cacheStates.set(request, state),
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      const startedAt = performance.now();
      const { socket } = request;
      let isTold = false;
      const end = () => {
        if (isTold) return;
        isTold = true;
        const { pathname } = parseAddress(request.url ?? '/');
        tell({
          request,
          pathname,
          kind: findRequestKind(pathname),
          status: response.headersSent ? response.statusCode : CLIENT_LEFT,
          isAborted: !response.writableFinished,
          seconds: (performance.now() - startedAt) / 1_000,
          bytes: countSentBytes(socket),
          cache: cacheStates.get(request) ?? 'none',
        });
      };
      // First, because Node then starts to send the next answer of the connection.
      response.prependOnceListener('finish', end);
      response.once('close', end);
    },
    noteRefusal: (status: number, socket: Duplex): void => {
      const bytes = 'bytesWritten' in socket ? countSentBytes(socket) : 0;
      tell({
        request: undefined,
        kind: 'refused',
        pathname: '',
        cache: 'none',
        status,
        isAborted: false,
        seconds: 0,
        bytes,
      });
    },
  };
}

const bytesBefore = new WeakMap<object, number>();

/**
 * Counts the bytes since the last call for this connection, whose answers are sent one after
 * another.
 */
function countSentBytes(socket: object & { readonly bytesWritten?: unknown }): number {
  const now = Number(socket.bytesWritten);
  const before = bytesBefore.get(socket) ?? 0;
  bytesBefore.set(socket, now);
  return now - before;
}
