import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../tests/postgres/support/postgres-server.ts';
import { fetchAnswer } from './load.ts';

/** Headers that nginx writes itself. */
const OWN_HEADERS = /^(?:connection|content-length|content-type|date|keep-alive|last-modified)$/;

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).error === undefined;
}

/** Serves a copy of this answer as `/copy`, with the same bytes and headers, without a log. */
export async function startNginx(dir: string, workers: number, url: string) {
  const { bytes, headers } = await fetchAnswer(url, 'br');
  writeFileSync(join(dir, 'copy'), bytes);
  const added = Object.entries(headers)
    .filter(([header]) => !OWN_HEADERS.test(header))
    .map(([header, value]) => `add_header ${header} "${String(value).replaceAll('"', '\\"')}";`);
  const port = await findFreePort();
  const configuration = join(dir, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes ${workers}; daemon off; pid ${dir}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=1000 inactive=60s;
  server {
    listen 127.0.0.1:${port} reuseport; root ${dir}; etag off;
    location = /copy { default_type "${headers['content-type']}"; ${added.join(' ')} }
  }
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
