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
import { files, pages } from '../site/addresses.ts';
import { CARD_CUTS, type Card, type CardCut, formatCardAddress, SEARCH_CUTS } from '../site/cards.ts';
import { SITE } from '../site/site-info.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';

/** A text that a page shows. */
export type Posting = {
  readonly type: 'Article' | 'BlogPosting' | 'NewsArticle';
  /** ISO 8601 with a time zone, as is the next; a text of the old site has lost its date. */
  readonly publishedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** Name of the shelf it stands on, where it stands on one. */
  readonly section?: string | undefined;
  /** As it stands above the text; left out where nothing does. */
  readonly summary?: string | undefined;
  /** Minutes, where the page says them. */
  readonly readTime?: number | undefined;
  readonly wordCount: number;
};

/** The part of a list that a page shows. */
export type Listing = {
  /** Place of the first entry in the whole list, from 1. */
  readonly start: number;
  readonly entries: readonly { readonly title: string; readonly address: string }[];
};

export type DescribedPage = {
  readonly origin: string;
  /** Canonical path and query. */
  readonly address: string;
  readonly title: string;
  readonly card: Card;
  readonly crumbs?: readonly Crumb[] | undefined;
  readonly posting?: Posting | undefined;
  readonly listing?: Listing | undefined;
};

/** Size of the touch icon, in pixels. */
const LOGO_SIZE = 180;
const LANGUAGE = 'en';

/** What a page says of itself to search engines, as one graph whose parts name each other; all of it is also on the page. */
export function createPageGraph(page: DescribedPage): Graph {
  const { crumbs, posting, listing } = page;
  const nodes: readonly (Thing | undefined)[] = [
    createOrganization(page.origin),
    createWebSite(page.origin),
    createWebPage(page),
    crumbs && createBreadcrumbs(page, crumbs),
    posting && createPosting(page, posting),
    listing && createListing(page, listing),
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
    sameAs: Object.values(SITE.social),
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
  const { origin, title, card, crumbs, posting, listing } = page;
  const url = formatUrl(page);
  const main = posting === undefined ? listing && `${url}#list` : `${url}#article`;
  return {
    '@type': listing === undefined ? 'WebPage' : 'CollectionPage',
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

function createListing(page: DescribedPage, { start, entries }: Listing): ItemList {
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
