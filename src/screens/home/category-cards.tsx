import { pages } from '../../site/addresses.ts';
import type { Category } from '../../site/entities.ts';
import { PLACEHOLDERS } from '../../site/limits.ts';
import { formatArticleCount } from '../../site/texts.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { listPlaceholderKeys } from '../../ui/placeholder-keys.ts';
import { NoArticles } from '../no-articles.tsx';
import { useTaxonomy } from '../taxonomy.ts';
import { HomeSection } from './home-section.tsx';

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-4';

export function CategoryCards() {
  const state = useTaxonomy();
  return (
    <HomeSection id="categories" title="Browse by Category">
      {state.kind === 'loading' && <CategoryPlaceholders />}
      {state.kind === 'failed' && <NoArticles />}
      {state.kind === 'loaded' && (
        <ul className={GRID}>
          {state.taxonomy.categories.map((category) => (
            <li key={category.id}>
              <CategoryCard category={category} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

function CategoryCard({ category }: { category: Category }) {
  return (
    <article
      data-category={category.slug}
      className="group relative flex h-full flex-col rounded-md border border-t-4 border-line border-t-(--category) bg-panel p-6 shadow-card transition-shadow duration-quick hover:shadow-raised"
    >
      <CategoryIcon icon={category.icon} className="size-8 text-(--category)" />
      <h3 className="mt-4 text-lg">
        <a
          href={pages.category(category.slug)}
          className="no-underline after:absolute after:inset-0 group-hover:underline"
        >
          {category.name}
        </a>
      </h3>
      <p className="mt-2 text-sm text-soft">{category.description}</p>
      <p className="mt-auto pt-4 text-sm font-semibold">{formatArticleCount(category.postCount)}</p>
    </article>
  );
}

/** Grey shapes of the categories that are about to come. */
function CategoryPlaceholders() {
  return (
    <ul className={GRID} aria-hidden="true">
      {listPlaceholderKeys(PLACEHOLDERS.categories).map((key) => (
        <li key={key} data-placeholder className="rounded-md border border-t-4 border-line bg-panel p-6">
          <div className="placeholder-bar size-8" />
          <div className="placeholder-bar mt-4 h-6 w-1/2" />
          <div className="placeholder-bar mt-4 h-4 w-full" />
          <div className="placeholder-bar mt-2 h-4 w-11/12" />
          <div className="placeholder-bar mt-2 h-4 w-2/3" />
          <div className="placeholder-bar mt-6 h-4 w-1/3" />
        </li>
      ))}
    </ul>
  );
}
