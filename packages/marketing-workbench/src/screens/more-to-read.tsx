import { CategoryLinks } from './category-links.tsx';

/** Links at the end of a text that belongs to no listing. */
export function MoreToRead() {
  return (
    <nav
      aria-label="More to read"
      className="no-print mt-10 max-w-(--container-prose) border-t border-line pt-6"
    >
      <h2 className="mb-1 text-lg">More to read</h2>
      <CategoryLinks />
    </nav>
  );
}
