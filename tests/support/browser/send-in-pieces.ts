import { once } from 'node:events';
import { createServer } from 'node:http';
import type { StartedSite } from './start-site.ts';

export type SlowSite = Omit<StartedSite, 'publish'> & {
  /** Sends the rest of the requested pages. */
  readonly sendRest: () => void;
};

/**
 * Returns a proxy to the site that holds each page after the first `end` in it until `sendRest` is
 * called.
 */
export async function sendInPieces(
  { origin }: Pick<StartedSite, 'origin'>,
  end: string,
): Promise<SlowSite> {
  const rests: (() => void)[] = [];
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(`${origin}${url}`);
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return response.end(bytes);
    const cut = bytes.indexOf(end) + end.length;
    rests.push(() => response.end(bytes.subarray(cut)));
    return response.write(bytes.subarray(0, cut));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    sendRest: () => {
      for (const send of rests.splice(0)) send();
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
