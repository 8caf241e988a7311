import { type FeedFormat, files, pages } from '../site/addresses.ts';
import { CARD_CUTS, createPageCard, formatCardAddress, formatCardText } from '../site/cards.ts';
import { SITE } from '../site/site-info.ts';
import { formatPageDescription, formatPageLabel } from '../site/texts.ts';
import type { PageHeadProps } from './page-head.tsx';
import { createPageGraph, type Posting } from './structured-data.ts';

/** An element of a page's head. */
export type HeadTag = {
  readonly name: 'meta' | 'link' | 'script';
  readonly attributes: Readonly<Record<string, string>>;
  /** Its text content, escaped for a script element. */
  readonly text?: string;
};

/**
 * The part of a page's head that crawlers, feed readers and social networks read. It comes with a page from the server;
 * a browser fetches this code once the reader goes on to another page (`src/app/head-keeper.ts`).
 */
export function listMachineTags(head: PageHeadProps, origin: string): readonly HeadTag[] {
  const { canonical, isHidden, feeds, hasMarkdown } = head;
  return [
    ...listSocialTags(head, origin),
    ...listFeedLinks(origin, SITE.name, pages.home()),
    ...(feeds === undefined ? [] : listFeedLinks(origin, feeds.name, feeds.path)),
    ...(hasMarkdown && canonical !== undefined
      ? [createAlternate('text/markdown', `${origin}${files.markdown(canonical)}`)]
      : []),
    ...(canonical !== undefined && !isHidden ? [createStructuredData(head, origin, canonical)] : []),
  ];
}

/** Open Graph and X cards. The site's name has its own property, so titles don't include it. */
function listSocialTags(head: PageHeadProps, origin: string): readonly HeadTag[] {
  const { canonical, card = createPageCard('home'), type = 'website', posting } = head;
  const title = formatPageLabel(head.title, head.page);
  const description = formatPageDescription(head.description, head.page);
  const { width, height } = CARD_CUTS.wide;
  const image = `${origin}${formatCardAddress(card, 'wide')}`;
  return [
    ...(canonical === undefined ? [] : [createProperty('og:url', `${origin}${canonical}`)]),
    createProperty('og:site_name', SITE.name),
    createProperty('og:locale', 'en_US'),
    createProperty('og:type', type),
    createProperty('og:title', title),
    createProperty('og:description', description),
    createProperty('og:image', image),
    createProperty('og:image:type', 'image/png'),
    createProperty('og:image:width', `${width}`),
    createProperty('og:image:height', `${height}`),
    createProperty('og:image:alt', formatCardText(card)),
    ...(posting === undefined ? [] : listPostingFacts(posting)),
    createMeta('twitter:card', 'summary_large_image'),
    createMeta('twitter:site', SITE.social.twitter.replace(/^.*\//, '@')),
    createMeta('twitter:title', title),
    createMeta('twitter:description', description),
    createMeta('twitter:image', image),
    createMeta('twitter:image:alt', formatCardText(card)),
  ];
}

function listPostingFacts(posting: Posting): readonly HeadTag[] {
  const { publishedAt, updatedAt = publishedAt, section } = posting;
  return [
    ...(publishedAt === undefined ? [] : [createProperty('article:published_time', publishedAt)]),
    ...(updatedAt === undefined ? [] : [createProperty('article:modified_time', updatedAt)]),
    ...(section === undefined ? [] : [createProperty('article:section', section)]),
    createProperty('article:publisher', SITE.social.facebook),
  ];
}

const FEEDS: readonly { readonly format: FeedFormat; readonly type: string; readonly label: string }[] = [
  { format: 'rss', type: 'application/rss+xml', label: 'RSS' },
  { format: 'atom', type: 'application/atom+xml', label: 'Atom' },
  { format: 'json', type: 'application/feed+json', label: 'JSON Feed' },
];

function listFeedLinks(origin: string, name: string, path: string): readonly HeadTag[] {
  return FEEDS.map(({ format, type, label }) =>
    createAlternate(type, `${origin}${files.feed(format, path)}`, `${name} (${label})`),
  );
}

function createStructuredData(head: PageHeadProps, origin: string, canonical: string): HeadTag {
  const { card = createPageCard('home'), title, crumbs, posting, listing } = head;
  const graph = createPageGraph({ origin, address: canonical, title, card, crumbs, posting, listing });
  const text = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return { name: 'script', attributes: { type: 'application/ld+json' }, text };
}

function createProperty(property: string, content: string): HeadTag {
  return { name: 'meta', attributes: { property, content } };
}

function createMeta(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { name, content } };
}

function createAlternate(type: string, href: string, title?: string): HeadTag {
  return { name: 'link', attributes: { rel: 'alternate', type, ...(title && { title }), href } };
}
