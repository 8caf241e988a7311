import { pages as addresses } from '../site/addresses.ts';
import { listAllSubcategories } from '../site/site.ts';
import type { AuditedSite } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

/** Lists without an article, and authors whom readers cannot judge. */
export function checkListings(site: AuditedSite): readonly AuditFinding[] {
  return [...checkCategories(site), ...checkAuthors(site)];
}

function checkCategories({ settings, texts, folder, pages }: AuditedSite): readonly AuditFinding[] {
  const posts = texts.flatMap(({ record }) => (record.kind === 'post' ? [record] : []));
  const categories = settings.categories.map(({ slug, name }) => ({
    name,
    address: addresses.category(slug),
    count: posts.filter(({ category }) => category === slug).length,
  }));
  const subcategories = listAllSubcategories(settings).map((place) => ({
    name: place.name,
    address: addresses.subcategory(place, settings.news),
    count: posts.filter(
      ({ category, subcategory }) => category === place.category && subcategory === place.slug,
    ).length,
  }));
  return [...categories, ...subcategories].flatMap(({ name, address, count }): AuditFinding[] =>
    count > 0 || pages.get(address)?.isIndexed !== true
      ? []
      : [{ rule: 'empty-category', file: `${folder}/site.yaml`, address, message: `${name} has no article` }],
  );
}

function checkAuthors({ authors, texts, folder }: AuditedSite): readonly AuditFinding[] {
  const named = new Set(texts.flatMap(({ keys }) => [keys.author].flat()));
  return authors.flatMap(({ slug, name, about = '' }): AuditFinding[] => {
    const place = { file: `${folder}/authors.yaml`, address: addresses.author(slug) };
    return [
      ...(named.has(slug)
        ? []
        : [
            {
              rule: 'author-empty' as const,
              ...place,
              message: `${name} is the author of no published text`,
            },
          ]),
      ...(about.trim() === ''
        ? [{ rule: 'author-unknown' as const, ...place, message: `nothing says who ${name} is` }]
        : []),
    ];
  });
}
