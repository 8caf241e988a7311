import { hash } from 'node:crypto';
import { readText } from '../../search-engine/database.ts';
import { type Brand, DEFAULT_BRAND } from '../../site/brand/brand.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import { listRedirectParameters } from '../../site/paths/redirects.ts';
import type { SiteSettings } from '../../site/settings.ts';
import type { Site, SitePage } from '../../site/site.ts';
import { createAnswerReader } from '../index/record-rows.ts';
import { readContentVersion } from '../index/status.ts';
import type { Store } from '../store.ts';
import { brandSchema, siteSchema } from './site-schema.ts';

type CachedSite = {
  readonly version: string;
  readonly site: Site;
  readonly brand: Brand;
  readonly redirectParameters: readonly string[];
};

/** The cached sites by the state, which a store and its frozen copies share. */
const sites = new WeakMap<Store['state'], CachedSite>();

const AUTHOR = createAnswerReader('author', 'summary', 'a');
const PAGE = createAnswerReader('page', 'summary', 'p');
/** These read what lists show of a category and of a subcategory, with the aliases `c` and `s`. */
export const CATEGORY_SUMMARY = createAnswerReader('category', 'summary', 'c');
export const SUBCATEGORY_SUMMARY = createAnswerReader('subcategory', 'summary', 's');

/** Returns the same object until the content changes. */
export function readSite(store: Store): Site {
  return readKnownSite(store).site;
}

export function readBrand(store: Store): Brand {
  return readKnownSite(store).brand;
}

function readKnownSite(store: Store): CachedSite {
  const version = readContentVersion(store);
  const known = sites.get(store.state);
  if (known?.version === version) return known;
  // If the content changes in between, the version is outdated and the next call reads again.
  const read = {
    version,
    site: readSiteFromIndex(store),
    brand: parseBrand(store),
    redirectParameters: readRedirectParameters(store),
  };
  sites.set(store.state, read);
  return read;
}

/** Returns the site and its brand; if the index can't be read now, as they were last read. */
export function findKnownSite(store: Store): Omit<CachedSite, 'version'> | undefined {
  try {
    return readKnownSite(store);
  } catch {
    return sites.get(store.state);
  }
}

/**
 * Returns the names of the query parameters that redirects depend on, as they were last read if the
 * index can't be read now.
 */
export function findRedirectParameters(store: Store): readonly string[] {
  return findKnownSite(store)?.redirectParameters ?? [];
}

function readRedirectParameters({ index }: Store): readonly string[] {
  const rows = index.all(`SELECT source FROM redirects WHERE source LIKE '%?%'`);
  return listRedirectParameters(rows.map((row) => readText(row, 'source')));
}

/** Throws for a damaged index, which no other check would notice here. */
function readSiteFromIndex(store: Store): Site {
  const pages = store.index
    .all(`SELECT ${PAGE.columns} FROM pages p ORDER BY p.form, p.slug`)
    .map((row): SitePage => {
      const { slug, title, form, inFooter, inSitemap } = PAGE.read(row);
      return { slug, title, form, inFooter, inSitemap };
    });
  const legacyPaths = store.index
    .all('SELECT legacy_url FROM legacy_posts ORDER BY legacy_url')
    .map((row) => readText(row, 'legacy_url'));
  const authors = store.index
    .all(`SELECT ${AUTHOR.columns} FROM authors a ORDER BY a.slug`)
    .map((row) => AUTHOR.read(row));
  const site = {
    ...readSettings(store),
    pages,
    legacyPaths,
    ...(authors.length > 0 && { authors }),
  };
  return { ...site, revision: hashSite(store, site) };
}

const REVISION_LENGTH = 12;

function hashSite({ index }: Store, site: Omit<Site, 'revision'>): string {
  const taxonomy = [
    index.all(`SELECT c.id, ${CATEGORY_SUMMARY.columns} FROM categories c ORDER BY c.id`),
    index.all(
      `SELECT s.id, s.category, ${SUBCATEGORY_SUMMARY.columns} FROM subcategories s ORDER BY s.id`,
    ),
  ];
  return hash('sha256', JSON.stringify([site, taxonomy])).slice(0, REVISION_LENGTH);
}

export function readSettings({ index }: Pick<Store, 'index'>): SiteSettings {
  const row = index.get('SELECT settings FROM site');
  return row === undefined ? DEFAULT_SITE : siteSchema.parse(JSON.parse(readText(row, 'settings')));
}

function parseBrand({ index }: Pick<Store, 'index'>): Brand {
  const row = index.get('SELECT brand FROM site');
  return row === undefined ? DEFAULT_BRAND : brandSchema.parse(JSON.parse(readText(row, 'brand')));
}
