import type { Element } from 'hast';
import { createElement, createText, visitElements } from '../content/markdown/elements.ts';
import type { Conversion } from './conversion.ts';

/** Text of a link to an embed without a title; the name of the host follows. */
export const UNTITLED = 'Embedded from ';

/** A player or post that another site shows inside a page. */
export type Embed = { readonly url: string; readonly title: string };

const MEDIA: ReadonlySet<string> = new Set(['iframe', 'video', 'audio', 'object', 'embed']);

export function findEmbed(element: Element): Embed | undefined {
  const { tagName, properties } = element;
  if (MEDIA.has(tagName)) {
    const url = findEmbedSource(element);
    return url === undefined
      ? undefined
      : { url: findPlayerPage(url), title: textOfProperty(properties.title) };
  }
  if (tagName === 'blockquote' && properties.dataInstgrmPermalink !== undefined)
    return {
      url: String(properties.dataInstgrmPermalink).replace(/\?.*$/, ''),
      title: 'Post on Instagram',
    };
  return undefined;
}

function findEmbedSource(element: Element): string | undefined {
  const { src, dataSrc, dataLazySrc, data } = element.properties;
  const own = [src, dataSrc, dataLazySrc, data]
    .map(textOfProperty)
    .find((url) => /^(?:https?:)?\/\/|^\//.test(url));
  if (own !== undefined) return own;
  const inner: string[] = [];
  visitElements(element, (child) => {
    if (child.tagName === 'source' || child.tagName === 'embed')
      inner.push(textOfProperty(child.properties.src));
    return undefined;
  });
  return inner.find((url) => url !== '');
}

/** Returns the page that readers open for the address of a player. */
function findPlayerPage(source: string): string {
  const url = URL.parse(source.startsWith('//') ? `https:${source}` : source);
  if (url === null) return source;
  const youTubeId = /^(?:www\.)?youtube(?:-nocookie)?\.com$/.test(url.hostname)
    ? /^\/(?:embed|v)\/([\w-]{11})/.exec(url.pathname)?.[1]
    : undefined;
  const start = url.searchParams.get('start');
  if (youTubeId !== undefined)
    return `https://www.youtube.com/watch?v=${youTubeId}${start === null ? '' : `&t=${start}`}`;
  const vimeoId =
    url.hostname === 'player.vimeo.com' ? /^\/video\/(\d+)/.exec(url.pathname)?.[1] : undefined;
  const key = url.searchParams.get('h');
  if (vimeoId !== undefined) return `https://vimeo.com/${vimeoId}${key === null ? '' : `/${key}`}`;
  return url.href;
}

/**
 * Creates a paragraph with a link, which this site shows as a player if it leads to a video on
 * YouTube or Vimeo.
 */
export function createEmbed(
  { url, title }: Embed,
  { findLink, formatAddress, embeds }: Conversion,
): Element[] {
  const href = findLink(url, title) ?? formatAddress(url);
  if (href === undefined) return [createElement('p', {}, [createText(title || url)])];
  embeds.all += 1;
  const host = URL.parse(url)?.hostname.replace(/^www\./, '');
  const words = title || (isVideoPage(url) || host === undefined ? url : `${UNTITLED}${host}`);
  return [createElement('p', {}, [createElement('a', { href }, [createText(words)])])];
}

function isVideoPage(url: string): boolean {
  return /^https:\/\/(?:www\.youtube\.com\/watch|youtu\.be\/|vimeo\.com\/\d)/.test(url);
}

function textOfProperty(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
