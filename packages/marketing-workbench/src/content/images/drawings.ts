import { isUtf8 } from 'node:buffer';
import { createPublishedName } from '../file-names.ts';
import {
  cacheBytes,
  createPicturePlan,
  hashBytes,
  type OpenedImage,
  type PlannedImage,
} from './encode-image.ts';
import {
  isInTextFace,
  listMissingSymbols,
  readFontVersion,
  removeFontFaces,
  writeFontFaces,
} from './font-faces.ts';
import { widenDrawing } from './widen-drawing.ts';

/** Width in pixels of the text in a wide window (`--container-prose`). */
const WIDE_PX = 672;
/** Pixels per unit of height: text of 14 units is then as large as that of the page. */
const WIDE_SCALE = 1.2;
/** Part of the cache key: raise it whenever the wide form or the style sheet changes. */
const DRAWING_VERSION = 4;

/** Width of a picture on a phone of 390 pixels, without borders and margins. */
const PHONE_PX = 350;
const TEXT_MIN_PX = 11;
const WIDTH_MIN_PX = 640;

/** Matches the XML declaration and comments before the root, and the root. */
const ROOT =
  /^(\uFEFF?(?:<\?xml[^>]*>)?(?:\s|<!--(?:[^-]|-(?!->))*-->)*)(<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>)/;
const STRETCHED = /\sclass="(?:[^"]* )?stretch[ "]/;
/** Style that keeps stretched lines as thick as before. */
const KEEP_STROKES = 'circle,line,path,polygon,polyline,rect{vector-effect:non-scaling-stroke}';
const SIZE = /\s(?:width|height|preserveAspectRatio)="[^"]*"/g;

/**
 * Publishes an SVG in the site's text face, if it names that, and in a wide form, if its root has
 * the class `stretch`.
 */
export async function planDrawing(opened: OpenedImage, bytes: Uint8Array): Promise<PlannedImage> {
  const { file, type, measures, language } = opened;
  const { width, height } = measures.autoOrient;
  const source = isUtf8(bytes) ? removeFontFaces(Buffer.from(bytes).toString()) : '';
  // The hash of a drawing that was published before and comes from an export is that of its source.
  const hash = source === '' ? opened.hash : hashBytes(Buffer.from(source));
  const version = `${DRAWING_VERSION}-${await readFontVersion()}`;
  const versionHash = hashBytes(Buffer.from(`${hash} ${version}`));
  const title = createPublishedName(file, language);
  const name = `${isInTextFace(source) ? versionHash : hash}-${title}.svg`;
  const isWide = isStretchable(source, width);
  const wide = {
    name: `${versionHash}-${title}-wide.svg`,
    width: WIDE_PX,
    height: Math.round(height * WIDE_SCALE),
  };
  const files = [name, ...(isWide ? [wide.name] : [])].map((each) => ({ name: each, type }));
  const cacheName = `${hash}-${version}`;
  return {
    image: { file, name, width, height, renditions: [], ...(isWide && { wide }) },
    picture: createPicturePlan(opened, files, () => writeDrawing(opened, files, cacheName)),
    advice: [
      ...listDrawingAdvice(source, width),
      ...listSymbolAdvice(await listMissingSymbols(source)),
    ],
  };
}

/** Writes the drawing with its fonts, and its wide form if `files` names one. */
async function writeDrawing(
  { measures, cacheDir, readBytes }: OpenedImage,
  files: PlannedImage['picture']['files'],
  cacheName: string,
) {
  const { width, height } = measures.autoOrient;
  const read = once(async () => {
    const bytes = await readBytes();
    return { bytes, source: isUtf8(bytes) ? removeFontFaces(Buffer.from(bytes).toString()) : '' };
  });
  const obtainFaces = once(async () => writeFontFaces((await read()).source));
  const create = async (isWide: boolean) => {
    const { bytes, source } = await read();
    const style = await obtainFaces();
    if (!isWide) return style === '' ? bytes : Buffer.from(addStyle(source, style));
    const wideSource = widenDrawing(source, (WIDE_SCALE * width) / WIDE_PX);
    const size = { width: WIDE_PX, height: Math.round(height * WIDE_SCALE) };
    return Buffer.from(addStyle(wideSource, style + KEEP_STROKES, size));
  };
  return Promise.all(
    files.map(async ({ name, type }, index) => {
      const isWide = index > 0;
      const cached = `${cacheName}${isWide ? '-wide' : ''}.svg`;
      return { name, type, bytes: await cacheBytes(cacheDir, cached, () => create(isWide)) };
    }),
  );
}

/** Creates a function that does the work when it is first called, and then returns the same result. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function isStretchable(source: string, width: number): boolean {
  const [, , root = ''] = ROOT.exec(source) ?? [];
  return STRETCHED.test(root) && /\sviewBox="/.test(root) && width * WIDE_SCALE < WIDE_PX;
}

function listSymbolAdvice(symbols: readonly string[]): readonly string[] {
  return symbols.length === 0
    ? []
    : [`shows ${symbols.join(' ')}, which the text face does not have; draw it as a path`];
}

/** Advises on text that is too small on a phone. A drawing without text may have any size. */
function listDrawingAdvice(source: string, width: number): readonly string[] {
  if (!/<text\b/.test(source)) return [];
  const [, viewBox = ''] = /\sviewBox="([^"]*)"/.exec(source) ?? [];
  const [, , units = width] = viewBox.trim().split(/[\s,]+/, 3);
  const sizes = Array.from(
    source.matchAll(/font-size\s*[:=]\s*["']?([\d.]+)(?:px)?\s*["';}]/g),
    ([, size]) => Number(size),
  );
  const shownPx = (Math.min(...sizes) * PHONE_PX) / Number(units);
  const least = Math.ceil((TEXT_MIN_PX * Number(units)) / PHONE_PX);
  return [
    ...(shownPx < TEXT_MIN_PX
      ? [
          `has text of ${shownPx.toFixed(1)} pixels on a phone; give all text a font-size of at least ${least}`,
        ]
      : []),
    ...(width < WIDTH_MIN_PX && !isStretchable(source, width)
      ? [
          `is ${width} pixels wide; give its <svg> class="stretch", or make it ${WIDTH_MIN_PX} pixels wide`,
        ]
      : []),
  ];
}

/** Adds a style sheet to the root. With `size`, the drawing is stretched to fill it. */
function addStyle(
  svg: string,
  style: string,
  size?: Pick<PlannedImage['image'], 'width' | 'height'>,
): string {
  return svg.replace(ROOT, (_, before: string, root: string) => {
    const open =
      size === undefined
        ? root
        : root
            .replaceAll(SIZE, '')
            .replace(
              '<svg',
              `<svg width="${size.width}" height="${size.height}" preserveAspectRatio="none"`,
            );
    return `${before}${open}<style>${style}</style>`;
  });
}
