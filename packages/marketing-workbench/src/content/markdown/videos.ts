import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { PLAYER_ORIGINS, type VideoHost } from '../../site/video-players.ts';
import { createElement, createText, findOnlyChild } from './elements.ts';

type Video = { readonly link: Element; readonly host: VideoHost; readonly player: string };

/** Returns the video of a paragraph that is one link to it. */
export function findVideo(paragraph: Element): Video | undefined {
  const link = findOnlyChild(paragraph, 'a');
  const url = link && URL.parse(String(link.properties.href));
  const player = url?.protocol === 'https:' ? findPlayer(url) : undefined;
  return link && player && { link, ...player };
}

function findPlayer(url: URL): Omit<Video, 'link'> | undefined {
  const youTubeId = findYouTubeId(url);
  if (youTubeId !== undefined) {
    const start = /^(\d+)s?$/.exec(url.searchParams.get('t') ?? '')?.[1];
    const query = start === undefined ? '' : `&start=${start}`;
    return {
      host: 'YouTube',
      player: `${PLAYER_ORIGINS.YouTube}/embed/${youTubeId}?autoplay=1${query}`,
    };
  }
  if (!/^(?:www\.)?vimeo\.com$/.test(url.hostname)) return undefined;
  const [, id, key] = /^\/(\d+)(?:\/([\da-f]+))?\/?$/.exec(url.pathname) ?? [];
  if (id === undefined) return undefined;
  // Vimeo gives a video that is not listed a key.
  const query = key === undefined ? '' : `&h=${key}`;
  return { host: 'Vimeo', player: `${PLAYER_ORIGINS.Vimeo}/video/${id}?autoplay=1&dnt=1${query}` };
}

function findYouTubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const isShort = hostname === 'youtu.be';
  if (!isShort && !/^(?:www\.|m\.)?youtube\.com$/.test(hostname)) return undefined;
  if (pathname === '/watch') return /^[\w-]{11}$/.exec(searchParams.get('v') ?? '')?.[0];
  const pattern = isShort ? /^\/([\w-]{11})$/ : /^\/(?:shorts|live|embed)\/([\w-]{11})$/;
  return pattern.exec(pathname)?.[1];
}

/**
 * Creates a panel that links to the video, and a caption. With JavaScript a click replaces the
 * panel by the player.
 */
export function createVideoParts(
  { link, host, player }: Video,
  pictures: readonly Element[],
): Element[] {
  const { href, rel, title = '' } = link.properties;
  const panel = [
    createSpan('video-play', 'Play'),
    createText(' '),
    createSpan('video-title', findVideoTitle(link) ?? `Video on ${host}`),
  ];
  const caption = String(title).trim();
  const note = `Playing loads the video from ${host}, which then learns that you watch it.`;
  return [
    createElement('a', { href: href ?? '', rel: rel ?? [], dataPlayer: player }, [
      ...pictures,
      ...panel,
    ]),
    createElement('figcaption', {}, [
      ...(caption === '' ? [] : [createSpan('video-caption', caption), createText(' ')]),
      createSpan('video-note', note),
    ]),
  ];
}

/** Returns the words of the link or the alt text of its picture; undefined for a bare address. */
function findVideoTitle(link: Element): string | undefined {
  const [first] = link.children;
  const alt =
    first?.type === 'element' && first.tagName === 'img' ? String(first.properties.alt ?? '') : '';
  const words = textOf(link).trim() || alt;
  return words === '' || words.startsWith('https://') ? undefined : words;
}

function createSpan(name: string, text: string): Element {
  return createElement('span', { className: [name] }, [createText(text)]);
}
