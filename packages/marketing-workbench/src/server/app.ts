import type { Server } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import { createApi } from '../api/api.ts';
import { createEventCounter, type EventCounter } from '../api/event-counter.ts';
import { createCardDrawer } from '../cards/card-drawer.ts';
import type { TrustedProxies } from '../config.ts';
import type { NoticeRenderer } from '../contract/page-renderer.ts';
import { CALL_PATHS, formatPreviewPath, machineFiles, parseAddress } from '../site/addresses.ts';
import { DEFAULT_BRAND } from '../site/brand/brand.ts';
import { DEFAULT_SITE } from '../site/default-site.ts';
import { formatLoggedAddress, isCallPath } from '../site/request-kinds.ts';
import { findKnownSite } from '../store/pages/known-site.ts';
import { type Admission, createAdmission } from './admission.ts';
import { createAnswerQueue } from './answer-queue.ts';
import { type ContentEpoch, createContentEpoch } from './cache/content-epoch.ts';
import { createFrontServer } from './cache/front-server.ts';
import { createPageCache } from './cache/page-cache.ts';
import { createResponder, type Respond } from './cache/responder.ts';
import { cacheAnswers, createCallHandler } from './call-handler.ts';
import { createConnectionGuard } from './connections/connection-guard.ts';
import type { ConnectionMax } from './connections/connection-tracker.ts';
import { type AnswerError, createErrorAnswering } from './error-answer.ts';
import { createEventQueue } from './event-queue.ts';
import { type FileRouteOptions, registerFileRoutes } from './file-routes.ts';
import { forkProcess } from './fork-process.ts';
import { createConnections, createReadinessHandler } from './lifetime.ts';
import { createMetricsHandler, type MetricsOptions } from './monitoring/metrics-handler.ts';
import {
  createAppSamples,
  type ProcessMetrics,
  type SampleSources,
} from './monitoring/monitoring.ts';
import type { RequestObserver } from './monitoring/request-observer.ts';
import { createPageHandler, type PageOptions } from './page-handler.ts';
import { addBrand, type CodeAssets } from './page-shell.ts';
import { createPreviewHandler, type PreviewOptions } from './preview-handler.ts';
import { createFailureTracing } from './repair.ts';
import { createSecurityHeaders } from './security-headers.ts';

export type Monitoring = {
  readonly observer?: RequestObserver | undefined;
  readonly metrics?: Omit<MetricsOptions, 'answerUnknown'> & Pick<ProcessMetrics, 'addSource'>;
};

export type AppOptions = Omit<FileRouteOptions, 'cards' | 'respond' | 'freeDescriptors'> &
  Omit<PageOptions, 'api' | 'respond' | 'findAssets'> &
  Omit<PreviewOptions, 'findAssets'> & {
    readonly findAssets: (screen: string) => CodeAssets;
    /** The secret that signs links to drafts; without it there are none. */
    readonly previewSecret?: string | undefined;
    readonly pageCacheBytes: number;
    readonly cardDir: string;
    readonly describeDatabase: () => string;
    readonly countEvent?: EventCounter;
    readonly isReady?: () => boolean;
    readonly trustProxy: TrustedProxies;
    readonly isDevelopment?: boolean;
    readonly hstsSubdomains?: boolean;
    /** Measures requests; `metrics` answers operators. Without it nothing is measured. */
    readonly monitoring?: Monitoring | undefined;
    /**
     * Takes lines of JSON; standard output unless given. The framework's own stream would block the
     * process on a full disk.
     */
    readonly log?: { readonly write: (line: string) => void };
    /** How many connections it may have open. Without it there is no limit. */
    readonly readConnectionMax?: () => ConnectionMax | undefined;
    readonly renderNotice: NoticeRenderer;
    readonly serverFactory?: FastifyServerFactory<Server>;
  };

const DEFAULT_LOOK = { site: DEFAULT_SITE, brand: DEFAULT_BRAND };
const PREVIEW_PATH = formatPreviewPath({ slug: ':slug', until: ':until', signature: ':signature' });

