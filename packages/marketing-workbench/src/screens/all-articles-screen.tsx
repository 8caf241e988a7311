import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import type { PostSummary } from '../site/entities.ts';
import { ALL_ARTICLES_PAGE_SIZE, PLACEHOLDERS } from '../site/limits.ts';
import { listAllArticlesPageSteps } from '../site/pagination.ts';
import type { Site } from '../site/site.ts';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import {
  ListedArticles,
  loadListPage,
  type PagedList,
  summarizeList,
  useListPage,
} from './listed-articles.tsx';
import { usePageContext } from './page-head.tsx';
import { type RouteParams, type Screen, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

const ARTICLES: PagedList<PostSummary> = {
  query: (page) => queries.listPosts({ page, limit: ALL_ARTICLES_PAGE_SIZE }),
  pageSize: ALL_ARTICLES_PAGE_SIZE,
};

const allArticlesScreen: Screen = {
  load: async ({ client, params, site }) => {
    await Promise.all([loadTaxonomy(client, site), loadListPage(client, ARTICLES, params.page)]);
    return SHOWN;
  },
  View: AllArticlesScreen,
};

export { allArticlesScreen as screen };

export function AllArticlesScreen({ params }: { params: RouteParams }) {
  const { site } = usePageContext();
  const state = useTaxonomy();
  const list = useListPage(ARTICLES, params.page);
  const page = list.kind === 'loaded' ? list.page : undefined;
  return (
    <BreadcrumbPage
      title="All Articles"
      path={pages.articles()}
      page={page}
      description={describeArticles(site)}
      canonical={page === undefined ? undefined : pages.articles(page)}
      card={createPageCard('articles', site)}
      list={
        state.kind === 'loaded' ? summarizeList(list, ARTICLES.pageSize, state.taxonomy) : undefined
      }
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

function describeArticles({ name, language, categories, news }: Site): string {
  const subjects = [...categories, ...(news === undefined ? [] : [news])].map(
    (subject) => subject.name,
  );
  return `Every article of ${name}, newest first: ${new Intl.ListFormat(language).format(subjects)}.`;
}
