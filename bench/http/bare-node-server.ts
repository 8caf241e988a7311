import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/**
 * The least that a server of Node's own can be: one look into a map, headers that are ready, bytes that are ready. Its program
 * is given the folder where `bare-node.ts` has put them.
 */
function serveBare(dir: string): void {
  const listed: Record<string, string[]> = JSON.parse(readFileSync(join(dir, 'headers.json'), 'utf8'));
  const answers = new Map(
    Object.entries(listed).map(([name, headers]) => [
      `/${name}`,
      { headers, body: readFileSync(join(dir, name)) },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null)
      console.log(`It is at http://127.0.0.1:${address.port}`);
  });
}

serveBare(process.argv[2] ?? '');
