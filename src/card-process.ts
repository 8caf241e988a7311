/** Draws cards for the server that started it, one after the other, and ends with it. */
import { rename, writeFile } from 'node:fs/promises';
import type { DrawingReply, DrawingRequest } from './cards/drawing-process.ts';
import { unpackFonts } from './cards/fonts.ts';

const loading = loadDrawing(process.argv[2] ?? '');
let work: Promise<unknown> = loading;

process.on('message', (request: DrawingRequest) => {
  work = work.then(() => answer(request));
});
process.on('disconnect', () => process.exit());

/** The typefaces lie ready before the library that draws is loaded: it looks for them once. */
async function loadDrawing(fonts: string) {
  unpackFonts(fonts);
  return import('./cards/draw-card.ts');
}

async function answer(request: DrawingRequest): Promise<void> {
  const { path } = request;
  const reply: DrawingReply = await draw(request).then(
    (missing) => ({ path, ...(missing.length > 0 && { missing: missing.join(' ') }) }),
    (error: unknown) => ({ path, error: String(error) }),
  );
  process.send?.(reply);
}

async function draw({ card, cut, path }: DrawingRequest): Promise<readonly string[]> {
  const { drawCard } = await loading;
  const part = `${path}.${process.pid}`;
  const { bytes, missing } = await drawCard(card, cut);
  await writeFile(part, bytes);
  await rename(part, path);
  return missing;
}
