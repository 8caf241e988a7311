import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CardAddress } from '../site/addresses.ts';
import { type Card, type CardCut, hashCard } from '../site/cards.ts';
import { drawOnce } from './draw-once.ts';
import { createDrawingProcess } from './drawing-process.ts';

export type CardDrawer = {
  /** Path of the card's picture, which is drawn first where it is not there. Rejects where it can't be drawn. */
  readonly draw: (card: Card, cut: CardCut) => Promise<string>;
  /** Path of a picture drawn before, though no page may name it any more; undefined where there is none. */
  readonly findDrawn: (address: CardAddress) => string | undefined;
  readonly stop: () => void;
};

/**
 * Keeps cards in the folder, for good. Each is drawn once, however many ask for it at a time, of several processes too. `warn` is told of one
 * that had to be drawn without some of its letters.
 */
export function createCardDrawer(
  folder: string,
  warn: (message: string) => void = () => undefined,
): CardDrawer {
  const root = resolve(folder);
  const drawing = createDrawingProcess(join(root, 'fonts'), (path, letters) =>
    warn(
      `No typeface has ${letters}, so ${path} was drawn without; install one for this system and remove that file`,
    ),
  );
  const underWay = new Map<string, Promise<string>>();
  return {
    draw: (card, cut) => {
      const path = join(root, formatName({ ...card, hash: hashCard(card), cut }));
      const drawn = existsSync(path) ? Promise.resolve(path) : underWay.get(path);
      if (drawn !== undefined) return drawn;
      const asked = drawOnce(path, () => drawing.draw({ card, cut, path }))
        .then(() => path)
        .finally(() => underWay.delete(path));
      underWay.set(path, asked);
      return asked;
    },
    findDrawn: (address) => {
      const path = join(root, formatName(address));
      return existsSync(path) ? path : undefined;
    },
    stop: drawing.stop,
  };
}

function formatName({ kind, slug, hash, cut }: CardAddress): string {
  return join(kind, `${slug}.${hash}.${cut}.png`);
}
