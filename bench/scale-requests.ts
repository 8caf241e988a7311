import { mkdtempDisposableSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { endpoints } from '../packages/marketing-workbench/src/contract/endpoints.ts';
import { pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { fillLibrary, pickPlace } from './library.ts';
import { BROWSER } from './measured.ts';
import { readTreeSeconds } from './scale-measured.ts';

const ARTICLES = 1_000;
const WARM_UP = 300;

/**
 * Measures the processor time of a node per request of each kind, in milliseconds, one request at a
 * time. Linux only.
 */
export async function measureRequests() {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-scale-'));
  await fillLibrary([folder.path, String(ARTICLES)]);
  const { origin, pid, stop } = await startServerProcess(
    { DATA_DIR: folder.path, TRUST_PROXY: '1', PAGE_CACHE_MB: '64' },
    () => undefined,
  );
  const agent = new Agent({ keepAlive: true });
  let bytes = 0;
  const ask = (path: string, headers = {}) =>
    new Promise<void>((resolve, reject) => {
      const all = { 'Accept-Encoding': 'br', 'User-Agent': BROWSER, ...headers };
      get(`${origin}${path}`, { agent, headers: all }, (answer) => {
        buffer(answer).then((body) => {
          bytes += body.length;
          resolve();
        }, reject);
      }).on('error', reject);
    });
  const article = (number: number) =>
    pages.article({ ...pickPlace(number), slug: `post-${number}` }, undefined);
  const measure = async (from: number, to: number, path: (number: number) => string) => {
    bytes = 0;
    const before = readTreeSeconds(pid);
    for (let number = from; number < to; number += 1)
      await ask(path(number), {
        'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      });
    const cpuMs = ((readTreeSeconds(pid) - before) * 1_000) / (to - from);
    return { cpuMs, bytes: Math.round(bytes / (to - from)) };
  };
  try {
    await measure(0, WARM_UP, article);
    return {
      'article, not in the page cache': await measure(WARM_UP, ARTICLES, article),
      'article, in the page cache': await measure(0, 5_000, () => article(ARTICLES - 1)),
      'a view': await measure(0, 2_000, (number) =>
        endpoints.viewPost.address({ id: 1 + (number % ARTICLES) }),
      ),
      'a search': await measure(0, 300, (number) =>
        endpoints.search.address({ q: `ba${number} ce${number % 7}` }),
      ),
    };
  } finally {
    agent.destroy();
    await stop();
  }
}
