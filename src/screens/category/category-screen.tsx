import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import { loadListPage, useListPage } from '../list-page.ts';
import { NotFoundNotice } from '../not-found-notice.tsx';
import { NOT_FOUND, type Place, type Screen, SHOWN } from '../screen.ts';
import { listShelf, type Shelf, ShelfPlaceholder, ShelfView } from '../shelf.tsx';
import { loadTaxonomy, useTaxonomy } from '../taxonomy.ts';
import { StartHere } from './start-here.tsx';

export const screen: Screen = {
  load: async ({ client, place }) => {
    const shelf = findShelf(place, await loadTaxonomy(client));
    if (shelf === undefined) return NOT_FOUND;
    const loadCategory = () => client.fetchQuery(queries.findCategory(shelf.category.slug));
    const [page] = await Promise.all([
      loadListPage(client, listShelf(shelf), place.page),
      place.page === 1 && loadCategory(),
    ]);
    if (page === 1) await loadCategory();
    return SHOWN;
  },
  View: CategoryScreen,
};

export function CategoryScreen({ place }: { place: Place }) {
  const state = useTaxonomy();
  if (state.kind === 'loading') return <ShelfPlaceholder />;
  const shelf = state.kind === 'loaded' ? findShelf(place, state.taxonomy) : undefined;
  if (state.kind === 'failed' || shelf === undefined) return <CategoryNotFound path={place.path} />;
  return <CategoryPage shelf={shelf} page={place.page} taxonomy={state.taxonomy} />;
}

type CategoryPageProps = { readonly shelf: Shelf; readonly page: number; readonly taxonomy: Taxonomy };

/** On the first page the list waits for the sections above it, to avoid a layout shift. */
function CategoryPage({ shelf, page, taxonomy }: CategoryPageProps) {
  const { category } = shelf;
  const list = useListPage(listShelf(shelf), page);
  const isFirst = page === 1 || (list.kind === 'loaded' && list.page === 1);
  const { isPending } = useQuery({ ...queries.findCategory(category.slug), enabled: isFirst });
  return (
    <ShelfView
      shelf={shelf}
      description={category.description}
      page={page}
      taxonomy={taxonomy}
      isWaiting={isFirst && isPending}
    >
      {isFirst && <StartHere category={category} taxonomy={taxonomy} />}
    </ShelfView>
  );
}

function CategoryNotFound({ path }: { path: string }) {
  return (
    <NotFoundNotice
      title="Category Not Found"
      text="The category you're looking for doesn't exist."
      path={path}
    />
  );
}

function findShelf(place: Place, { categories }: Taxonomy): Shelf | undefined {
  const category = categories.find(({ slug }) => slug === place.category);
  return category === undefined ? undefined : { category };
}
