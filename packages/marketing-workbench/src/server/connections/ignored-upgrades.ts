import type { IncomingMessage, Server } from 'node:http';
import type { ConnectionTracker } from './connection-tracker.ts';

/**
 * Node's parser keeps as many names and values, and what it left out may say where the request
 * ends.
 */
const RAW_HEADERS_MAX = 2_000;
/** Headers by which a client asks for another protocol, in lower case. */
const UPGRADE_HEADERS = new Set(['upgrade', 'http2-settings']);

/**
 * Answers a request with `Upgrade` like one without it (RFC 9110, section 7.8). Node's parser drops
 * whatever follows such a request in the same packet. So the server takes the connection out of its
 * hands, puts the request back without the header, and gives the connection back once the answers
 * to earlier requests are sent.
 */
export function ignoreUpgrades(server: Server, tracker: ConnectionTracker): Server {
  return server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    tracker.adopt(socket);
    if (request.rawHeaders.length >= RAW_HEADERS_MAX) {
      server.emit(
        'clientError',
        Object.assign(new Error(), { code: 'HPE_HEADER_OVERFLOW' }),
        socket,
      );
      return;
    }
    // With this listener what arrives stays in the buffer, even if an earlier answer makes the
    // connection flow again.
    socket.on('readable', keepBuffered);
    socket.unshift(Buffer.concat([Buffer.from(formatWithoutUpgrade(request), 'latin1'), head]));
    tracker.afterAnswers(socket, () => {
      socket.off('readable', keepBuffered);
      // The time for the next request, which Node would not extend by the requests of a connection
      // that it is given.
      request.socket.setTimeout(0);
      server.emit('connection', socket);
    });
  });
}

function keepBuffered(): void {}

function formatWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const kind = name.toLowerCase();
    if (kind === 'connection') lines.push(`${name}: ${removeUpgradeOptions(value)}`);
    else if (!UPGRADE_HEADERS.has(kind)) lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function removeUpgradeOptions(options: string): string {
  const kept = options
    .split(',')
    .filter((option) => !UPGRADE_HEADERS.has(option.trim().toLowerCase()));
  return kept.join(',').trim();
}
