import type {
  Article,
  BreadcrumbList,
  CollectionPage,
  Graph,
  ImageObject,
  ItemList,
  Organization,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import { type FeedFormat, files, pages } from '../site/addresses.ts';
import {
  CARD_CUTS,
  type Card,
  type CardCut,
  createPageCard,
  formatCardAddress,
  formatCardText,
  SEARCH_CUTS,
} from '../site/cards.ts';
import { SITE } from '../site/site-info.ts';
import { SOCIAL_PROFILES } from '../site/social-profiles.ts';
import { formatPageDescription, formatPageLabel } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';
import type { PageHeadProps } from './page-head.tsx';

/** An element of a page's head. */
export type HeadTag = {
  readonly name: 'meta' | 'link' | 'script';
  readonly attributes: Readonly<Record<string, string>>;
  /** Its text content, escaped for a script element. */
  readonly text?: string;
};

/**
 * The tags that crawlers, feed readers and social networks read. The server renders them; a browser loads this code on the
 * first navigation (`src/app/hydrate-page.tsx`).
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
    createMeta('twitter:site', SOCIAL_PROFILES.twitter.replace(/^.*\//, '@')),
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
    createProperty('article:publisher', SOCIAL_PROFILES.facebook),
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
  const { card = createPageCard('home'), title, crumbs, posting, list } = head;
  const graph = createPageGraph({ origin, address: canonical, title, card, crumbs, posting, list });
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

/** An article, guide or legacy post. */
export type Posting = {
  readonly type: 'Article' | 'BlogPosting' | 'NewsArticle';
  /** ISO 8601 with a time zone; the dates of legacy posts are unknown. */
  readonly publishedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** Name of the category or subcategory. */
  readonly section?: string | undefined;
  /** Only if the page shows it. */
  readonly summary?: string | undefined;
  /** In minutes; only if the page shows it. */
  readonly readTime?: number | undefined;
  readonly wordCount: number;
};

/** The entries of a list that one page shows. */
export type ListSummary = {
  /** Position of the first entry in the whole list, from 1. */
  readonly start: number;
  readonly entries: readonly { readonly title: string; readonly address: string }[];
};

type DescribedPage = {
  readonly origin: string;
  /** Canonical path and query. */
  readonly address: string;
  readonly title: string;
  readonly card: Card;
  readonly crumbs?: readonly Crumb[] | undefined;
  readonly posting?: Posting | undefined;
  readonly list?: ListSummary | undefined;
};

/** Size of the touch icon, in pixels. */
const LOGO_SIZE = 180;
const LANGUAGE = 'en';

/** Structured data as one graph whose nodes refer to each other. The page shows everything in it. */
function createPageGraph(page: DescribedPage): Graph {
  const { crumbs, posting, list } = page;
  const nodes: readonly (Thing | undefined)[] = [
    createOrganization(page.origin),
    createWebSite(page.origin),
    createWebPage(page),
    crumbs && createBreadcrumbs(page, crumbs),
    posting && createPosting(page, posting),
    list && summarizeList(page, list),
  ];
  return { '@context': 'https://schema.org', '@graph': nodes.filter((node) => node !== undefined) };
}

function createOrganization(origin: string): Organization {
  const logo = `${origin}${files.appleTouchIcon()}`;
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: SITE.name,
    url: `${origin}${pages.home()}`,
    logo: { '@type': 'ImageObject', url: logo, width: `${LOGO_SIZE}`, height: `${LOGO_SIZE}` },
    sameAs: Object.values(SOCIAL_PROFILES),
  };
}

function createWebSite(origin: string): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: SITE.name,
    url: `${origin}${pages.home()}`,
    description: SITE.description,
    inLanguage: LANGUAGE,
    publisher: { '@id': organizationId(origin) },
  };
}

function createWebPage(page: DescribedPage): WebPage | CollectionPage {
  const { origin, title, card, crumbs, posting, list } = page;
  const url = formatUrl(page);
  const main = posting === undefined ? list && `${url}#list` : `${url}#article`;
  return {
    '@type': list === undefined ? 'WebPage' : 'CollectionPage',
    '@id': url,
    url,
    name: title,
    inLanguage: LANGUAGE,
    isPartOf: { '@id': `${origin}/#website` },
    publisher: { '@id': organizationId(origin) },
    primaryImageOfPage: createImage(origin, card, 'wide'),
    ...(crumbs && { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    ...(main !== undefined && { mainEntity: { '@id': main } }),
  };
}

function createBreadcrumbs(page: DescribedPage, crumbs: readonly Crumb[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${formatUrl(page)}#breadcrumb`,
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${page.origin}${href}`,
    })),
  };
}

function createPosting(page: DescribedPage, posting: Posting): Article {
  const { origin, title, card } = page;
  const { summary, publishedAt, updatedAt = publishedAt, section, readTime } = posting;
  const url = formatUrl(page);
  const organization = organizationId(origin);
  return {
    '@type': posting.type,
    '@id': `${url}#article`,
    url,
    mainEntityOfPage: { '@id': url },
    headline: title,
    ...(summary !== undefined && { description: summary }),
    image: SEARCH_CUTS.map((cut) => createImage(origin, card, cut)),
    ...(publishedAt !== undefined && { datePublished: publishedAt, dateModified: updatedAt }),
    author: {
      '@type': 'Organization',
      '@id': organization,
      name: SITE.name,
      url: `${origin}${pages.home()}`,
    },
    publisher: { '@id': organization },
    ...(section !== undefined && { articleSection: section }),
    wordCount: posting.wordCount,
    ...(readTime !== undefined && { timeRequired: `PT${readTime}M` }),
    inLanguage: LANGUAGE,
    isAccessibleForFree: true,
  };
}

function summarizeList(page: DescribedPage, { start, entries }: ListSummary): ItemList {
  return {
    '@type': 'ItemList',
    '@id': `${formatUrl(page)}#list`,
    numberOfItems: entries.length,
    itemListElement: entries.map(({ title, address }, index) => ({
      '@type': 'ListItem',
      position: start + index,
      name: title,
      url: `${page.origin}${address}`,
    })),
  };
}

function createImage(origin: string, card: Card, cut: CardCut): ImageObject {
  const { width, height } = CARD_CUTS[cut];
  const url = `${origin}${formatCardAddress(card, cut)}`;
  return { '@type': 'ImageObject', '@id': url, url, width: `${width}`, height: `${height}` };
}

function organizationId(origin: string): string {
  return `${origin}/#organization`;
}

function formatUrl({ origin, address }: DescribedPage): string {
  return `${origin}${address}`;
}
