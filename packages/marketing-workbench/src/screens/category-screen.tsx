import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import type { Category, PostSummary } from '../site/entities.ts';
import { formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { loadListPage, useListPage } from './listed-articles.tsx';
import { createPostList, type Listing, ListingPlaceholder, ListingView } from './listing-view.tsx';
import { NOT_FOUND, type RouteParams, type Screen, type ScreenProps, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

const categoryScreen: Screen = {
  load: async ({ client, params, site }) => {
    const listing = findCategoryListing(params, await loadTaxonomy(client, site));
    if (listing === undefined) return NOT_FOUND;
    const loadCategory = () => client.fetchQuery(queries.findCategory(listing.category.slug));
    const [page] = await Promise.all([
      loadListPage(client, createPostList(listing), params.page),
      params.page === 1 && loadCategory(),
    ]);
    if (page === 1) await loadCategory();
    return SHOWN;
  },
  View: CategoryScreen,
};

export { categoryScreen as screen };

export function CategoryScreen({ params, NotFound }: ScreenProps) {
  const state = useTaxonomy();
  if (state.kind === 'loading') return <ListingPlaceholder />;
  const listing = state.kind === 'loaded' ? findCategoryListing(params, state.taxonomy) : undefined;
  if (state.kind === 'failed' || listing === undefined) {
    const text = "The category you're looking for doesn't exist.";
    return <NotFound params={params} notice={{ title: 'Category Not Found', text }} />;
  }
  return <CategoryPage listing={listing} page={params.page} taxonomy={state.taxonomy} />;
}

type CategoryPageProps = {
  readonly listing: Listing;
  readonly page: number;
  readonly taxonomy: Taxonomy;
};

/** The list of the first page waits for the learning path above it, to avoid a layout shift. */
function CategoryPage({ listing, page, taxonomy }: CategoryPageProps) {
  const { category } = listing;
  const list = useListPage(createPostList(listing), page);
  const isFirst = page === 1 || (list.kind === 'loaded' && list.page === 1);
  const { isPending } = useQuery({ ...queries.findCategory(category.slug), enabled: isFirst });
  return (
    <ListingView
      listing={listing}
      description={category.description}
      page={page}
      taxonomy={taxonomy}
      isWaiting={isFirst && isPending}
    >
      {isFirst && <StartHere category={category} taxonomy={taxonomy} />}
    </ListingView>
  );
}

function findCategoryListing(params: RouteParams, { categories }: Taxonomy): Listing | undefined {
  const category = categories.find(({ slug }) => slug === params.category);
  return category === undefined ? undefined : { category };
}

/** Shows the category's learning path, if it has one. */
function StartHere({ category, taxonomy }: { category: Category; taxonomy: Taxonomy }) {
  const { data, isPending } = useQuery(queries.findCategory(category.slug));
  const posts = data?.learningPath;
  if (isPending) return <StartHerePlaceholder />;
  if (posts === undefined) return null;
  return (
    <section
      id={pages.learningPath(category.slug).split('#')[1]}
      aria-labelledby="start-here-title"
      className="mb-12 rounded-md border border-line bg-sunken p-5 sm:p-8"
    >
      <h2 id="start-here-title" className="text-xl">
        Start here
      </h2>
      <p className="mt-1 text-sm text-soft">
        {`New to ${category.name}? Read these ${posts.length} articles in this order.`}
      </p>
      <ol className="mt-4 gap-x-12 md:columns-2">
        {posts.map((post, index) => (
          <Step
            key={post.id}
            number={index + 1}
            post={post}
            href={formatPostAddress(post, taxonomy)}
          />
        ))}
      </ol>
    </section>
  );
}

function StartHerePlaceholder() {
  return (
    <div
      aria-hidden="true"
      className="mb-12 h-128 rounded-md border border-line bg-sunken p-5 sm:p-8 md:h-96"
    >
      <div className="placeholder-bar h-7 w-40" />
      <div className="placeholder-bar mt-4 h-4 w-full max-w-xs" />
    </div>
  );
}

function Step({ number, post, href }: { number: number; post: PostSummary; href: string }) {
  return (
    <li className="group relative flex break-inside-avoid gap-4 border-t border-line py-3">
      <span className="w-6 shrink-0 text-end font-serif text-lg font-bold text-(--category)">
        {number}
      </span>
      <div className="min-w-0">
        <a
          href={href}
          className="font-semibold no-underline after:absolute after:inset-0 group-hover:underline"
        >
          {post.title}
        </a>
        <p className="mt-0.5 text-sm text-soft max-sm:hidden">{post.excerpt}</p>
        <p className="mt-0.5 text-xs text-soft">{post.readTime} min read</p>
      </div>
    </li>
  );
}
