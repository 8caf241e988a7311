import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import type { Sections } from '../../site/sections.ts';
import { NotFoundNotice } from '../not-found-notice.tsx';
import { NOT_FOUND, type Place, type Screen, SHOWN } from '../screen.ts';
import { loadSections, useSections } from '../sections.ts';
import { boundShelfPage, queryShelfPage, type Shelf, ShelfPlaceholder, ShelfView } from '../shelf.tsx';
import { StartHere } from './start-here.tsx';

export const screen: Screen = {
  load: async ({ client, place }) => {
    const shelf = findShelf(place, await loadSections(client));
    if (shelf === undefined) return NOT_FOUND;
    const page = boundShelfPage(shelf, place.page);
    await Promise.all([
      client.fetchQuery(queryShelfPage(shelf, page)),
      page === 1 && client.fetchQuery(queries.findCategory(shelf.category.slug)),
    ]);
    return SHOWN;
  },
  View: CategoryScreen,
};

export function CategoryScreen({ place }: { place: Place }) {
  const state = useSections();
  if (state.kind === 'loading') return <ShelfPlaceholder />;
  const shelf = state.kind === 'loaded' ? findShelf(place, state.sections) : undefined;
  if (state.kind === 'failed' || shelf === undefined) return <CategoryNotFound path={place.path} />;
  return boundShelfPage(shelf, place.page) === 1 ? (
    <FirstPage shelf={shelf} sections={state.sections} />
  ) : (
    <ShelfView
      shelf={shelf}
      description={shelf.category.description}
      page={place.page}
      sections={state.sections}
    />
  );
}

/** Its list waits for what stands above it, so that nothing moves when that comes. */
function FirstPage({ shelf, sections }: { shelf: Shelf; sections: Sections }) {
  const { isPending } = useQuery(queries.findCategory(shelf.category.slug));
  return (
    <ShelfView
      shelf={shelf}
      description={shelf.category.description}
      page={1}
      sections={sections}
      isWaiting={isPending}
    >
      <StartHere category={shelf.category} sections={sections} />
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

function findShelf(place: Place, { categories }: Sections): Shelf | undefined {
  const category = categories.find(({ slug }) => slug === place.category);
  return category === undefined ? undefined : { category };
}
