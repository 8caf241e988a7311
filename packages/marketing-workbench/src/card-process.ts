/** Draws cards for the server that started it, one at a time, and exits with it. */
import { rename, writeFile } from 'node:fs/promises';
import { drawCard } from './cards/draw-card.ts';
import type { DrawingReply, DrawingRequest } from './cards/drawing-process.ts';

let last: Promise<unknown> = Promise.resolve();

process.on('message', (request: DrawingRequest) => {
  last = last.then(() => drawRequestedCard(request));
});
process.on('disconnect', () => process.exit());

async function drawRequestedCard({ card, cut, brand, path }: DrawingRequest): Promise<void> {
  const reply: DrawingReply = await drawCard(card, cut, brand)
    .then((bytes) => replaceCardFile(path, bytes))
    .then(
      () => ({ path }),
      (error: unknown) => ({ path, error: String(error) }),
    );
  process.send?.(reply);
}

/** Replaces the file so that another process sees the whole file or none. */
async function replaceCardFile(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, path);
}
