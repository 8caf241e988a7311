import type { CardDrawer } from '../../cards/card-drawer.ts';
import { type Card, formatCardAddress } from '../../site/cards.ts';
import { createBackgroundWork } from '../cache/background-work.ts';

/** Draws cards that nobody waits for, one at a time. */
export type CardQueue = {
  /** Settles when all of these have had their turn; true where one of them is there now. Never rejects. */
  readonly draw: (cards: readonly Card[]) => Promise<boolean>;
  readonly stop: () => void;
};

/** `onFailure` is told of a card that can't be drawn. */
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
