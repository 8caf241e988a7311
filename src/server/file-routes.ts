import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { files } from '../site/addresses.ts';
import { type DiscoveryOptions, registerDiscoveryRoutes } from './discovery/discovery-routes.ts';
import type { AnswerPage } from './feeds/feed-routes.ts';
import { createMediaHandler } from './media-handler.ts';

export type FileOptions = DiscoveryOptions & {
  readonly publicDir: string;
};

export async function registerFileRoutes(
  app: FastifyInstance,
  options: FileOptions,
  answerPage: AnswerPage,
): Promise<void> {
  const { store, publicDir } = options;
  const assets = join(publicDir, 'assets', sep);
  app.addHook('onRequest', async ({ raw }) => ignoreMalformedRange(raw));
  await app.register(staticFiles, {
    root: publicDir,
    wildcard: false,
    index: false,
    // Manifests and compressed variants have no address.
    globIgnore: ['**/.vite/**', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'Cache-Control',
        path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.get(files.media('*'), createMediaHandler(store));
  registerDiscoveryRoutes(app, options, answerPage);
}

/** Ignores an invalid range (RFC 9110, section 14.2). The file server would answer 416, also to a suffix longer than the file. */
function ignoreMalformedRange({ headers }: IncomingMessage): void {
  const [, list = ''] = /^bytes=(.*)$/.exec(headers.range ?? '') ?? [];
  const ranges = list
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  if (ranges.length === 0 || !ranges.every(isRange)) delete headers.range;
}

function isRange(text: string): boolean {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(text) ?? [];
  return first !== undefined && (last === '' || Number(first) <= Number(last));
}
