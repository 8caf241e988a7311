import type { Element, Root } from 'hast';
import type { VFile } from 'vfile';
import { files } from '../../site/addresses.ts';
import { listMessages } from '../content-finding.ts';
import { decodeFileName, findFile } from '../file-names.ts';
import type { ShownImage } from '../images/encode-image.ts';
import type { ShownImages } from '../images/read-images.ts';
import { createElement, createText, findOnlyChild, visitElements } from './elements.ts';
import { createVideoParts, findVideo } from './videos.ts';

/**
 * Turns each paragraph that is one image, or one link to a video, into a figure. Images anywhere
 * else are problems.
 */
export function createFigureWriter(images: ShownImages): (tree: Root, file: VFile) => void {
  return (tree, file) => {
    const shown: ShownImage[] = [];
    const first = tree.children.filter((child) => child.type === 'element').slice(0, BLOCKS_AT_TOP);
    const openImage = (picture: Element, isCaptioned: boolean) => {
      const image = findShownImage(readTextProperty(picture, 'src'), images, file.dirname ?? '');
      for (const message of listPictureProblems(picture, image))
        file.message(message, { place: picture.position });
      if (!isCaptioned) adviseCaption(picture, file);
      if (typeof image !== 'object') return [];
      shown.push(image);
      return [image];
    };
    visitElements(tree, (element) => {
      if (element.tagName === 'img') {
        const message = `image ${readTextProperty(element, 'src')} is inside a paragraph; put it alone, between two empty lines`;
        file.message(message, { place: element.position });
      }
      const isAtTop = shown.length === 0 && first.includes(element);
      const figure = element.tagName === 'p' ? findFigure(element, isAtTop, openImage) : undefined;
      if (figure !== undefined) Object.assign(element, figure);
      return figure && 'skip';
    });
    file.data.images = shown;
  };
}

type OpenImage = (picture: Element, isCaptioned: boolean) => readonly ShownImage[];

/** Returns what the paragraph becomes. A picture that can't be shown stays as it is. */
function findFigure(
  paragraph: Element,
  isAtTop: boolean,
  openImage: OpenImage,
): Element | undefined {
  const video = findVideo(paragraph);
  const picture = findOnlyChild(video?.link ?? paragraph, 'img');
  if (video !== undefined) {
    const images = picture === undefined ? [] : openImage(picture, true);
    const pictures = images.map((image) => createPictureElement('', image, isAtTop));
    return createElement('figure', { className: ['video'] }, createVideoParts(video, pictures));
  }
  if (picture === undefined) return undefined;
  const [image] = openImage(picture, false);
  return image === undefined
    ? paragraph
    : createElement('figure', {}, createFigureParts(picture, image, isAtTop));
}

/** Returns the image, or why there is none; undefined for one that has a problem of its own. */
function findShownImage(
  source: string,
  images: ShownImages,
  folder: string,
): ShownImage | string | undefined {
  if (source === '' || /[/:\\]/.test(source))
    return `image ${source} is not a file beside the text; save it there and write only its name`;
  const file = findFile(images, folder, decodeFileName(source));
  if (file === undefined) return `image ${source} is missing; save it beside the text`;
  return images.get(file);
}

function listPictureProblems(
  picture: Element,
  image: ReturnType<typeof findShownImage>,
): readonly string[] {
  const source = readTextProperty(picture, 'src');
  const textProblems = listMessages([
    [
      readTextProperty(picture, 'alt') === '',
      `image ${source} has no alt text; write between [ and ] what it shows`,
    ],
  ]);
  return typeof image === 'string' ? [image, ...textProblems] : textProblems;
}

function adviseCaption(picture: Element, file: VFile): void {
  if (readTextProperty(picture, 'title') !== '') return;
  const source = readTextProperty(picture, 'src');
  const advice = `write it in quotes after the name, ![…](${source} "Caption")`;
  file.message(`image ${source} has no caption; ${advice}`, {
    place: picture.position,
    ruleId: 'captions',
  });
}

/** Top-level blocks that most screens show without scrolling. */
const BLOCKS_AT_TOP = 2;
/**
 * Widths of pictures: the width of the text, or on a narrow screen that of the screen without its
 * margins.
 */
const SIZES = '(min-width: 45rem) 42rem, calc(100vw - 2.5rem)';
/** Width of windows from which the text of a drawing's wide form is at least 13 pixels high. */
const WIDE_WINDOW = '(min-width: 36rem)';

/** Creates the picture, linked to its file, and its caption. */
function createFigureParts(picture: Element, image: ShownImage, isAtTop: boolean): Element[] {
  const caption = readTextProperty(picture, 'title');
  const link = createElement('a', { href: files.media(image.name) }, [
    createPictureElement(readTextProperty(picture, 'alt'), image, isAtTop),
  ]);
  return caption === '' ? [link] : [link, createElement('figcaption', {}, [createText(caption)])];
}

/** Creates the picture. One at the top may be the largest paint, so it loads eagerly. */
function createPictureElement(alt: string, image: ShownImage, isAtTop: boolean): Element {
  const { name, width, height } = image;
  const fetching = isAtTop ? { loading: 'eager', fetchPriority: 'high' } : { loading: 'lazy' };
  const shown = createElement('img', {
    src: files.media(name),
    alt,
    width,
    height,
    ...fetching,
    decoding: 'async',
  });
  const sources = createSources(image);
  return sources.length === 0 ? shown : createElement('picture', {}, [...sources, shown]);
}

/**
 * Creates the sources with the lightest format first, because browsers take the first that they
 * support.
 */
function createSources({ renditions, wide }: ShownImage): readonly Element[] {
  if (wide !== undefined) {
    const { name, width, height } = wide;
    return [
      createElement('source', { media: WIDE_WINDOW, srcSet: files.media(name), width, height }),
    ];
  }
  return [...Map.groupBy(renditions, ({ type }) => type)].map(([type, widths]) => {
    const srcSet = widths.map(({ name, width }) => `${files.media(name)} ${width}w`).join(', ');
    return createElement('source', { type, srcSet, sizes: SIZES });
  });
}

function readTextProperty({ properties }: Element, name: string): string {
  return String(properties[name] ?? '').trim();
}
