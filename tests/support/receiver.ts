import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Returns a server on this machine that keeps the bodies of all requests. `statuses` are those of
 * its next answers, then `status`.
 */
export async function startReceiver(status = 204) {
  const received: string[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(statuses.shift() ?? status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, received, statuses, stop };
}
