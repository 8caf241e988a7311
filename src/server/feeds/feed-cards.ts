import type { FastifyInstance } from 'fastify';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { type Card, createPostCard, formatCardAddress } from '../../site/cards.ts';
import { listFeedPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';
import { createBackgroundWork } from '../cache/background-work.ts';
import { createContentEpoch } from '../cache/content-epoch.ts';
import { ENTRIES_MAX } from './create-feed.ts';
import { FEED_SOURCES } from './feed-sources.ts';

/** Draws cards in the background, one at a time. */
export type CardQueue = {
  /** Resolves when each was drawn or failed, with whether any was drawn. Never rejects. */
  readonly draw: (cards: readonly Card[]) => Promise<boolean>;
  readonly stop: () => void;
};

export function createCardQueue(drawer: CardDrawer, onFailure: (error: unknown) => void): CardQueue {
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
    draw: async (cards) => (await Promise.all(cards.map(drawOne))).includes(true),
    stop: () => {
      isStopped = true;
      void work.stop();
    },
  };
}

type AheadOptions = { readonly store: Store; readonly now: () => Date; readonly queue: CardQueue };

const LOOK_EVERY_MS = 1_000;

/** Draws the cards of all feeds when the site starts to listen and after each change of the content. */
export function drawAhead(app: FastifyInstance, { store, now, queue }: AheadOptions): void {
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
