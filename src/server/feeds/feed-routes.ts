import type { FastifyInstance } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { files } from '../../site/addresses.ts';
import { type Card, createPostCard, formatCardAddress } from '../../site/cards.ts';
import { listFeedPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';
import { createBackgroundWork } from '../cache/background-work.ts';
import { createContentEpoch } from '../cache/content-epoch.ts';
import type { Respond } from '../cache/responder.ts';
import { EMBEDDABLE } from '../security-headers.ts';
import { XML_POLICY } from '../xml.ts';
import { createFeed, ENTRIES_MAX, FEED_FORMATS, FEED_SOURCES, type Feed } from './create-feed.ts';
import { FORMATS, type FormattedFeed } from './feed-formats.ts';

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

function formatBounded(feed: Feed, format: (feed: Feed) => FormattedFeed): FormattedFeed {
  const formatted = format(feed);
  if (Buffer.byteLength(formatted.body) < BYTES_MAX || feed.entries.length <= 1) return formatted;
  return formatBounded({ ...feed, entries: feed.entries.slice(0, -1) }, format);
}

function createCardQueue(drawer: CardDrawer, onFailure: (error: unknown) => void) {
  const work = createBackgroundWork(onFailure);
  const waiting = new Map<string, Promise<boolean>>();
  let isStopped = false;
  const drawOne = (card: Card): Promise<boolean> => {
    const name = formatCardAddress(card, 'wide');
    const known = waiting.get(name);
    if (known !== undefined) return known;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const run = async () => {
      try {
        await drawer.draw(card, 'wide');
        resolve(true);
      } catch (error) {
        resolve(false);
        if (!isStopped) onFailure(error);
      } finally {
        waiting.delete(name);
      }
    };
    waiting.set(name, promise);
    work.add({ name, run });
    return promise;
  };
  return {
    /** Resolves when each was drawn or failed, with whether any was drawn. Never rejects. */
    draw: async (cards: readonly Card[]) => (await Promise.all(cards.map(drawOne))).includes(true),
    stop: () => {
      isStopped = true;
      void work.stop();
    },
  };
}

type AheadOptions = {
  readonly store: Store;
  readonly now: () => Date;
  readonly queue: ReturnType<typeof createCardQueue>;
};

const LOOK_EVERY_MS = 1_000;

function drawAhead(app: FastifyInstance, { store, now, queue }: AheadOptions): void {
  const readEpoch = createContentEpoch({ store, now });
  let timer: NodeJS.Timeout | undefined;
  let seen = '';
  const look = () => {
    const { content } = readEpoch();
    if (content === seen) return;
    try {
      void queue.draw(listFeedCards(store, now().getTime()));
      seen = content;
    } catch {
      // A timer that throws would end the process. A damaged index is found by the next answer that fails; the next run retries.
    }
  };
  app.addHook('onListen', async () => {
    timer = setInterval(look, LOOK_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function listFeedCards(store: Store, now: number): readonly Card[] {
  const taxonomy = readTaxonomy(store, now);
  return FEED_SOURCES.flatMap(({ filter }) =>
    listFeedPosts(store, { ...filter, limit: ENTRIES_MAX, now }).map((post) =>
      createPostCard(post, taxonomy),
    ),
  );
}
