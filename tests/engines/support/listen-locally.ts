import { once } from 'node:events';
import type { Server } from 'node:http';

export type LocalServer = { readonly origin: string; readonly close: () => Promise<void> };

/** Lets a server listen on a free port of the loopback address. */
export async function listenLocally(server: Server): Promise<LocalServer> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
