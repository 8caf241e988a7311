import { ShelfLinks } from './shelf-links.tsx';

/** Ways onward where a text ends that stands on no shelf. */
export function MoreToRead() {
  return (
    <nav
      aria-label="More to read"
      className="no-print mt-10 max-w-(--container-prose) border-t border-line pt-6"
    >
      <h2 className="mb-1 text-lg">More to read</h2>
      <ShelfLinks />
    </nav>
  );
}
