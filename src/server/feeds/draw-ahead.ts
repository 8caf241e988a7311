import type { FastifyInstance } from 'fastify';
import { type Card, createPostCard } from '../../site/cards.ts';
import { listFeedPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';
import { createContentEpoch } from '../cache/content-epoch.ts';
import type { CardQueue } from './card-queue.ts';
import { ENTRIES_MAX } from './create-feed.ts';
import { FEED_SOURCES } from './feed-sources.ts';

type AheadOptions = { readonly store: Store; readonly now: () => Date; readonly queue: CardQueue };

const LOOK_EVERY_MS = 1_000;

/** Has the cards of all feeds drawn as soon as the site listens, and again after each change of the content. */
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
  return FEED_SOURCES.flatMap(({ shelf }) =>
    listFeedPosts(store, { ...shelf, limit: ENTRIES_MAX, now }).map((post) => createPostCard(post, taxonomy)),
  );
}
