import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { files } from '../site/addresses.ts';
import { formatDownloadName, isDownload } from '../site/downloads.ts';
import { findMedia } from '../store/other-records.ts';
import type { Store } from '../store/store.ts';
import { sendAnswer } from './cache/responder.ts';
import { type DiscoveryOptions, registerDiscoveryRoutes } from './discovery/discovery-routes.ts';
import type { AnswerPage } from './feeds/feed-routes.ts';
import { formatFailure } from './http-answer.ts';
import { EMBEDDABLE } from './security-headers.ts';

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

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function createMediaHandler(store: Store) {
  return (
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const name = request.params['*'];
    const media = findMedia(store, name);
    if (media === undefined) return sendAnswer(request, reply, formatFailure(404, 'There is no such file.'));
    return sendAnswer(request, reply, {
      status: 200,
      type: media.type,
      body: media.bytes,
      caching: 'forever',
      headers: {
        'Content-Security-Policy': POLICY,
        ...(isDownload(media.type) ? formatDisposition(name) : EMBEDDABLE),
      },
    });
  };
}

/** Names of the media hold nothing that RFC 6266 would have quoted or encoded. */
function formatDisposition(name: string) {
  return { 'Content-Disposition': `attachment; filename="${formatDownloadName(name)}"` };
}
