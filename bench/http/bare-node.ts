import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listAddedHeaders, type Rival, type ServedFile } from './served-file.ts';

/** Node's own server in a process of its own, with nothing around it. Puts its files into the folder. */
export async function startBareNode(dir: string, files: ReadonlyMap<string, ServedFile>): Promise<Rival> {
  const headers: Record<string, readonly string[]> = {};
  for (const [name, file] of files) {
    writeFileSync(join(dir, name), file.bytes);
    const length = ['Content-Length', String(file.bytes.length)];
    headers[name] = [...listAddedHeaders(file), typeOf(file), length].flat();
  }
  writeFileSync(join(dir, 'headers.json'), JSON.stringify(headers));
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bare-node-server.ts'), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  return {
    origin: String(line).replace(/^.* /, ''),
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function typeOf({ headers }: ServedFile): readonly [string, string] {
  return ['Content-Type', headers.get('content-type') ?? ''];
}
