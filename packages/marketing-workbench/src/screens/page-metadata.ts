import type {
  Article,
  BreadcrumbList,
  Graph,
  ImageObject,
  ItemList,
  Organization,
  Person,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import { type FeedFormat, files, pages } from '../site/addresses.ts';
import {
  CARD_CUTS,
  formatCardAddress,
  formatCardText,
  SEARCH_CUTS,
} from '../site/card-addresses.ts';
import { type Card, createPageCard } from '../site/cards.ts';
import type { Author } from '../site/entities.ts';
import { findAuthors, type Site } from '../site/site.ts';
import { formatPageLabel } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';
import type { ListSummary, PageHeadProps, Posting } from './page-head.tsx';

type DescribedPage = PageHeadProps & {
  readonly card: Card;
  readonly origin: string;
  readonly site: Site;
  /** Canonical; undefined until it is known. */
  readonly url: string | undefined;
};

/**
 * The tags that crawlers, feed readers and social networks read. The server renders them; a browser
 * loads this code on the first navigation (`src/app/hydrate-page.tsx`).
 */
export function formatMachineTags(head: PageHeadProps, origin: string, site: Site): string {
  const {
    canonical,
    card = createPageCard('home', site),
    isHidden,
    feeds,
    posting,
    isText = posting !== undefined,
  } = head;
  const url = canonical && `${origin}${canonical}`;
  const page = { ...head, card, origin, site, url };
  return [
    ...listSocialTags(page),
    ...(canonical === pages.home() ? listVerificationTags(site) : []),
    ...listFeedLinks(origin, site.name, pages.home()),
    ...(feeds === undefined ? [] : listFeedLinks(origin, feeds.name, feeds.path)),
    isText && url !== undefined ? formatAlternate('text/markdown', files.markdown(url)) : '',
    url !== undefined && !isHidden ? formatStructuredData({ ...page, url }) : '',
  ].join('');
}

/** Open Graph and X cards. The site's name has its own property, so titles don't include it. */
function listSocialTags(page: DescribedPage): readonly string[] {
  const { site, url, posting } = page;
  const title = formatPageLabel(page.title, page.page);
  const description = formatPageLabel(page.description, page.page);
  const { type, url: image, width, height, alt } = describePicture(page);
  const properties = {
    'og:url': url,
    'og:site_name': site.name,
    'og:locale': formatLocale(site.language),
    'og:type': posting === undefined ? 'website' : 'article',
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:image:type': type,
    'og:image:width': `${width}`,
    'og:image:height': `${height}`,
    'og:image:alt': alt,
    ...(posting && {
      'article:published_time': posting.publishedAt,
      'article:modified_time': posting.updatedAt ?? posting.publishedAt,
      'article:section': posting.section,
      'article:publisher': site.profiles.find(({ name }) => name === 'Facebook')?.url,
    }),
  };
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:site': site.profiles.find(({ handle }) => handle !== undefined)?.handle,
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': alt,
  };
  return [
    ...listMetas('property', properties),
    ...(posting?.tags ?? []).map(({ name }) =>
      formatHeadTag('meta', { property: 'article:tag', content: name }),
    ),
    ...listMetas('name', names),
  ];
}

/** Returns the language with its usual region, such as `en_US`. */
function formatLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region !== undefined && /^[A-Z]/.test(region) ? `${language}_${region}` : language;
}

const VERIFICATION_NAMES: Readonly<Record<string, string>> = {
  google: 'google-site-verification',
  bing: 'msvalidate.01',
  yandex: 'yandex-verification',
  baidu: 'baidu-site-verification',
  naver: 'naver-site-verification',
  pinterest: 'p:domain_verify',
  facebook: 'facebook-domain-verification',
};

function listVerificationTags({ verification = {} }: Site): readonly string[] {
  return Object.entries(verification).flatMap(([network, content]) => {
    const name = VERIFICATION_NAMES[network];
    return name === undefined || content === undefined
      ? []
      : [formatHeadTag('meta', { name, content })];
  });
}

/** Returns the cover of an article that has one of its own, or else the card. */
function describePicture({ origin, card, posting }: DescribedPage) {
  const { cover } = posting ?? {};
  if (cover !== undefined) return { ...cover, type: 'image/jpeg', url: `${origin}${cover.src}` };
  const url = `${origin}${formatCardAddress(card, 'wide')}`;
  return { ...CARD_CUTS.wide, type: 'image/png', url, alt: formatCardText(card) };
}

function listMetas(key: 'property' | 'name', contents: HeadTagAttributes): readonly string[] {
  return Object.entries(contents)
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => formatHeadTag('meta', { [key]: name, content }));
}

const FEEDS: readonly {
  readonly format: FeedFormat;
  readonly type: string;
  readonly label: string;
}[] = [
  { format: 'rss', type: 'application/rss+xml', label: 'RSS' },
  { format: 'atom', type: 'application/atom+xml', label: 'Atom' },
  { format: 'json', type: 'application/feed+json', label: 'JSON Feed' },
];

function listFeedLinks(origin: string, name: string, path: string): readonly string[] {
  return FEEDS.map(({ format, type, label }) =>
    formatAlternate(type, `${origin}${files.feed(format, path)}`, `${name} (${label})`),
  );
}

function formatAlternate(type: string, href: string, title?: string): string {
  return formatHeadTag('link', { rel: 'alternate', type, title, href });
}

type HeadTagAttributes = Readonly<Record<string, string | undefined>>;

