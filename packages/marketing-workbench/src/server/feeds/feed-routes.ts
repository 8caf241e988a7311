import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { FEED_FORMATS, files, pages } from '../../site/addresses.ts';
import { formatCardAddress } from '../../site/card-addresses.ts';
import type { Card } from '../../site/cards.ts';
import { type FeedSource, listFeedSources } from '../../site/catalogue.ts';
import { readBrand, readSite } from '../../store/pages/known-site.ts';
import { readTaxonomy } from '../../store/pages/taxonomy.ts';
import type { Store } from '../../store/store.ts';
import { createBackgroundWork } from '../cache/background-work.ts';
import { createContentEpoch } from '../cache/content-epoch.ts';
import type { Respond } from '../cache/responder.ts';
import { EMBEDDABLE } from '../security-headers.ts';
import { XML_POLICY } from '../xml.ts';
import { createFeed, type Feed, findDrawnCard } from './create-feed.ts';
import { FORMATS, type FormattedFeed } from './feed-formats.ts';
import { listFeedTexts } from './feed-texts.ts';

/** Feed readers refuse or cut larger feeds. */
const BYTES_MAX = 1_000_000;

export type FeedRouteOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  /** Scheme and host of addresses; undefined for those of the site's domain. */
  readonly origin: string | undefined;
  readonly now: () => Date;
  readonly respond: Respond;
  /** The WebSub hub; undefined for none. */
  readonly webSubHub?: string | undefined;
};

export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Registers the feeds of the site and of each section. `answerPage` answers an address that is no
 * feed of this site.
 */
export function registerFeedRoutes(
  app: FastifyInstance,
  { now, respond, ...options }: FeedRouteOptions,
  answerPage: AnswerPage,
): void {
  const { store } = options;
  const draw = createCardQueue(app, options.cards, options.store);
  drawAhead(app, { store, now, draw });
  for (const format of FEED_FORMATS) {
    const createAnswer = (source: FeedSource) => async () => {
      const self = files.feed(format, source.path);
      const feed = await createFeed(source, { ...options, self, now: now().getTime() });
      const missing = feed.entries.flatMap(({ image, card }) => (image === undefined ? card : []));
      draw(missing);
      return {
        status: 200,
        caching: 'shared',
        headers: {
          ...(format !== 'json' && { 'Content-Security-Policy': XML_POLICY }),
          ...EMBEDDABLE,
        },
        ...formatBounded(feed, FORMATS[format]),
        isOutdated: () => missing.some((card) => findDrawnCard(options.cards, card) !== undefined),
      } as const;
    };
    const answer = (
      request: FastifyRequest<{ Params: { section?: string } }>,
      reply: FastifyReply,
    ) => {
      const path = pages.page(request.params.section ?? '');
      const source = listFeedSources(readSite(store)).find((known) => known.path === path);
      return source === undefined
        ? answerPage(request, reply)
        : respond(request, reply, { answer: createAnswer(source) });
    };
    app.get(files.feed(format), answer);
    app.get(files.feed(format, pages.page(':section')), answer);
  }
}

function formatBounded(feed: Feed, format: (feed: Feed) => FormattedFeed): FormattedFeed {
  const formatted = format(feed);
  if (Buffer.byteLength(formatted.body) < BYTES_MAX || feed.entries.length <= 1) return formatted;
  return formatBounded({ ...feed, entries: feed.entries.slice(0, -1) }, format);
}

type DrawCards = (cards: readonly Card[]) => void;

/** Draws cards one after the other in the background, until the application closes. */
function createCardQueue(app: FastifyInstance, drawer: CardDrawer, store: Store): DrawCards {
  const work = createBackgroundWork((error) =>
    app.log.warn({ err: error }, 'a social card could not be drawn'),
  );
  app.addHook('onClose', async () => void work.stop());
  return (cards) => {
    // Read now: the hashes of the cards belong to this brand.
    const brand = readBrand(store);
    for (const card of cards)
      work.add({
        name: formatCardAddress(card, 'wide'),
        run: () => drawer.draw(card, 'wide', brand),
      });
  };
}

type CardQueueOptions = {
  readonly store: Store;
  readonly now: () => Date;
  readonly draw: DrawCards;
};

const LOOK_EVERY_MS = 1_000;

function drawAhead(app: FastifyInstance, { store, now, draw }: CardQueueOptions): void {
  const readEpoch = createContentEpoch({ store, now });
  let timer: NodeJS.Timeout | undefined;
  let seen = '';
  const look = () => {
    const { content } = readEpoch();
    if (content === seen) return;
    try {
      draw(listFeedCards(store, now().getTime()));
      seen = content;
    } catch {
      // A timer that throws would end the process. A damaged index is found by the next answer that
      // fails; the next run retries.
    }
  };
  app.addHook('onListen', async () => {
    timer = setInterval(look, LOOK_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function listFeedCards(store: Store, now: number): readonly Card[] {
  const taxonomy = readTaxonomy(store, now);
  return listFeedSources(taxonomy.site).flatMap(({ filter }) =>
    listFeedTexts(store, filter, taxonomy, now).map(({ card }) => card),
  );
}