/** Creates the whole site as one Fastify application, not yet listening. All wiring is here. */
export async function createApp(appOptions: AppOptions): Promise<FastifyInstance> {
  const options = brandAssets(appOptions);
  const securityHeaders = createSecurityHeaders(options);
  const freeDescriptors = () => guard.tracker.closeIdle();
  const tracing = createFailureTracing(options.store, () => app.log, freeDescriptors);
  const queue = createAnswerQueue((refused) => noteOverload(app, refused));
  const readEpoch = createContentEpoch(options);
  const renewing = { onFailure: tracing.noteFailure, takeTurn: queue.acquireInBackground };
  const cache = createPageCache({ ...options, ...renewing, readEpoch, headers: securityHeaders });
  const { observer, metrics } = options.monitoring ?? {};
  const respond = createResponder(cache, options.store, observer, options);
  const answerError = createErrorAnswering({ ...options, ...tracing });
  const answered = { ...options, readEpoch };
  const { answerPage, answerAny, ...answering } = createAnswerHandlers(answered, respond);
  const admission = createAdmission(queue, securityHeaders);
  const connections = createConnections(options.isReady);
  const guard = createConnectionGuard({ ...options, headers: securityHeaders, observer });
  const serving = { ...connections, cache, tracker: guard.tracker, observer, store: options.store };
  const createServer = options.serverFactory ?? ((handler) => createFrontServer(handler, serving));

  const app = fastify({
    logger: createLogging(options.log),
    trustProxy: formatTrust(options.trustProxy),
    // Requests that arrive while the site closes are answered as usual.
    return503OnClosing: false,
    serverFactory: (handler, more) => connections.watch(createServer(handler, more)),
    clientErrorHandler: guard.refuseInput,
    frameworkErrors: createUndecodableHandler(admission.admit, answerAny, answerError),
  });
  for (const part of [guard, admission, connections]) part.register(app);
  app.setErrorHandler(answerError).setNotFoundHandler(answerAny);
  const cards = createCardDrawer(options.cardDir, forkProcess);
  // Hooks run in the reverse order: what the last requests counted is written.
  app.addHook('onClose', answering.stopCounting);
  app.addHook('onClose', () => Promise.all([cards.stop(), cache.stop(), queue.drained()]));
  await registerFileRoutes(app, { ...options, cards, respond, freeDescriptors }, answerPage);
  app.get(machineFiles.readiness(), createReadinessHandler(options));
  registerMetrics(app, metrics, { ...answering, ...guard, ...tracing, queue, cache });
  const { answerCall, answerPreview } = answering;
  app.get(CALL_PATHS, answerCall).get(PREVIEW_PATH, answerPreview).get('/*', answerPage);
  return app;
}

function noteOverload({ log }: FastifyInstance, refused: number): void {
  log.warn(`overloaded: ${refused} requests were answered with 503`);
}

/** Adds the brand of the site to all pages, also while the index can't be read. */
function brandAssets<Options extends AppOptions>(options: Options) {
  const findAssets = (screen: string) =>
    addBrand(options.findAssets(screen), findKnownSite(options.store) ?? DEFAULT_LOOK);
  return { ...options, findAssets };
}

function createLogging(log: AppOptions['log']) {
  return {
    level: 'warn',
    stream: log ?? process.stdout,
    serializers: { req: describeLogged },
  };
}

/** Returns what the framework logs of a request: no address of a client. */
function describeLogged({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  return { method, url: formatLoggedAddress(url) };
}

/** Fastify no longer accepts a number of proxies. Hop 0 is the proxy that opened the connection. */
function formatTrust(proxies: TrustedProxies) {
  return typeof proxies === 'number'
    ? (_address: string, number: number) => number < proxies
    : [...proxies];
}

/** Counts in this process, unless another one counts for it. */
function createCounting({ store, countEvent }: Pick<AppOptions, 'store' | 'countEvent'>) {
  if (countEvent !== undefined) return { countEvent, stop: async () => undefined };
  const events = createEventQueue(store);
  return { countEvent: createEventCounter(events.add), stop: events.stop };
}

type AnsweringOptions = Omit<AppOptions, 'findAssets'> &
  Pick<PageOptions, 'findAssets'> & { readonly readEpoch: () => ContentEpoch };

function createAnswerHandlers(options: AnsweringOptions, respond: Respond) {
  const { store, now } = options;
  const counting = createCounting(options);
  const api = createApi({ ...options, ...counting });
  const answerCall = createCallHandler(api, { store, now, respond });
  const data = { hit: 0, miss: 0 };
  const apiForPages = cacheAnswers(api, options.readEpoch, data);
  const answerPage = createPageHandler({ ...options, api: apiForPages, respond });
  const answerAny = (request: FastifyRequest, reply: FastifyReply) =>
    isCallPath(parseAddress(request.raw.url ?? '/').pathname)
      ? answerCall(request, reply)
      : answerPage(request, reply);
  const { previewSecret } = options;
  const answerPreview =
    previewSecret === undefined
      ? answerPage
      : createPreviewHandler({ ...options, api: apiForPages, answerPage, previewSecret });
  return { answerCall, answerPage, answerAny, answerPreview, data, stopCounting: counting.stop };
}

function registerMetrics(
  app: FastifyInstance,
  metrics: Monitoring['metrics'],
  {
    answerCall,
    ...sources
  }: SampleSources & { readonly answerCall: MetricsOptions['answerUnknown'] },
): void {
  if (metrics === undefined) return;
  metrics.addSource(createAppSamples(sources));
  app.get(machineFiles.metrics(), createMetricsHandler({ ...metrics, answerUnknown: answerCall }));
}

/**
 * An address that can't be decoded reaches no hook or route, so it is answered here, like an
 * unknown address.
 */
function createUndecodableHandler(
  admit: Admission['admit'],
  answerAny: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  answerError: AnswerError,
) {
  return async (_error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await admit(request, reply);
      if (!reply.sent) await answerAny(request, reply);
    } catch (error) {
      await answerError(error, request, reply);
    }
  };
}
