import { hash } from 'node:crypto';
import type { Rendition } from './encode-image.ts';
import type { Image, ImagesByFile } from './read-images.ts';

/** A picture without its bytes. */
export type ShownImage = Omit<Image, 'read' | 'renditions'> & {
  readonly renditions: readonly Omit<Rendition, 'read'>[];
};

export type ShownImages = Pick<ReadonlyMap<string, ShownImage | undefined>, 'get' | 'has'>;

export function listShownImages(
  images: ImagesByFile,
): readonly [file: string, image: ShownImage | undefined][] {
  return [...images].map(([file, image]) => {
    if (image === undefined) return [file, undefined];
    const { read, ...shown } = image;
    return [file, { ...shown, renditions: image.renditions.map(({ read: _, ...rendition }) => rendition) }];
  });
}

/** A fingerprint that changes whenever the picture would be shown differently. */
export function describePicture(images: ShownImages, file: string): string {
  if (!images.has(file)) return 'missing';
  const image = images.get(file);
  return image === undefined ? 'unreadable' : hash('sha256', JSON.stringify(image)).slice(0, 32);
}
