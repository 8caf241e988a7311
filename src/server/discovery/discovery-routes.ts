import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { files } from '../../site/addresses.ts';
import type { Guide } from '../../site/guide.ts';
import type { Store } from '../../store/store.ts';
import type { Respond } from '../cache/responder.ts';
import { formatFailure } from '../call-handler.ts';
import { registerFeedRoutes } from '../feeds/feed-routes.ts';
import type { HttpAnswer } from '../http-answer.ts';
import { XML_POLICY } from '../xml.ts';
import { createCardHandler } from './card-handler.ts';
import { listNewsEntries, listSitemapEntries } from './sitemap-entries.ts';
import { formatNewsSitemap, formatSitemapIndex, formatSitemapParts } from './sitemap-xml.ts';
import { formatLlms, formatRobots } from './text-files.ts';

export type DiscoveryOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  readonly origin: string;
  readonly now: () => Date;
  readonly loadGuide: () => Promise<Guide>;
  /** Undefined if search engines are not notified of changes. */
  readonly indexNowKey?: string | undefined;
  readonly respond: Respond;
};

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** Routes for search engines, feed readers and social networks. */
export function registerDiscoveryRoutes(app: FastifyInstance, options: DiscoveryOptions): void {
  const { store, origin, now, loadGuide, indexNowKey, respond } = options;
  const answer = createAnswering(respond);
  app.get(
    files.robots(),
    answer(TEXT, () => formatRobots(origin)),
  );
  app.get(
    files.llms(),
    answer(TEXT, async () => formatLlms(store, { origin, now: now().getTime(), guide: await loadGuide() })),
  );
  if (indexNowKey !== undefined)
    app.get(
      files.indexNowKey(indexNowKey),
      answer(TEXT, () => indexNowKey),
    );
  app.get(
    files.newsSitemapXml(),
    answer(XML, () => formatNewsSitemap(listNewsEntries(store, now().getTime()), origin)),
  );
  registerSitemapRoutes(app, options);
  app.get(files.cards('*'), createCardHandler(options));
  registerFeedRoutes(app, options);
}

/** One file, or an index of parts if it would be too large. */
function registerSitemapRoutes(
  app: FastifyInstance,
  { store, origin, now, loadGuide, respond }: DiscoveryOptions,
): void {
  const answer = createAnswering(respond);
  const listParts = async () =>
    formatSitemapParts(listSitemapEntries(store, { now: now().getTime(), guide: await loadGuide() }), origin);
  app.get(
    files.sitemapXml(),
    answer(XML, async () => {
      const [first, ...others] = await listParts();
      if (first !== undefined && others.length === 0) return first.xml;
      return formatSitemapIndex(first === undefined ? others : [first, ...others], origin);
    }),
  );
  app.get<{ Params: { part: string } }>(files.sitemapPart(':part'), (request, reply) =>
    respond(request, reply, {
      answer: async () => {
        const parts = await listParts();
        const part = parts.find((_, index) => String(index + 1) === request.params.part);
        return part === undefined || parts.length === 1 ? NO_PART : ok(XML, part.xml);
      },
    }),
  );
}

const NO_PART = formatFailure(404, 'The sitemap has no such part.');

function createAnswering(respond: Respond) {
  return (type: string, createBody: () => string | Promise<string>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      respond(request, reply, { answer: async () => ok(type, await createBody()) });
}

function ok(type: string, body: string): HttpAnswer {
  return {
    status: 200,
    type,
    body,
    caching: 'shared',
    ...(type === XML && { headers: { 'Content-Security-Policy': XML_POLICY } }),
  };
}
