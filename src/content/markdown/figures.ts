import path from 'node:path';
import type { Element, Root } from 'hast';
import type { VFile } from 'vfile';
import { files } from '../../site/addresses.ts';
import { listMessages } from '../content-problem.ts';
import type { ShownImage } from '../images/encode-image.ts';
import type { ShownImages } from '../images/read-images.ts';
import { createElement, createText, isBlankText, visitElements } from './elements.ts';

/** Turns each paragraph that consists of one image into a figure. Images anywhere else are problems. */
export function createFigureWriter(images: ShownImages): (tree: Root, file: VFile) => void {
  return (tree, file) => {
    const shown: ShownImage[] = [];
    const first = tree.children.filter((child) => child.type === 'element').slice(0, BLOCKS_AT_TOP);
    visitElements(tree, (element) => {
      if (element.tagName === 'img') {
        const message = `image ${textOf(element, 'src')} is inside a paragraph; put it alone, between two empty lines`;
        file.message(message, { place: element.position });
      }
      const picture = findSingleImage(element);
      if (picture === undefined) return undefined;
      const image = findImage(textOf(picture, 'src'), images, file.dirname ?? '');
      for (const message of listPictureProblems(picture, image)) {
        file.message(message, { place: picture.position });
      }
      adviseCaption(picture, file);
      if (typeof image === 'object') {
        element.tagName = 'figure';
        element.children = createFigureParts(picture, image, shown.length === 0 && first.includes(element));
        shown.push(image);
      }
      return 'skip';
    });
    file.data.images = shown;
  };
}

function findSingleImage({ tagName, children }: Element): Element | undefined {
  const [only, ...others] = children.filter((child) => !isBlankText(child));
  if (tagName !== 'p' || only?.type !== 'element' || others.length > 0) return undefined;
  return only.tagName === 'img' ? only : undefined;
}

/** The image, or why there is none; undefined for one that has a problem of its own. */
function findImage(source: string, images: ShownImages, folder: string): ShownImage | string | undefined {
  if (source === '' || /[/:\\]/.test(source))
    return `image ${source} is not a file beside the text; save it there and write only its name`;
  const file = path.posix.join(folder, source);
  if (!images.has(file)) return `image ${source} is missing; save it beside the text`;
  return images.get(file);
}

function listPictureProblems(picture: Element, image: ReturnType<typeof findImage>): readonly string[] {
  const source = textOf(picture, 'src');
  const textProblems = listMessages([
    [textOf(picture, 'alt') === '', `image ${source} has no alt text; write between [ and ] what it shows`],
  ]);
  return typeof image === 'string' ? [image, ...textProblems] : textProblems;
}

function adviseCaption(picture: Element, file: VFile): void {
  if (textOf(picture, 'title') !== '') return;
  const source = textOf(picture, 'src');
  const advice = `write it in quotes after the name, ![…](${source} "Caption")`;
  file.message(`image ${source} has no caption; ${advice}`, { place: picture.position, ruleId: 'captions' });
}

/** Top-level blocks that most screens show without scrolling. */
const BLOCKS_AT_TOP = 2;
/** A picture is as wide as the text; on a narrow screen that is the screen without its margins. */
const SIZES = '(min-width: 45rem) 42rem, calc(100vw - 2.5rem)';

/** A picture at the top may be the largest paint, so it loads eagerly. Each picture links to its file. */
function createFigureParts(picture: Element, image: ShownImage, isAtTop: boolean): Element[] {
  const alt = textOf(picture, 'alt');
  const { name, width, height } = image;
  const fetching = isAtTop ? { loading: 'eager', fetchPriority: 'high' } : { loading: 'lazy' };
  const shown = createElement('img', {
    ...{ src: files.media(name), alt, width, height },
    ...fetching,
    decoding: 'async',
  });
  const caption = textOf(picture, 'title');
  const sources = createSources(image);
  const whole = sources.length === 0 ? shown : createElement('picture', {}, [...sources, shown]);
  return [
    createElement('a', { href: files.media(name) }, [whole]),
    ...(caption === '' ? [] : [createElement('figcaption', {}, [createText(caption)])]),
  ];
}

/** The lightest format comes first: browsers take the first that they support. */
function createSources({ renditions }: ShownImage): readonly Element[] {
  return [...Map.groupBy(renditions, ({ type }) => type)].map(([type, widths]) => {
    const srcSet = widths.map(({ name, width }) => `${files.media(name)} ${width}w`).join(', ');
    return createElement('source', { type, srcSet, sizes: SIZES });
  });
}

function textOf({ properties }: Element, name: string): string {
  return String(properties[name] ?? '').trim();
}
