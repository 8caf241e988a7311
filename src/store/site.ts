import { DEFAULT_SITE } from '../site/default-site.ts';
import type { Site, SitePage, SiteSettings } from '../site/site.ts';
import { createAnswerReader } from './record-rows.ts';
import { readText } from './rows.ts';
import { readContentVersion } from './status.ts';
import type { Store } from './store.ts';

const sites = new WeakMap<Store, { readonly version: string; readonly site: Site }>();

const PAGE = createAnswerReader('page', 'summary', 'p');

/** The same object until the content changes. */
export function readSite(store: Store): Site {
  const version = readContentVersion(store);
  const known = sites.get(store);
  if (known?.version === version) return known.site;
  // If the content changes in between, the version is outdated and the next call reads again.
  const site = parseSite(store);
  sites.set(store, { version, site });
  return site;
}

/** The site, or as it was last read if the index can't be read now. */
export function findKnownSite(store: Store): Site | undefined {
  try {
    return readSite(store);
  } catch {
    return sites.get(store)?.site;
  }
}

function parseSite(store: Store): Site {
  const pages = store.index
    .all(`SELECT ${PAGE.columns} FROM pages p ORDER BY p.form, p.slug`)
    .map((row): SitePage => {
      const { slug, title, form } = PAGE.read(row);
      return { slug, title, form };
    });
  const legacyPaths = store.index
    .all('SELECT legacy_url FROM legacy_posts ORDER BY legacy_url')
    .map((row) => readText(row, 'legacy_url'));
  return { ...readSettings(store), pages, legacyPaths };
}

/** Not validated: only checked records are written. */
export function readSettings({ index }: Pick<Store, 'index'>): SiteSettings {
  const row = index.get('SELECT settings FROM site');
  return row === undefined ? DEFAULT_SITE : JSON.parse(readText(row, 'settings'));
}
