import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import type { PostSummary, Tag } from '../site/entities.ts';
import { CATEGORY_PAGE_SIZE, PLACEHOLDERS } from '../site/limits.ts';
import { listCategoryPageSteps } from '../site/pagination.ts';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import {
  ListedArticles,
  loadListPage,
  type PagedList,
  summarizeList,
  useListPage,
} from './listed-articles.tsx';
import { ListingPlaceholder } from './listing-view.tsx';
import { usePageContext } from './page-head.tsx';
import { NOT_FOUND, type Screen, type ScreenProps, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

const tagScreen: Screen = {
  load: async ({ client, params: { slug, page }, site }) => {
    if ((await client.fetchQuery(queries.findTag(slug))) === null) return NOT_FOUND;
    await Promise.all([
      loadTaxonomy(client, site),
      loadListPage(client, createTagList(slug), page),
    ]);
    return SHOWN;
  },
  View: TagScreen,
};

export { tagScreen as screen };

export function TagScreen({ params, NotFound }: ScreenProps) {
  const { data: tag, isPending } = useQuery(queries.findTag(params.slug));
  if (isPending) return <ListingPlaceholder />;
  if (tag) return <TagPage tag={tag} asked={params.page} />;
  const text = 'There is no page for this tag.';
  return <NotFound params={params} notice={{ title: 'Tag Not Found', text }} />;
}

function TagPage({ tag: { slug, name }, asked }: { tag: Tag; asked: number }) {
  const { site } = usePageContext();
  const state = useTaxonomy();
  const tagged = createTagList(slug);
  const list = useListPage(tagged, asked);
  const page = list.kind === 'loaded' ? list.page : undefined;
  return (
    <BreadcrumbPage
      title={name}
      path={pages.tag(slug)}
      page={page}
      description={`Every article of ${site.name} with the tag “${name}”, newest first.`}
      canonical={page === undefined ? undefined : pages.tag(slug, page)}
      card={createPageCard('articles', site)}
      list={
        state.kind === 'loaded' ? summarizeList(list, tagged.pageSize, state.taxonomy) : undefined
      }
    >
      <h1 tabIndex={-1} className="mt-6 mb-8 text-2xl">
        {name}
      </h1>
      <ListedArticles
        list={list}
        placeholderCount={PLACEHOLDERS.list}
        listSteps={listCategoryPageSteps}
        formatAddress={(step) => pages.tag(slug, step)}
      />
    </BreadcrumbPage>
  );
}

function createTagList(tag: string): PagedList<PostSummary> {
  return {
    query: (page) => queries.listPosts({ tag, page, limit: CATEGORY_PAGE_SIZE }),
    pageSize: CATEGORY_PAGE_SIZE,
  };
}
