import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fetchAnswer } from './load.ts';

/** Headers that nginx writes itself. */
const OWN_HEADERS = /^(?:connection|content-length|content-type|date|keep-alive|last-modified)$/;

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** Serves copies of these answers, each under `/<name>` with the same bytes and headers, without a log. */
export async function startNginx(dir: string, workers: number, urls: ReadonlyMap<string, string>) {
  mkdirSync(join(dir, 'files'), { recursive: true });
  const locations: string[] = [];
  for (const [name, url] of urls) {
    const { bytes, headers } = await fetchAnswer(url, 'br');
    writeFileSync(join(dir, 'files', name), bytes);
    const added = Object.entries(headers)
      .filter(([header]) => !OWN_HEADERS.test(header))
      .map(([header, value]) => `add_header ${header} "${String(value).replaceAll('"', '\\"')}";`);
    locations.push(`location = /${name} { default_type "${headers['content-type']}"; ${added.join(' ')} }`);
  }
  const port = await findFreePort();
  const configuration = join(dir, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes ${workers}; daemon off; pid ${dir}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=1000 inactive=60s;
  server { listen 127.0.0.1:${port} reuseport; root ${dir}/files; etag off; ${locations.join('\n')} }
}`,
  );
  const args = ['-p', dir, '-c', configuration, '-e', join(dir, 'error.log')];
  const nginx = spawn('nginx', args, { stdio: 'inherit' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start.');
    await setTimeout(100);
  }
  return {
    origin,
    stop: async () => {
      const exited = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await exited;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
