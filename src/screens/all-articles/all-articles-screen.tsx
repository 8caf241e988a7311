import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { createPageCard } from '../../site/cards.ts';
import { ALL_ARTICLES_PAGE_SIZE, PLACEHOLDERS } from '../../site/limits.ts';
import { clampPage, countPages, listAllArticlesPageSteps } from '../../site/pagination.ts';
import type { Sections } from '../../site/sections.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { CardPlaceholders } from '../../ui/card-placeholders.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ArticleGrid } from '../article-grid.tsx';
import { createListing } from '../listing.ts';
import { NoArticles } from '../no-articles.tsx';
import { PageHead } from '../page-head.tsx';
import { type Place, type Screen, SHOWN } from '../screen.ts';
import { loadSections, type SectionsState, useSections } from '../sections.ts';
import type { Listing } from '../structured-data.ts';

export const screen: Screen = {
  load: async ({ client, place }) => {
    const sections = await loadSections(client);
    await client.fetchQuery(queryPage(boundPage(place, sections)));
    return SHOWN;
  },
  View: AllArticlesScreen,
};

export function AllArticlesScreen({ place }: { place: Place }) {
  const state = useSections();
  const page = state.kind === 'loaded' ? boundPage(place, state.sections) : place.page;
  const listing = useListing(state, page);
  const crumbs = [
    { label: 'Home', href: pages.home() },
    { label: 'All Articles', href: pages.articles() },
  ];
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHead
        title="All Articles"
        page={page}
        description="Every article of Marketing Workbench, newest first: Google Ads, Facebook Ads, email marketing, SEO and digital marketing news."
        canonical={pages.articles(page)}
        card={createPageCard('articles')}
        crumbs={crumbs}
        listing={listing}
      />
      <Breadcrumbs crumbs={crumbs} />
      <h1 tabIndex={-1} className="mt-6 mb-8 text-2xl">
        All Articles
      </h1>
      {state.kind === 'failed' && <NoArticles />}
      {state.kind === 'loading' && <CardPlaceholders count={PLACEHOLDERS.allArticles} />}
      {state.kind === 'loaded' && <ArticlesPage page={page} sections={state.sections} />}
    </div>
  );
}

function ArticlesPage({ page, sections }: { page: number; sections: Sections }) {
  const { data, isError } = useQuery(queryPage(page));
  if (isError || data?.total === 0) return <NoArticles />;
  if (data === undefined) return <CardPlaceholders count={PLACEHOLDERS.allArticles} />;
  const pageCount = countPages(data.total, ALL_ARTICLES_PAGE_SIZE);
  return (
    <>
      <h2 className="sr-only">Articles, newest first</h2>
      <ArticleGrid posts={data.items} sections={sections} />
      <Pagination
        page={page}
        pageCount={pageCount}
        steps={listAllArticlesPageSteps(page, pageCount)}
        formatAddress={pages.articles}
      />
    </>
  );
}

function useListing(state: SectionsState, page: number): Listing | undefined {
  const { data } = useQuery({ ...queryPage(page), enabled: state.kind === 'loaded' });
  if (state.kind !== 'loaded' || data === undefined) return undefined;
  return createListing(data.items, { page, pageSize: ALL_ARTICLES_PAGE_SIZE, sections: state.sections });
}

function queryPage(page: number) {
  return queries.listPosts({ page, limit: ALL_ARTICLES_PAGE_SIZE });
}

/** The nearest page there is; every post stands in one category, so their counts add up to the list's length. */
function boundPage(place: Place, { categories }: Sections): number {
  const total = categories.reduce((sum, category) => sum + category.postCount, 0);
  return clampPage(place.page, countPages(total, ALL_ARTICLES_PAGE_SIZE));
}