function formatHeadTag(name: 'meta' | 'link', attributes: HeadTagAttributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtmlAttribute(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** Here, because a part of src/site would be loaded with the first page. */
function escapeHtmlAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Size of the touch icon, in pixels. */
const LOGO_SIZE = 180;

type KnownPage = DescribedPage & { readonly url: string };

/**
 * Structured data as one graph whose nodes refer to each other. The page shows everything in it.
 */
function formatStructuredData(page: KnownPage): string {
  const { crumbs, posting, list, author } = page;
  const nodes: readonly (Thing | undefined)[] = [
    createOrganization(page),
    createWebSite(page),
    createWebPage(page),
    crumbs && createBreadcrumbs(page, crumbs),
    posting && createArticleData(page, posting),
    list && createItemList(page, list),
    author && createPerson(page.origin, author),
  ];
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': nodes.filter((node) => node !== undefined),
  };
  const text = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${text}</script>`;
}

/** Slugs of an owner's pages that structured data names. */
const EDITORIAL_POLICY = 'editorial-policy';
const ABOUT = 'about';

function createOrganization({ origin, site }: DescribedPage): Organization {
  const logo = `${origin}${files.appleTouchIcon()}`;
  return {
    ...nameOrganization(origin, site),
    logo: { '@type': 'ImageObject', url: logo, width: `${LOGO_SIZE}`, height: `${LOGO_SIZE}` },
    sameAs: site.profiles.map((profile) => profile.url),
    publishingPrinciples: site.pages.some(({ slug }) => slug === EDITORIAL_POLICY)
      ? `${origin}${pages.page(EDITORIAL_POLICY)}`
      : undefined,
  };
}

function createWebSite({ origin, site }: DescribedPage): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: site.name,
    url: `${origin}${pages.home()}`,
    description: site.description,
    inLanguage: site.language,
    publisher: referToOrganization(origin),
  };
}

function createWebPage(page: KnownPage): WebPage {
  const { origin, site, url, title, crumbs, posting, list, author } = page;
  const main = posting === undefined ? list && '#list' : '#article';
  return {
    '@type': nameWebPage(page),
    '@id': url,
    url,
    name: title,
    inLanguage: site.language,
    isPartOf: { '@id': `${origin}/#website` },
    publisher: referToOrganization(origin),
    lastReviewed: posting?.checkedAt,
    primaryImageOfPage: createImage(describePicture(page)),
    breadcrumb: crumbs && { '@id': `${url}#breadcrumb` },
    mainEntity: author ? referToPerson(origin, author) : main && { '@id': `${url}${main}` },
  };
}

function nameWebPage({ canonical, list, author }: KnownPage) {
  if (author !== undefined) return 'ProfilePage';
  if (list !== undefined) return 'CollectionPage';
  return canonical === pages.page(ABOUT) ? 'AboutPage' : 'WebPage';
}

function createBreadcrumbs({ origin, url }: KnownPage, crumbs: readonly Crumb[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${origin}${href}`,
    })),
  };
}

function createArticleData(page: KnownPage, posting: Posting): Article {
  const { origin, site, url, title, card } = page;
  const { summary, publishedAt, updatedAt = publishedAt, section, wordCount, readTime } = posting;
  const authors = findAuthors(site, posting.authors);
  return {
    '@type': posting.type,
    '@id': `${url}#article`,
    url,
    mainEntityOfPage: { '@id': url },
    headline: title,
    description: summary,
    image: [
      ...(posting.cover === undefined ? [] : [createImage(describePicture(page))]),
      ...SEARCH_CUTS.map((cut) =>
        createImage({ ...CARD_CUTS[cut], url: `${origin}${formatCardAddress(card, cut)}` }),
      ),
    ],
    datePublished: publishedAt,
    dateModified: updatedAt,
    author:
      authors.length > 0
        ? authors.map((author) => createPerson(origin, author))
        : nameOrganization(origin, site),
    publisher: referToOrganization(origin),
    articleSection: section,
    keywords: posting.tags?.map(({ name }) => name),
    wordCount,
    timeRequired: readTime === undefined ? undefined : `PT${readTime}M`,
    inLanguage: site.language,
    isAccessibleForFree: true,
  };
}

function createItemList({ origin, url }: KnownPage, { start, entries }: ListSummary): ItemList {
  return {
    '@type': 'ItemList',
    '@id': `${url}#list`,
    numberOfItems: entries.length,
    itemListElement: entries.map(({ title, address }, index) => ({
      '@type': 'ListItem',
      position: start + index,
      name: title,
      url: `${origin}${address}`,
    })),
  };
}

type SizedImage = { readonly url: string; readonly width: number; readonly height: number };

function createImage({ url, width, height }: SizedImage): ImageObject {
  return { '@type': 'ImageObject', '@id': url, url, width: `${width}`, height: `${height}` };
}

function createPerson(origin: string, author: Author): Person {
  const { slug, name, role, picture, links } = author;
  return {
    '@type': 'Person',
    ...referToPerson(origin, author),
    name,
    url: `${origin}${pages.author(slug)}`,
    jobTitle: role,
    image: picture && `${origin}${files.media(picture)}`,
    sameAs: links,
  };
}

function referToPerson(origin: string, { slug }: Author) {
  return { '@id': `${origin}${pages.author(slug)}#person` };
}

function nameOrganization(origin: string, site: Site) {
  const url = `${origin}${pages.home()}`;
  return { '@type': 'Organization', ...referToOrganization(origin), name: site.name, url } as const;
}

function referToOrganization(origin: string) {
  return { '@id': `${origin}/#organization` };
}
