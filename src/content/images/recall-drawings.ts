import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Recall } from '../memo.ts';
import type { TextCache } from '../texts/text-cache.ts';
import type { ImageFile } from './encode-image.ts';
import type { ReadImage } from './read-images.ts';

const drawingSchema = z.object({
  file: z.string(),
  name: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
});

type Options = {
  /** What this process knows from its last run. */
  readonly recall: Recall<Promise<ReadImage>>;
  readonly cache: TextCache;
  /** Names what reads images. */
  readonly version: string;
};

/**
 * Recalls from the cache what an earlier process found of a picture that is published as it is, which is a drawing: to
 * draw each only to see that it can be drawn takes longer than all else where nothing changed. Also gives the keys used.
 */
export function createDrawingRecall(files: readonly ImageFile[], { recall, cache, version }: Options) {
  const sources = new Map(files.map((file) => [file.file, file]));
  const keys = new Set<string>();
  const findDrawing = (key: string, name: string): ReadImage | undefined => {
    const known = cache.find(key);
    const drawing = known && drawingSchema.safeParse(JSON.parse(known.facts)).data;
    if (drawing === undefined || name !== `${drawing.file} ${drawing.name}`) return undefined;
    const found = sources.get(drawing.file);
    if (found === undefined) return undefined;
    const bytes = found.read();
    return { file: drawing.file, image: { ...drawing, read: () => bytes, renditions: [] }, problems: [] };
  };
  const recallDrawing: Recall<Promise<ReadImage>> = (name, create) => {
    const key = hash('sha256', `image ${version} ${name}`).slice(0, 32);
    keys.add(key);
    return recall(name, async () => {
      const known = findDrawing(key, name);
      if (known !== undefined) return known;
      const read = await create();
      if (read.image?.renditions.length === 0) cache.keep(new Map([[key, formatDrawing(read.image)]]));
      return read;
    });
  };
  return { keys, recall: recallDrawing };
}

const NOTHING = new Uint8Array();

function formatDrawing(drawing: NonNullable<ReadImage['image']>) {
  return { facts: JSON.stringify(drawingSchema.parse(drawing)), hash: '', sketches: NOTHING, words: NOTHING };
}
