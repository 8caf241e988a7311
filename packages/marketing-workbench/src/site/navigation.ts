import { pages } from './addresses.ts';
import { MENU_CATEGORIES } from './limits.ts';
import type { MenuEntry, SiteSettings } from './settings.ts';

/**
 * Returns the menu of a site that does not say its own: the categories, as many as fit, and the
 * news.
 */
export function listMenuEntries({
  categories,
  news,
}: Pick<SiteSettings, 'categories' | 'news'>): readonly MenuEntry[] {
  const entries = categories.map(
    ({ slug: category, name, subcategories }): MenuEntry => ({
      label: name,
      to: pages.category(category),
      links: subcategories.map(({ slug, name }) => ({
        label: name,
        to: pages.subcategory({ category, slug }, undefined),
      })),
    }),
  );
  return shortenMenu(
    entries,
    news === undefined ? [] : [{ label: news.menuName, to: news.path, links: [] }],
  );
}

/**
 * Returns all entries if they fit, else the first ones and a dropdown with the others. `last`
 * entries are always in the menu.
 */
export function shortenMenu(
  entries: readonly MenuEntry[],
  last: readonly MenuEntry[] = [],
): readonly MenuEntry[] {
  if (entries.length <= MENU_CATEGORIES) return [...entries, ...last];
  const links = entries.slice(MENU_CATEGORIES - 1).map(({ label, to }) => ({ label, to }));
  return [
    ...entries.slice(0, MENU_CATEGORIES - 1),
    ...last,
    { label: 'More', to: pages.siteMap(), links },
  ];
}
