import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import type { SubcategoryLink } from '../site/entities.ts';
import { formatSubcategoryAddress, type Taxonomy } from '../site/taxonomy.ts';
import { ArticlePage, loadArticle } from './article-screen.tsx';
import { loadListPage } from './listed-articles.tsx';
import { createPostList, type Listing, ListingPlaceholder, ListingView } from './listing-view.tsx';
import { type RouteParams, type Screen, type ScreenProps, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

/**
 * `/{category}/{name}` shows the subcategory of that name, or else the article without a
 * subcategory. A subcategory or an article that has another path gives a redirect to it.
 */
const subcategoryScreen: Screen = {
  load: async ({ client, params, site }) => {
    const taxonomy = await loadTaxonomy(client, site);
    const listing = findSubcategoryListing(params, taxonomy);
    if (listing !== undefined) {
      await Promise.all([
        loadListPage(client, createPostList(listing), params.page),
        client.fetchQuery(queries.findSubcategory(listing.subcategory.slug)),
      ]);
      return SHOWN;
    }
    const elsewhere = findSubcategoryLink(params, taxonomy);
    if (elsewhere === undefined) return loadArticle({ client, params, site });
    return { kind: 'redirect', to: formatSubcategoryAddress(elsewhere, taxonomy) };
  },
  View: SubcategoryScreen,
};

export { subcategoryScreen as screen };

export function SubcategoryScreen({ params, NotFound }: ScreenProps) {
  const state = useTaxonomy();
  if (state.kind === 'loading') return <ListingPlaceholder />;
  if (state.kind === 'failed') return <NotFound params={params} notice={NOTICE} />;
  const { taxonomy } = state;
  const listing = findSubcategoryListing(params, taxonomy);
  if (listing !== undefined)
    return <SubcategoryPage listing={listing} page={params.page} taxonomy={taxonomy} />;
  // A subcategory of another category: `load` redirects to it.
  if (findSubcategoryLink(params, taxonomy) !== undefined) return <ListingPlaceholder />;
  return <ArticleWithoutSubcategory params={params} taxonomy={taxonomy} NotFound={NotFound} />;
}

type SubcategoryPageProps = {
  readonly listing: SubcategoryListing;
  readonly page: number;
  readonly taxonomy: Taxonomy;
};

function SubcategoryPage({ listing, ...props }: SubcategoryPageProps) {
  const { data, isPending } = useQuery(queries.findSubcategory(listing.subcategory.slug));
  if (isPending) return <ListingPlaceholder />;
  return <ListingView {...props} listing={listing} description={data?.description ?? ''} />;
}

function ArticleWithoutSubcategory({
  params,
  taxonomy,
  NotFound,
}: ScreenProps & { taxonomy: Taxonomy }) {
  const { data: post, isPending } = useQuery(queries.findPost(params.slug));
  if (isPending) return <ListingPlaceholder />;
  if (!post) return <NotFound params={params} notice={NOTICE} />;
  return <ArticlePage post={post} taxonomy={taxonomy} />;
}

const NOTICE = { title: 'Not Found', text: "The page you're looking for doesn't exist." };

type SubcategoryListing = Required<Listing>;

function findSubcategoryListing(
  params: RouteParams,
  taxonomy: Taxonomy,
): SubcategoryListing | undefined {
  const category = taxonomy.categories.find(({ slug }) => slug === params.category);
  const subcategory = findSubcategoryLink(params, taxonomy);
  if (category === undefined || subcategory?.categoryId !== category.id) return undefined;
  return { category, subcategory };
}

function findSubcategoryLink(
  params: RouteParams,
  { subcategories }: Taxonomy,
): SubcategoryLink | undefined {
  return subcategories.find(({ slug }) => slug === params.subcategory);
}
