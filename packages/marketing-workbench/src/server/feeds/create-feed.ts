import { stat } from 'node:fs/promises';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { machineFiles, pages } from '../../site/addresses.ts';
import { formatCardAddress, hashCard } from '../../site/card-addresses.ts';
import type { Card } from '../../site/cards.ts';
import { type FeedSource, listFeeds } from '../../site/catalogue.ts';
import { parseCanonicalPath } from '../../site/paths/canonical-path.ts';
import { formatOrigin } from '../../site/settings.ts';
import { findAuthors, type Site } from '../../site/site.ts';
import { showLocalDates } from '../../site/time/time-zones.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../../store/pages/taxonomy.ts';
import type { Store } from '../../store/store.ts';
import { makePortable } from '../portable-html.ts';
import { type FeedText, listFeedTexts } from './feed-texts.ts';

export type Feed = Awaited<ReturnType<typeof createFeed>>;
export type FeedEntry = Feed['entries'][number];

/** When a feed without entries was updated. */
const BEGINNING = new Date(0).toISOString();

export type FeedOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  /** Scheme and host of addresses; undefined for those of the site's domain. */
  readonly origin: string | undefined;
  readonly now: number;
  readonly self: string;
  readonly webSubHub?: string | undefined;
};

export async function createFeed(source: FeedSource, options: FeedOptions) {
  const { store, now, self } = options;
  const taxonomy = readTaxonomy(store, now);
  const { site } = taxonomy;
  const origin = options.origin ?? formatOrigin(site);
  const texts = listFeedTexts(store, source.filter, taxonomy, now);
  const entries = await Promise.all(
    texts.map((text) =>
      createEntry(showLocalDates(text, site.timeZone), site, { ...options, origin }),
    ),
  );
  const changes = entries
    .map(({ updatedAt }) => updatedAt)
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  const subject = findSubject(source, taxonomy);
  return {
    title:
      source.path === pages.home() ? site.name : `${subject?.name ?? source.name}, ${site.name}`,
    description: subject?.description ?? site.description,
    url: `${origin}${source.path}`,
    selfUrl: `${origin}${self}`,
    origin,
    hub: options.webSubHub,
    site,
    /** A tag URI, which doesn't change with the address (RFC 4151). */
    id: formatId(site, `feed:${source.path}`),
    updatedAt: changes.at(-1) ?? BEGINNING,
    entries,
  };
}

type EntryOptions = FeedOptions & { readonly origin: string };

async function createEntry(
  { key, path, authors, ...text }: FeedText,
  site: Site,
  options: EntryOptions,
) {
  const url = `${options.origin}${path}`;
  return {
    ...text,
    id: formatId(site, key),
    url,
    content: makePortable(text.content, url),
    updatedAt: text.updatedAt ?? text.publishedAt,
    authors: findAuthors(site, authors).map(({ slug, name }) => ({
      name,
      url: `${options.origin}${pages.author(slug)}`,
    })),
    image: await findCardImage(text.card, options),
  };
}

/** Returns undefined until the card is drawn, because a feed states the size of its pictures. */
async function findCardImage(card: Card, { origin, cards }: EntryOptions) {
  const path = findDrawnCard(cards, card);
  if (path === undefined) return undefined;
  const { size } = await stat(path);
  return { url: `${origin}${formatCardAddress(card, 'wide')}`, type: 'image/png', bytes: size };
}

export function findDrawnCard(cards: CardDrawer, card: Card): string | undefined {
  return cards.findDrawn({ ...card, hash: hashCard(card), cut: 'wide' });
}

function findSubject({ filter }: FeedSource, { categories, subcategories }: DescribedTaxonomy) {
  if (filter.subcategory !== undefined)
    return subcategories.find(({ slug }) => slug === filter.subcategory);
  return categories.find(({ slug }) => slug === filter.category);
}

/** The year only has to be one in which the site has owned the domain. */
function formatId({ domain }: Site, thing: string): string {
  return `tag:${domain},2011:${thing}`;
}

/**
 * Returns the canonical address of a file requested by another spelling, such as `/SEO/feed.xml/`.
 */
export function findFileAddress(pathname: string, site: Site): string | undefined {
  const canonical = parseCanonicalPath(pathname, site.news);
  if (canonical === undefined || canonical === pathname) return undefined;
  const isFile = [machineFiles.robots(), machineFiles.llms(), ...listFeeds(site)].includes(
    canonical,
  );
  return isFile ? canonical : undefined;
}
