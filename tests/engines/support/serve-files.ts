import { createServer } from 'node:http';
import { type LocalServer, listenLocally } from './listen-locally.ts';

/** Serves an empty page at `/`, and SVG files at their numbers. */
export function serveFiles(files: readonly string[]): Promise<LocalServer> {
  const server = createServer(({ url = '/' }, response) => {
    const svg = files[Number(url.slice(1))];
    if (url === '/')
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Drawings</title>');
    else if (svg !== undefined) response.setHeader('Content-Type', 'image/svg+xml').end(svg);
    else response.writeHead(404).end();
  });
  return listenLocally(server);
}
