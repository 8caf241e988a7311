import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import type { PostSummary } from '../site/entities.ts';
import { ALL_ARTICLES_PAGE_SIZE, PLACEHOLDERS } from '../site/limits.ts';
import { listAllArticlesPageSteps } from '../site/pagination.ts';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import {
  ListedArticles,
  loadListPage,
  type PagedList,
  summarizeList,
  useListPage,
} from './listed-articles.tsx';
import { type RouteParams, type Screen, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

const ARTICLES: PagedList<PostSummary> = {
  query: (page) => queries.listPosts({ page, limit: ALL_ARTICLES_PAGE_SIZE }),
  pageSize: ALL_ARTICLES_PAGE_SIZE,
};

export const screen: Screen = {
  load: async ({ client, params }) => {
    await Promise.all([loadTaxonomy(client), loadListPage(client, ARTICLES, params.page)]);
    return SHOWN;
  },
  View: AllArticlesScreen,
};

export function AllArticlesScreen({ params }: { params: RouteParams }) {
  const state = useTaxonomy();
  const list = useListPage(ARTICLES, params.page);
  const page = list.kind === 'loaded' ? list.page : undefined;
  return (
    <BreadcrumbPage
      title="All Articles"
      path={pages.articles()}
      page={page}
      description="Every article of Marketing Workbench, newest first: Google Ads, Facebook Ads, email marketing, SEO and digital marketing news."
      canonical={page === undefined ? undefined : pages.articles(page)}
      card={createPageCard('articles')}
      list={state.kind === 'loaded' ? summarizeList(list, ARTICLES.pageSize, state.taxonomy) : undefined}
    >
      <h1 tabIndex={-1} className="mt-6 mb-8 text-2xl">
        All Articles
      </h1>
      <ListedArticles
        list={list}
        placeholderCount={PLACEHOLDERS.allArticles}
        listSteps={listAllArticlesPageSteps}
        formatAddress={pages.articles}
      />
    </BreadcrumbPage>
  );
}
