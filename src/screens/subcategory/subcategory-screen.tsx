import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { formatSubcategoryAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { ArticlePage } from '../article/article-page.tsx';
import { loadArticle } from '../article/load-article.ts';
import { loadListPage } from '../list-page.ts';
import { NotFoundNotice } from '../not-found-notice.tsx';
import { type Outcome, type Place, type Screen, SHOWN } from '../screen.ts';
import { listShelf, type Shelf, ShelfPlaceholder, ShelfView } from '../shelf.tsx';
import { loadTaxonomy, useTaxonomy } from '../taxonomy.ts';

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
    const taxonomy = await loadTaxonomy(client);
    const shelf = findShelf(place, taxonomy);
    if (shelf !== undefined) {
      await Promise.all([
        loadListPage(client, listShelf(shelf), place.page),
        client.fetchQuery(queries.findSubcategory(shelf.subcategory.slug)),
      ]);
      return SHOWN;
    }
    return findSubcategoryElsewhere(place, taxonomy) ?? loadArticle({ client, place });
  },
  View: SubcategoryScreen,
};

export function SubcategoryScreen({ place }: { place: Place }) {
  const state = useTaxonomy();
  if (state.kind === 'loading') return <ShelfPlaceholder />;
  if (state.kind === 'failed') return <SubcategoryNotFound path={place.path} />;
  const shelf = findShelf(place, state.taxonomy);
  if (shelf === undefined) return <ArticleWithoutSubcategory place={place} taxonomy={state.taxonomy} />;
  return <SubcategoryPage shelf={shelf} page={place.page} taxonomy={state.taxonomy} />;
}

type SubcategoryPageProps = {
  readonly shelf: SubcategoryShelf;
  readonly page: number;
  readonly taxonomy: Taxonomy;
};

function SubcategoryPage({ shelf, ...props }: SubcategoryPageProps) {
  const { data, isPending } = useQuery(queries.findSubcategory(shelf.subcategory.slug));
  if (isPending) return <ShelfPlaceholder />;
  return <ShelfView {...props} shelf={shelf} description={data?.description ?? ''} />;
}

function ArticleWithoutSubcategory({ place, taxonomy }: { place: Place; taxonomy: Taxonomy }) {
  const { data: post, isPending } = useQuery(queries.findPost(place.slug));
  if (isPending) return <ShelfPlaceholder />;
  if (post === undefined || post === null) return <SubcategoryNotFound path={place.path} />;
  return <ArticlePage post={post} taxonomy={taxonomy} />;
}

function SubcategoryNotFound({ path }: { path: string }) {
  return <NotFoundNotice title="Not Found" text="The page you're looking for doesn't exist." path={path} />;
}

type SubcategoryShelf = Required<Shelf>;

function findShelf(place: Place, { categories, subcategories }: Taxonomy): SubcategoryShelf | undefined {
  const category = categories.find(({ slug }) => slug === place.category);
  const subcategory = subcategories.find(({ slug }) => slug === place.subcategory);
  if (category === undefined || subcategory?.categoryId !== category.id) return undefined;
  return { category, subcategory };
}

function findSubcategoryElsewhere(place: Place, taxonomy: Taxonomy): Outcome | undefined {
  const subcategory = taxonomy.subcategories.find(({ slug }) => slug === place.subcategory);
  if (subcategory === undefined) return undefined;
  return { kind: 'redirect', to: formatSubcategoryAddress(subcategory, taxonomy) };
}
