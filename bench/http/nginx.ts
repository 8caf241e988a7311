import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listAddedHeaders, type Rival, type ServedFile } from './served-file.ts';

type NginxOptions = {
  readonly dir: string;
  readonly workers: number;
  readonly files: ReadonlyMap<string, ServedFile>;
};

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** nginx as fast as it can be told to be: the same bytes as files, without a log. */
export async function startNginx({ dir, workers, files }: NginxOptions): Promise<Rival> {
  const root = join(dir, 'files');
  mkdirSync(root, { recursive: true });
  for (const [name, { bytes }] of files) writeFileSync(join(root, name), bytes);
  const port = await findFreePort();
  const configuration = join(dir, 'nginx.conf');
  writeFileSync(configuration, formatConfiguration({ dir, root, workers, port, files }));
  const nginx = spawn('nginx', ['-p', dir, '-c', configuration, '-e', join(dir, 'error.log')], {
    stdio: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(origin);
  return {
    origin,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

type Placing = {
  readonly dir: string;
  readonly root: string;
  readonly workers: number;
  readonly port: number;
  readonly files: ReadonlyMap<string, ServedFile>;
};

function formatConfiguration({ dir, root, workers, port, files }: Placing): string {
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes ${workers};
daemon off;
pid ${dir}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 100000000;
  open_file_cache max=1000 inactive=60s;
  default_type text/html;
  server {
    listen 127.0.0.1:${port} reuseport;
    root ${root};
    etag off;
    ${Array.from(files, formatLocation).join('\n    ')}
  }
}
`;
}

function formatLocation([name, file]: readonly [string, ServedFile]): string {
  const lines = listAddedHeaders(file).map(
    ([header, value]) => `add_header ${header} "${value.replaceAll('"', '\\"')}";`,
  );
  return `location = /${name} { default_type "${file.headers.get('content-type')}"; ${lines.join(' ')} }`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function waitFor(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const isThere = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await setTimeout(100);
  }
  throw new Error('nginx did not start.');
}
