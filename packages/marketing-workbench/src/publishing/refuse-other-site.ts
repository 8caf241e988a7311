import type { LargeCompilation, TextOutline } from '../content/checks/check-site.ts';
import { findSettings } from '../site/default-site.ts';
import type { SiteSettings } from '../site/settings.ts';
import { readSettings } from '../store/pages/known-site.ts';
import { StateError } from '../store/state/state.ts';
import type { Store } from '../store/store.ts';
import { type Manifest, readPublished } from '../store/sync/source.ts';

type SiteFolders = { readonly contentDir: string; readonly dataDir: string };
type NewContent = Pick<LargeCompilation, 'records'> & { readonly outlines: readonly TextOutline[] };

/**
 * Throws a StateError if the data folder holds another site than the content folder: one with
 * another name and another domain, and without an article of the same slug. Its addresses and views
 * would be lost.
 */
export function refuseOtherSite(
  store: Store,
  { records, outlines }: NewContent,
  { contentDir, dataDir }: SiteFolders,
): void {
  const published = readPublished(store);
  const isShared = (key: string) => ARTICLE.test(key) && key !== FIRST_TEXT && published.has(key);
  if (!holdsArticles(published) || outlines.some((text) => isShared(keyOf(text)))) return;
  const [former, present] = [readSettings(store), findSettings(records)];
  if (former.name === present.name || former.domain === present.domain) return;
  throw new StateError(
    `The data folder ${dataDir} belongs to ${quoteSite(former)}, and ${contentDir} is ${quoteSite(present)}: set DATA_DIR to another folder, or leave it out.`,
  );
}

/** The kinds of articles; other sites have pages of the same names, such as about. */
const ARTICLE = /^(?:post|legacy):/;
/** Every new site begins with it. */
const FIRST_TEXT = 'post:first-text';

const keyOf = ({ kind, slug }: TextOutline) => `${kind}:${slug}`;

function holdsArticles(published: Manifest): boolean {
  return published.keys().some((key) => ARTICLE.test(key));
}

function quoteSite({ name, domain }: SiteSettings): string {
  return `the site “${name}” (${domain})`;
}
