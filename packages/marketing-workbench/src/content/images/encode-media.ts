import type { MediaRecord } from '../../site/records.ts';
import type { MediaFile, PicturePlan } from './encode-image.ts';
import { UNREADABLE } from './picture-size.ts';
import { createPixelLimit, IMAGES_AT_ONCE, isImageError, PIXELS_AT_ONCE } from './pixel-limit.ts';

/** Published files: those of a picture, which have to be encoded, or one that is published as it is. */
export type MediaSource = PicturePlan | MediaFile;

type NamedMedia = Pick<MediaFile, 'name' | 'type'>;

/** Lists names and types. Files of one name have the same bytes, so each name is listed once. */
export function listMediaNames(sources: readonly MediaSource[]): readonly NamedMedia[] {
  const files = sources.flatMap((source) => ('files' in source ? source.files : source));
  return [...new Map(files.map(({ name, type }) => [name, { name, type }])).values()];
}

/**
 * Encodes what is not in the cache. `onProgress` is called before the first picture is encoded that
 * takes long, and then after each one.
 */
export async function encodeMedia(
  sources: readonly MediaSource[],
  onProgress: (done: number, total: number) => void,
): Promise<readonly MediaRecord[]> {
  const pictures = new Map(
    sources.flatMap((source) =>
      'files' in source ? [[source.files[0]?.name ?? '', source] as const] : [],
    ),
  );
  const limitPixels = createPixelLimit(PIXELS_AT_ONCE);
  let [done, isEncoding] = [0, false];
  const onEncode = () => {
    if (!isEncoding) onProgress(done, pictures.size);
    isEncoding = true;
  };
  const encoded = new Map<string, MediaFile>();
  const waiting = pictures.values();
  const encodeOneByOne = async () => {
    for (const picture of waiting) {
      const files = await limitPixels(picture.pixels, () => encodePicture(picture, onEncode));
      for (const file of files) encoded.set(file.name, file);
      done += 1;
      if (isEncoding) onProgress(done, pictures.size);
    }
  };
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, encodeOneByOne));
  for (const source of sources) if (!('files' in source)) encoded.set(source.name, source);
  return listMediaNames(sources).flatMap(({ name }) => {
    const file = encoded.get(name);
    return file === undefined
      ? []
      : [{ kind: 'media' as const, name, type: file.type, bytes: file.bytes }];
  });
}

async function encodePicture(
  { source, encode }: PicturePlan,
  onEncode: () => void,
): Promise<readonly MediaFile[]> {
  try {
    return await encode(onEncode);
  } catch (error) {
    throw isImageError(error) ? new Error(`${source} ${UNREADABLE}`, { cause: error }) : error;
  }
}
