import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { files } from '../site/addresses.ts';
import { type DiscoveryOptions, registerDiscoveryRoutes } from './discovery/discovery-routes.ts';
import type { AnswerPage } from './feeds/feed-routes.ts';
import { createMediaHandler } from './media-handler.ts';
import { correctFileConditions, ignoreUnusualRange } from './preconditions.ts';

export type FileRouteOptions = DiscoveryOptions & {
  /** Folder of the built files; undefined if the site is served from source. */
  readonly publicDir: string | undefined;
};

export async function registerFileRoutes(
  app: FastifyInstance,
  options: FileRouteOptions,
  answerPage: AnswerPage,
): Promise<void> {
  app.addHook('onRequest', async ({ raw }) => ignoreUnusualRange(raw));
  if (options.publicDir !== undefined)
    await registerBuiltFiles(app, options.publicDir, options.now);
  app.get(files.media('*'), createMediaHandler(options.store));
  registerDiscoveryRoutes(app, options, answerPage);
}

async function registerBuiltFiles(
  app: FastifyInstance,
  publicDir: string,
  now: () => Date,
): Promise<void> {
  const assets = join(publicDir, 'assets', sep);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ raw }) => correctFileConditions(raw));
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 304)
        reply.removeHeader('Content-Type').removeHeader('Content-Encoding');
    });
    await scope.register(staticFiles, {
      root: publicDir,
      wildcard: false,
      index: false,
      // Manifests and compressed variants have no address.
      globIgnore: ['**/.vite/**', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path, { mtimeMs }) => {
        const time = now();
        // A file of the future, as after the clock went back, is as new as this answer (RFC 9110,
        // section 8.8.2.1).
        if (mtimeMs > time.getTime()) reply.header('Last-Modified', time.toUTCString());
        reply.header(
          'Cache-Control',
          path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  });
}
