import { SearchBox } from './search-box.tsx';
import { ShelfLinks } from './shelf-links.tsx';

/** What helps a reader on where a page holds nothing for them: the search, and the shelves. */
export function WaysOnward() {
  return (
    <section aria-label="Find something else" className="page-width mb-12 max-w-2xl">
      <SearchBox />
      <div className="mt-6 text-center">
        <ShelfLinks />
      </div>
    </section>
  );
}
