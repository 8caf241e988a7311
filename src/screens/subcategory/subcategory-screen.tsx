import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { formatSubcategoryAddress, type Sections } from '../../site/sections.ts';
import { ArticlePage } from '../article/article-page.tsx';
import { loadArticle } from '../article/load-article.ts';
import { loadListPage } from '../list-page.ts';
import { NotFoundNotice } from '../not-found-notice.tsx';
import { type Outcome, type Place, type Screen, SHOWN } from '../screen.ts';
import { loadSections, useSections } from '../sections.ts';
import { listShelf, type Shelf, ShelfPlaceholder, ShelfView } from '../shelf.tsx';

/**
 * `/{category}/{name}` means, in this order:
 *
 * | what there is | what happens |
 * |---|---|
 * | a subcategory of that category | it is shown |
 * | an article of that category without a subcategory | it is shown |
 * | a subcategory or an article that lives elsewhere | redirect to it |
 * | nothing | not found |
 */
export const screen: Screen = {
  load: async ({ client, place }) => {
    const sections = await loadSections(client);
    const shelf = findShelf(place, sections);
    if (shelf !== undefined) {
      await Promise.all([
        loadListPage(client, listShelf(shelf), place.page),
        client.fetchQuery(queries.findSubcategory(shelf.subcategory.slug)),
      ]);
      return SHOWN;
    }
    return findSubcategoryElsewhere(place, sections) ?? loadArticle({ client, place });
  },
  View: SubcategoryScreen,
};

export function SubcategoryScreen({ place }: { place: Place }) {
  const state = useSections();
  if (state.kind === 'loading') return <ShelfPlaceholder />;
  if (state.kind === 'failed') return <SubcategoryNotFound path={place.path} />;
  const shelf = findShelf(place, state.sections);
  if (shelf === undefined) return <ArticleWithoutSubcategory place={place} sections={state.sections} />;
  return <SubcategoryPage shelf={shelf} page={place.page} sections={state.sections} />;
}

type SubcategoryPageProps = {
  readonly shelf: SubcategoryShelf;
  readonly page: number;
  readonly sections: Sections;
};

function SubcategoryPage({ shelf, ...props }: SubcategoryPageProps) {
  const { data, isPending } = useQuery(queries.findSubcategory(shelf.subcategory.slug));
  if (isPending) return <ShelfPlaceholder />;
  return <ShelfView {...props} shelf={shelf} description={data?.description ?? ''} />;
}

function ArticleWithoutSubcategory({ place, sections }: { place: Place; sections: Sections }) {
  const { data: post, isPending } = useQuery(queries.findPost(place.slug));
  if (isPending) return <ShelfPlaceholder />;
  if (post === undefined || post === null) return <SubcategoryNotFound path={place.path} />;
  return <ArticlePage post={post} sections={sections} />;
}

function SubcategoryNotFound({ path }: { path: string }) {
  return <NotFoundNotice title="Not Found" text="The page you're looking for doesn't exist." path={path} />;
}

type SubcategoryShelf = Required<Shelf>;

function findShelf(place: Place, { categories, subcategories }: Sections): SubcategoryShelf | undefined {
  const category = categories.find(({ slug }) => slug === place.category);
  const subcategory = subcategories.find(({ slug }) => slug === place.subcategory);
  if (category === undefined || subcategory?.categoryId !== category.id) return undefined;
  return { category, subcategory };
}

function findSubcategoryElsewhere(place: Place, sections: Sections): Outcome | undefined {
  const subcategory = sections.subcategories.find(({ slug }) => slug === place.subcategory);
  if (subcategory === undefined) return undefined;
  return { kind: 'redirect', to: formatSubcategoryAddress(subcategory, sections) };
}
