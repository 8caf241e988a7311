import type { Server } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import { createApi } from '../api/api.ts';
import { createViewCounter, type ViewCounter } from '../api/view-counter.ts';
import { createCardDrawer } from '../cards/card-drawer.ts';
import { CALL_PATHS, calls, isCallPath } from '../site/addresses.ts';
import { countView } from '../store/views.ts';
import { createContentEpoch } from './cache/content-epoch.ts';
import { createFrontServer, hasHost } from './cache/front-server.ts';
import { createPageCache } from './cache/page-cache.ts';
import { createResponder, type Respond } from './cache/responder.ts';
import { createCallHandler } from './call-handler.ts';
import {
  answerError,
  refuseConnection,
  refuseMethod,
  refuseTunnel,
  refuseWithoutHost,
} from './error-answer.ts';
import { type FileOptions, registerFileRoutes } from './file-routes.ts';
import { createPageHandler, type PageOptions } from './page-handler.ts';
import { createReadinessHandler } from './readiness.ts';
import { rememberAnswers } from './remember-answers.ts';
import { createSecurityHeaders } from './security-headers.ts';

export type AppOptions = Omit<FileOptions, 'cards' | 'respond'> &
  Omit<PageOptions, 'api' | 'respond'> & {
    /** Of answers, as bytes; 0 makes each anew. */
    readonly pageCacheBytes: number;
    /** Where the pictures that stand for pages are kept once they are drawn. */
    readonly cardDir: string;
    readonly describeDatabase: () => string;
    /** Where another process counts the views. */
    readonly countView?: ViewCounter;
    /** Whether new readers are wanted; always, unless said otherwise. */
    readonly isReady?: () => boolean;
    readonly trustProxy: boolean;
    readonly isDevelopment?: boolean;
    /** Where warnings and errors are written, a line of JSON each; standard output unless said otherwise. */
    readonly log?: { readonly write: (line: string) => void };
    readonly serverFactory?: FastifyServerFactory<Server>;
  };

/** The whole site as one Fastify application, not yet listening. All wiring is here. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const securityHeaders = createSecurityHeaders(options);
  const cache = createPageCache({
    ...options,
    maxBytes: options.pageCacheBytes,
    headers: securityHeaders,
    onFailure: (error) => app.log.error({ err: error }, 'a kept answer could not be made anew'),
  });
  const respond = createResponder(cache);
  const { answerCall, answerPage, answerAny } = createAnswering(options, respond);
  const prepare = createPreparation(securityHeaders);

  const app = fastify({
    logger: { level: 'warn', ...(options.log && { stream: options.log }) },
    trustProxy: options.trustProxy,
    // What still comes while the site closes is answered like anything else.
    return503OnClosing: false,
    serverFactory: options.serverFactory ?? ((handler) => createFrontServer(cache, handler)),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, securityHeaders),
    // An address that can't be decoded reaches no route: it is a page, or a call, that doesn't exist.
    frameworkErrors: async (_error, request, reply) => {
      try {
        prepare(request, reply) ?? (await answerAny(request, reply));
      } catch (error) {
        answerError(error, request, reply);
      }
    },
  });
  app.server.on('connect', (_request, socket) => refuseTunnel(socket, securityHeaders));
  app.addHook('onRequest', async (request, reply) => prepare(request, reply));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler(answerAny);
  const cards = createCardDrawer(options.cardDir, (message) => app.log.warn(message));
  app.addHook('onClose', async () => void (await Promise.all([cards.stop(), cache.stop()])));
  await registerFileRoutes(app, { ...options, cards, respond });
  app.get(calls.readiness(), createReadinessHandler(options.isReady ?? (() => true)));
  app.get(CALL_PATHS, answerCall);
  app.get('/*', answerPage);
  return app;
}

/** Who answers the calls, and who everything that is neither a call nor a file. */
function createAnswering(options: AppOptions, respond: Respond) {
  const { store, now } = options;
  const countViewHere = createViewCounter((postId) => countView(store, postId));
  const api = createApi({ countView: countViewHere, ...options });
  const answerCall = createCallHandler(api, { now, respond });
  const apiForPages = rememberAnswers(api, createContentEpoch(options));
  const answerPage = createPageHandler({ ...options, api: apiForPages, respond });
  const answerAny = (request: FastifyRequest, reply: FastifyReply) =>
    isCallPath(request.raw.url ?? '/') ? answerCall(request, reply) : answerPage(request, reply);
  return { answerCall, answerPage, answerAny };
}

/** Before anything else: the security headers, no other method than GET and HEAD, and no request without a host. */
function createPreparation(securityHeaders: Readonly<Record<string, string>>) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    reply.headers(securityHeaders);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) return refuseMethod(request, reply);
    return hasHost(request.raw) ? undefined : refuseWithoutHost(request, reply);
  };
}
