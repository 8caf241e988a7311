import { useQuery } from '@tanstack/react-query';
import type { Category, SubcategoryLink } from '../../site/entities.ts';
import { SITE_MAP_POSTS_PER_SUBCATEGORY } from '../../site/limits.ts';
import {
  formatPostAddress,
  formatSubcategoryAddress,
  listSubcategoriesOf,
  type Taxonomy,
} from '../../site/taxonomy.ts';
import { formatArticleCount } from '../../site/texts.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { listPlaceholderKeys } from '../../ui/placeholder-keys.ts';
import { querySiteMapPosts } from './site-map-posts.ts';

/** A category that expands to its subcategories and their newest articles. */
export function CategorySection({ category, taxonomy }: { category: Category; taxonomy: Taxonomy }) {
  return (
    <details className="group mt-4 rounded-md border border-line bg-panel" data-category={category.slug}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-5 py-3">
        <CategoryIcon icon={category.icon} className="size-5 text-(--category)" />
        <h3 className="text-lg">{category.name}</h3>
        <span className="grow text-sm text-soft">{formatArticleCount(category.postCount)}</span>
        <svg
          viewBox="0 0 24 24"
          className="size-5 fill-soft group-open:rotate-180"
          aria-hidden="true"
          focusable="false"
        >
          <path d="m5 8 7 7 7-7 1.4 1.4L12 17.8 3.6 9.4z" />
        </svg>
      </summary>
      <div className="grid gap-8 border-t border-line p-5 sm:grid-cols-2">
        {listSubcategoriesOf(category, taxonomy).map((subcategory) => (
          <SubcategoryList key={subcategory.id} subcategory={subcategory} taxonomy={taxonomy} />
        ))}
      </div>
    </details>
  );
}

type SubcategoryProps = { readonly subcategory: SubcategoryLink; readonly taxonomy: Taxonomy };

function SubcategoryList({ subcategory, taxonomy }: SubcategoryProps) {
  return (
    <section aria-label={subcategory.name}>
      <h4 className="font-semibold">{subcategory.name}</h4>
      <ul className="mt-2 text-sm">
        <NewestArticles subcategory={subcategory} taxonomy={taxonomy} />
        <li>
          <a
            href={formatSubcategoryAddress(subcategory, taxonomy)}
            aria-label={`View all: ${subcategory.name}`}
            className="target py-1.5 font-semibold underline underline-offset-4"
          >
            View all
          </a>
        </li>
      </ul>
    </section>
  );
}

function NewestArticles({ subcategory, taxonomy }: SubcategoryProps) {
  const { data, isPending } = useQuery(querySiteMapPosts(subcategory.id));
  const count = Math.min(subcategory.postCount, SITE_MAP_POSTS_PER_SUBCATEGORY);
  if (isPending) {
    return listPlaceholderKeys(count).map((key) => (
      <li key={key} data-placeholder aria-hidden="true">
        <span className="target w-3/4 py-1.5">
          <span className="placeholder-bar w-full">&nbsp;</span>
        </span>
      </li>
    ));
  }
  if (data === undefined || data.items.length === 0)
    return <li className="py-1.5 text-soft">No articles yet</li>;
  return data.items.map((post) => (
    <li key={post.id}>
      <a
        href={formatPostAddress(post, taxonomy)}
        className="target py-1.5 text-accent underline-offset-4 hover:underline"
      >
        {post.title}
      </a>
    </li>
  ));
}
