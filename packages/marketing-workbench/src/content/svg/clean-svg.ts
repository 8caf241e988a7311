import { measurePicture, PIXELS_MAX } from '../images/picture-size.ts';
import { createTimeLimitedRun, TAKES_TOO_LONG } from '../texts/time-limited-run.ts';
import { cleanElements } from './clean-elements.ts';
import { decodeSvg } from './decode-svg.ts';
import { EMBEDDED_PICTURE, parseSvg, type SvgElement, SvgError } from './parse-svg.ts';
import { assertLightSvg } from './svg-weight.ts';
import { writeSvg } from './write-svg.ts';

export type CleanedSvg =
  | {
      readonly kind: 'clean';
      /** Bytes of the cleaned SVG: those of the file itself if nothing is left out. */
      readonly bytes: Uint8Array;
      /** Names of what was left out and might be missed, such as `<script> (2 times)`. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string };

/** Size limit, far more than a diagram takes; every reader's browser has to draw it. */
export const SVG_BYTES_MAX = 500_000;

/** Part of cache keys: raise it whenever the rules of cleaning change. */
export const CLEANING_VERSION = 1;

const runLimited = createTimeLimitedRun();

/**
 * Returns the SVG that readers get: without scripts, event handlers, HTML, entities, and anything
 * that loads from elsewhere or takes a browser long to draw. Elements and attributes that
 * `allowed-svg.ts` does not list are left out. An SVG that would be useless then, or can't be read,
 * is refused.
 */
export async function cleanSvg(bytes: Uint8Array): Promise<CleanedSvg> {
  if (bytes.length > SVG_BYTES_MAX)
    return refuseSvg(
      `is an SVG of more than ${SVG_BYTES_MAX / 1000} kB; simplify it or save it as PNG`,
    );
  try {
    const { text, isPlain } = decodeSvg(bytes);
    const parsed = limitTime(() => parseSvg(text));
    const unfit = await listUnfitPictures(parsed.root);
    const { root, dropped, isChanged } = limitTime(() => {
      const cleaned = cleanElements(parsed, unfit);
      assertLightSvg(cleaned.root);
      return cleaned;
    });
    return {
      kind: 'clean',
      bytes: isChanged || !isPlain ? Buffer.from(writeSvg(root)) : bytes,
      dropped,
    };
  } catch (error) {
    if (error instanceof SvgError) return refuseSvg(error.message);
    throw error;
  }
}

/** Describes to the owner what was left out. */
export function describeDropped(dropped: readonly string[]): string {
  return `is published without ${dropped.join(', ')}; remove what is not shown from the file, or save the drawing as PNG`;
}

function refuseSvg(message: string): CleanedSvg {
  return { kind: 'refused', message };
}

function limitTime<Result extends object>(work: () => Result): Result {
  const result = runLimited(work);
  if (result === undefined) throw new SvgError(TAKES_TOO_LONG.message);
  return result;
}

/** Lists the data addresses of embedded pictures that are not pictures, or too large to decode. */
async function listUnfitPictures(root: SvgElement): Promise<ReadonlySet<string>> {
  const unfit = new Set<string>();
  for (const address of new Set(listEmbeddedPictures(root))) {
    const [, base64 = ''] = EMBEDDED_PICTURE.exec(address) ?? [];
    if (!(await isDecodablePicture(Buffer.from(base64, 'base64')))) unfit.add(address);
  }
  return unfit;
}

const PICTURES: ReadonlySet<string> = new Set(['gif', 'jpeg', 'png', 'webp']);

async function isDecodablePicture(bytes: Uint8Array): Promise<boolean> {
  try {
    const { format, pixels } = await measurePicture(bytes);
    return PICTURES.has(format) && pixels <= PIXELS_MAX;
  } catch {
    return false;
  }
}

function listEmbeddedPictures({ attributes, children }: SvgElement): readonly string[] {
  const own = attributes
    .filter(({ value }) => EMBEDDED_PICTURE.test(value))
    .map(({ value }) => value);
  return [
    ...own,
    ...children.flatMap((child) => (typeof child === 'string' ? [] : listEmbeddedPictures(child))),
  ];
}
