import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type InputRefusal, REFUSALS } from '../error-answer.ts';
import { formatFailureAnswer } from '../http-answer.ts';
import type { RequestObserver } from '../monitoring/request-observer.ts';
import type { ConnectionTracker } from './connection-tracker.ts';

const REFUSALS_BY_CODE: Readonly<Record<string, InputRefusal>> = {
  HPE_INVALID_METHOD: 'method',
  HPE_INVALID_VERSION: 'version',
  HPE_HEADER_OVERFLOW: 'largeHeaders',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/**
 * What follows a request with `Connection: close`; it has to be ignored (RFC 9112, section 9.6).
 */
const AFTER_CLOSE = 'HPE_CLOSED_CONNECTION';
/** A client that has not closed its side of a refused connection by then is disconnected. */
const CLOSE_WITHIN_MS = 2_000;

export type RefusalOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly tracker: ConnectionTracker;
  readonly observer: RequestObserver | undefined;
};

type InputError = { readonly code?: string };

/**
 * Input that is not HTTP reaches no handler, so it is answered here: after the answers to the
 * requests before it, and not at all if it is a part of a request that is being answered. Then the
 * connection is closed.
 */
export function createInputRefusal({ headers, tracker, observer }: RefusalOptions) {
  const refused = new WeakSet<Duplex>();
  return (error: InputError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Node reports each further piece of input again.
    if (refused.has(socket)) return;
    refused.add(socket);
    const isAnswered = error.code === AFTER_CLOSE || tracker.isReceiving(socket);
    tracker.afterAnswers(socket, () => {
      if (!socket.writable) return;
      const { status, text } = formatRefusal(error, headers);
      closeGently(socket, isAnswered ? '' : text);
      if (!isAnswered) observer?.noteRefusal(status, socket);
    });
  };
}

function formatRefusal({ code = '' }: InputError, headers: Readonly<Record<string, string>>) {
  const [status, message, more] = REFUSALS[REFUSALS_BY_CODE[code] ?? 'malformed'];
  const { type, body } = formatFailureAnswer(status, message);
  const all = {
    ...headers,
    ...more,
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
  return { status, text };
}

/**
 * Reads on for a moment: a client that is still sending might otherwise lose the answer (RFC 9112,
 * section 9.6).
 */
function closeGently(socket: Duplex, text: string): void {
  socket.end(text);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
