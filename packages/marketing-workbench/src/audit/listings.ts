import { pages as addresses } from '../site/addresses.ts';
import { listSectionPages } from '../site/catalogue.ts';
import type { AuditedSite } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

/** Finds lists without an article, and authors whom readers cannot judge. */
export function checkListings(site: AuditedSite): readonly AuditFinding[] {
  return [...checkCategories(site), ...checkAuthorPages(site)];
}

function checkCategories({ settings, texts, folder, pages }: AuditedSite): readonly AuditFinding[] {
  const posts = texts.flatMap(({ record }) => (record.kind === 'post' ? [record] : []));
  return listSectionPages(settings).flatMap(
    ({ slug, path: address, title, category: parent }): AuditFinding[] => {
      const hasPost = posts.some(({ category, subcategory }) =>
        parent === undefined ? category === slug : category === parent.slug && subcategory === slug,
      );
      if (hasPost || pages.get(address)?.isIndexed !== true) return [];
      const message = `${title} has no article`;
      return [{ rule: 'empty-category', file: `${folder}/site.yaml`, address, message }];
    },
  );
}

function checkAuthorPages({ authors, texts, folder }: AuditedSite): readonly AuditFinding[] {
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
