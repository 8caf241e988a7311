import type { ServerResponse } from 'node:http';

export type OpenPages = ReturnType<typeof createOpenPages>;

/**
 * Keeps a connection to each open page (server-sent events), which is told when its version is no
 * longer the present one of what it shows. A page that missed this, or that a former process served, is told when it
 * connects.
 */
export function createOpenPages(readVersion: (shown: string) => string) {
  const pages = new Map<ServerResponse, string>();
  const tell = (response: ServerResponse, version: string) => {
    if (version !== readVersion(version)) response.write('data: changed\n\n');
  };
  return {
    connect: (response: ServerResponse, version: string): void => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.flushHeaders();
      pages.set(response, version);
      response.once('close', () => pages.delete(response));
      tell(response, version);
    },
    /** Tells each page that shows another version than the present one. */
    announce: (): void => {
      for (const [response, version] of pages) tell(response, version);
    },
    close: (): void => {
      for (const response of pages.keys()) response.end();
    },
  };
}
