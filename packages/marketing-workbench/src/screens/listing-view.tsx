import type { ReactNode } from 'react';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createCategoryCard } from '../site/cards.ts';
import type { Category, PostSummary, SubcategoryLink } from '../site/entities.ts';
import { CATEGORY_PAGE_SIZE, PLACEHOLDERS } from '../site/limits.ts';
import { listCategoryPageSteps } from '../site/pagination.ts';
import { formatSubcategoryAddress, listSubcategoriesOf, type Taxonomy } from '../site/taxonomy.ts';
import { CardPlaceholders } from '../ui/card-placeholders.tsx';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { Chips } from '../ui/chips.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { ListedArticles, type PagedList, summarizeList, useListPage } from './listed-articles.tsx';
import { PageHead } from './page-head.tsx';

/** A category or one of its subcategories. Both screens share this layout. */
export type Listing = {
  readonly category: Category;
  readonly subcategory?: SubcategoryLink;
};

type ListingViewProps = {
  readonly listing: Listing;
  readonly description: string;
  readonly page: number;
  readonly taxonomy: Taxonomy;
  /** Shown above the list. */
  readonly children?: ReactNode;
  /** Whether the children are still loading. */
  readonly isWaiting?: boolean;
};

export function ListingView(props: ListingViewProps) {
  const { listing, description, page: askedPage, taxonomy, children, isWaiting = false } = props;
  const { category, subcategory } = listing;
  const subject = subcategory ?? category;
  const { site } = taxonomy;
  const isNews = subcategory !== undefined && subcategory.slug === site.news?.slug;
  const list = useListPage(createPostList(listing), askedPage);
  const page = list.kind === 'loaded' ? list.page : undefined;
  const path = formatListingAddress(listing, taxonomy, 1);
  const chips = listChips(listing, taxonomy);
  return (
    <BreadcrumbPage
      title={subject.name}
      path={path}
      parents={subcategory && [{ label: category.name, href: pages.category(category.slug) }]}
      theme={isNews ? subcategory.slug : category.slug}
      page={page}
      description={description}
      canonical={page === undefined ? undefined : formatListingAddress(listing, taxonomy, page)}
      card={createCategoryCard(category, site, subcategory)}
      list={summarizeList(list, CATEGORY_PAGE_SIZE, taxonomy)}
      feeds={subcategory === undefined || isNews ? { name: subject.name, path } : undefined}
    >
      <header className="mt-4 flex items-start gap-4 sm:mt-6">
        <CategoryIcon icon={category.icon} className="mt-1 size-9 shrink-0 text-(--category)" />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl">
            {subject.name}
          </h1>
          <p className="mt-2 max-w-prose text-soft">{description}</p>
        </div>
      </header>
      <div className="my-8">
        {chips.length > 1 && <Chips label={`${category.name} by topic`} chips={chips} />}
      </div>
      {children}
      <ListedArticles
        list={isWaiting ? { kind: 'loading' } : list}
        placeholderCount={PLACEHOLDERS.list}
        listSteps={listCategoryPageSteps}
        formatAddress={(number) => formatListingAddress(listing, taxonomy, number)}
        where={subcategory === undefined ? 'category' : 'subcategory'}
        hasTitle={Boolean(children)}
      />
    </BreadcrumbPage>
  );
}

export function ListingPlaceholder() {
  return (
    <>
      <PageHead title="Articles" description="" />
      <div className="page-width py-6 sm:py-10">
        <h1 className="sr-only">Loading</h1>
        <div className="placeholder-bar h-4 w-40" />
        <div className="placeholder-bar mt-6 h-10 w-60" />
        <div className="placeholder-bar mt-4 h-4 w-full max-w-prose" />
        <div className="placeholder-bar my-8 h-11 w-full max-w-prose rounded-full" />
        <CardPlaceholders count={PLACEHOLDERS.list} />
      </div>
    </>
  );
}

export function createPostList({ category, subcategory }: Listing): PagedList<PostSummary> {
  const filter =
    subcategory === undefined ? { categoryId: category.id } : { subcategoryId: subcategory.id };
  return { query: (page) => queries.listPosts({ ...filter, page }), pageSize: CATEGORY_PAGE_SIZE };
}

function formatListingAddress(
  { category, subcategory }: Listing,
  taxonomy: Taxonomy,
  page: number,
): string {
  return subcategory === undefined
    ? pages.category(category.slug, page)
    : formatSubcategoryAddress(subcategory, taxonomy, page);
}

function listChips({ category, subcategory }: Listing, taxonomy: Taxonomy) {
  return [
    {
      label: `All (${category.postCount})`,
      href: pages.category(category.slug),
      isCurrent: subcategory === undefined,
    },
    ...listSubcategoriesOf(category, taxonomy).map((sibling) => ({
      label: `${sibling.name} (${sibling.postCount})`,
      href: formatSubcategoryAddress(sibling, taxonomy),
      isCurrent: sibling.id === subcategory?.id,
    })),
  ];
}
