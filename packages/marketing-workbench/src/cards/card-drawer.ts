import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CardAddress } from '../site/addresses.ts';
import { type CardCut, hashCard } from '../site/card-addresses.ts';
import type { Card } from '../site/cards.ts';
import type { CardBrand } from './draw-card.ts';
import { drawOnce } from './draw-once.ts';
import { createDrawingProcess, type ForkProgram } from './drawing-process.ts';

export type CardDrawer = ReturnType<typeof createCardDrawer>;

/**
 * Stores cards in `folder` permanently. Each is drawn once, even if several processes request it at
 * the same time.
 */
export function createCardDrawer(folder: string, fork: ForkProgram) {
  const root = resolve(folder);
  const drawing = createDrawingProcess(fork);
  return {
    /**
     * Returns the path of the card's picture, and draws it if it does not exist yet. Rejects if it
     * can't be drawn.
     */
    draw: async (card: Card, cut: CardCut, brand: CardBrand): Promise<string> => {
      const path = join(root, formatCardPath({ ...card, hash: hashCard(card), cut }));
      await drawOnce(path, () => drawing.draw({ card, cut, brand, path }));
      return path;
    },
    /** Returns the path of an existing picture, even if no page refers to it any more. */
    findDrawn: (address: CardAddress): string | undefined => {
      const path = join(root, formatCardPath(address));
      return existsSync(path) ? path : undefined;
    },
    stop: drawing.stop,
  };
}

function formatCardPath({ kind, slug, hash, cut }: CardAddress): string {
  return join(kind, `${slug}.${hash}.${cut}.png`);
}
