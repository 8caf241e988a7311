import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  createElement,
  createText,
  findOnlyChild,
  isBlankText,
} from '../content/markdown/elements.ts';
import { TEXT_LIMITS } from '../content/value-limits.ts';
import { decodePercent } from '../site/addresses.ts';
import type { Conversion } from './conversion.ts';
import { UNTITLED } from './embeds.ts';

/** Returns true for an image, perhaps in a link or a paragraph of its own. */
export function isPicture(element: Element): boolean {
  if (element.tagName === 'img') return true;
  const [only, ...others] = element.children.filter((child) => !isBlankText(child));
  return only?.type === 'element' && others.length === 0 && isPicture(only);
}

/** Creates a paragraph with the copied picture, or with a link to its old address. */
export function createPictureBlocks(
  image: Element,
  caption: string,
  conversion: Conversion,
): Element[] {
  const source = findPictureSource(image);
  if (source === undefined) {
    conversion.note('a picture without an address was removed');
    return [];
  }
  const picture = conversion.findPicture(source);
  const written = String(image.properties.alt ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const alt = (written || picture?.alt || describeFileName(source)).slice(0, TEXT_LIMITS.alt);
  if (picture === undefined) {
    const words = createText(`Picture: ${alt}`);
    const href = conversion.formatAddress(source);
    conversion.note(
      `picture ${source} is missing; its ${href === undefined ? 'alt text remains' : 'address remains as a link'}`,
    );
    return [
      createElement('p', {}, [href === undefined ? words : createElement('a', { href }, [words])]),
    ];
  }
  if (written === '' && picture.alt === undefined)
    conversion.note(`picture ${source} has no alt text; “${alt}” was made from its name`);
  const title = caption === '' ? {} : { title: caption };
  return [createElement('p', {}, [createElement('img', { src: picture.name, alt, ...title })])];
}

/**
 * Returns the address of a picture. Scripts for lazy loading keep it in an attribute of their own.
 */
function findPictureSource({ properties }: Element): string | undefined {
  const { dataOrigFile, dataLazySrc, dataSrc, dataOriginal, dataOrigSrc, dataLazy, src } =
    properties;
  const { srcSet, dataSrcset, dataLazySrcset } = properties;
  const sets = [srcSet, dataSrcset, dataLazySrcset].map(findWidestPicture);
  return [dataOrigFile, dataLazySrc, dataSrc, dataOriginal, dataOrigSrc, dataLazy, src, ...sets]
    .map((value) => (typeof value === 'string' ? value.trim() : ''))
    .find((value) => value !== '' && !/^(?:data|about|blob):/.test(value));
}

/** Returns the address of the widest picture of a `srcset`. */
function findWidestPicture(set: unknown): string | undefined {
  const pictures = [set]
    .flat()
    .join(',')
    .split(/,\s+|,(?=https?:|\/)/);
  const sized = pictures.map((one) => /^\s*(\S+)(?:\s+([\d.]+)[wx])?/.exec(one) ?? []);
  const [widest] = sized.toSorted((one, other) => Number(other[2] ?? 0) - Number(one[2] ?? 0));
  return widest?.[1];
}

/** Makes words of the name of a file: `red-shop_front-1024x768.jpg` becomes “red shop front”. */
export function describeFileName(source: string): string {
  const name = decodePercent(
    source
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '',
  );
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/-\d+x\d+$|-scaled$/, '')
    .replace(/[-_+]+/g, ' ')
    .trim();
  return words || 'Picture';
}

/**
 * Adds a caption to a block with one picture or one link without words of its own; returns false
 * for any other block.
 */
export function addCaption(block: Element, caption: string): boolean {
  const shown = findOnlyChild(block, 'img') ?? findOnlyChild(block, 'a');
  if (block.tagName !== 'p' || shown === undefined) return false;
  if (shown.tagName === 'img') shown.properties.title = caption;
  else if (isUntitledLink(shown)) shown.children = [createText(caption)];
  else return false;
  return true;
}

/** Returns true if the words of a link say no more than its address. */
function isUntitledLink(link: Element): boolean {
  const words = textOf(link);
  return words === link.properties.href || words.startsWith(UNTITLED);
}
