import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { findHeadingLevel, visitElements } from '../content/markdown/elements.ts';

/** What a rendered page tells search engines. */
export type AuditedPage = {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
  readonly canonical: string | undefined;
  /** Texts of the headings of level 1. */
  readonly mainHeadings: readonly string[];
  /** Addresses as they are written, of the whole page. */
  readonly links: readonly string[];
  readonly pictures: readonly PagePicture[];
  /** Parsed JSON-LD; undefined for a block that is not JSON. */
  readonly structuredData: readonly unknown[];
};

export type PagePicture = {
  readonly alt: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Address of the widest variant in the lightest format. */
  readonly src: string;
};

const parser = unified().use(rehypeParse).freeze();

export function parsePageHtml(html: string): Root {
  return parser.parse(html);
}

export function readAuditedPage(address: string, html: string): AuditedPage {
  const elements: Element[] = [];
  visitElements(parsePageHtml(html), (element) => {
    elements.push(element);
    return undefined;
  });
  const named = (tagName: string) => elements.filter((element) => element.tagName === tagName);
  const meta = (name: string) => named('meta').find((one) => readProperty(one, 'name') === name);
  const title = named('title')[0];
  const canonical = named('link').find((one) => [one.properties.rel].flat().includes('canonical'));
  return {
    address,
    title: title === undefined ? '' : collapseWhitespace(textOf(title)),
    description: collapseWhitespace(readProperty(meta('description'), 'content')),
    isIndexed: !/noindex|none/.test(readProperty(meta('robots'), 'content')),
    canonical: canonical && readProperty(canonical, 'href'),
    mainHeadings: elements
      .filter((element) => findHeadingLevel(element) === 1)
      .map((element) => collapseWhitespace(textOf(element))),
    links: named('a').flatMap((link) =>
      link.properties.href === undefined ? [] : readProperty(link, 'href'),
    ),
    pictures: listPagePictures(elements),
    structuredData: named('script')
      .filter((script) => readProperty(script, 'type') === 'application/ld+json')
      .map((script) => parseJsonLd(textOf(script))),
  };
}

/** Lists the pictures that the page shows, in the order of the page. */
export function listPagePictures(elements: readonly Element[]): readonly PagePicture[] {
  const pictures = elements.filter(({ tagName }) => tagName === 'picture');
  return elements
    .filter(({ tagName }) => tagName === 'img')
    .map((image) => {
      const parent = pictures.find(({ children }) => children.includes(image));
      const [source] = parent?.children.filter((child) => child.type === 'element') ?? [];
      const widest = source === image ? undefined : [source?.properties.srcSet].flat().at(-1);
      const { alt, width, height } = image.properties;
      return {
        alt: alt === undefined || alt === null ? undefined : String(alt).trim(),
        width: width === undefined ? undefined : Number(width),
        height: height === undefined ? undefined : Number(height),
        src: String(widest ?? readProperty(image, 'src')).replace(/^.*, | \S+$/g, ''),
      };
    });
}

function readProperty(element: Element | undefined, name: string): string {
  const value = element?.properties[name];
  return value === undefined || value === null ? '' : String(value);
}

/** Joins words by one space, as browsers show white space. */
export function collapseWhitespace(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}

function parseJsonLd(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
