import type { FastifyInstance } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { files } from '../../site/addresses.ts';
import type { Store } from '../../store/store.ts';
import type { Respond } from '../cache/responder.ts';
import { EMBEDDABLE } from '../security-headers.ts';
import { XML_POLICY } from '../xml.ts';
import { createFeed, type Feed } from './create-feed.ts';
import { createCardQueue, drawAhead } from './feed-cards.ts';
import { FORMATS, type FormattedFeed } from './feed-formats.ts';
import { FEED_FORMATS, FEED_SOURCES } from './feed-sources.ts';

/** Feed readers refuse or cut larger feeds. */
const BYTES_MAX = 1_000_000;

type FeedRouteOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  readonly origin: string;
  readonly now: () => Date;
  readonly respond: Respond;
};

export function registerFeedRoutes(
  app: FastifyInstance,
  { now, respond, ...options }: FeedRouteOptions,
): void {
  const queue = createCardQueue(options.cards, (error) =>
    app.log.warn({ err: error }, 'a card is not drawn'),
  );
  app.addHook('onClose', async () => queue.stop());
  drawAhead(app, { ...options, now, queue });
  for (const source of FEED_SOURCES) {
    for (const format of FEED_FORMATS) {
      const self = files.feed(format, source.path);
      app.get(self, (request, reply) =>
        respond(request, reply, {
          answer: async () => {
            const { feed, missing } = await createFeed(source, { ...options, self, now: now().getTime() });
            return {
              status: 200,
              caching: 'shared',
              headers: { ...(format !== 'json' && { 'Content-Security-Policy': XML_POLICY }), ...EMBEDDABLE },
              ...formatBounded(feed, FORMATS[format]),
              ...(missing.length > 0 && { completion: queue.draw(missing) }),
            };
          },
        }),
      );
    }
  }
}

/** Drops the oldest entries until the feed is below the limit. */
function formatBounded(feed: Feed, format: (feed: Feed) => FormattedFeed): FormattedFeed {
  const formatted = format(feed);
  if (Buffer.byteLength(formatted.body) < BYTES_MAX || feed.entries.length <= 1) return formatted;
  return formatBounded({ ...feed, entries: feed.entries.slice(0, -1) }, format);
}
