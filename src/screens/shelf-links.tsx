import { pages } from '../site/addresses.ts';
import { CATEGORIES, NEWS } from '../site/categories.ts';

const LINKS = [
  ...CATEGORIES.map(({ slug, name }) => ({ href: pages.category(slug), label: name })),
  { href: pages.news(), label: NEWS.menuName },
];

/** A way to every shelf, for a page that holds nothing for its reader. */
export function ShelfLinks() {
  return (
    <ul className="-mx-3">
      {LINKS.map(({ href, label }) => (
        <li key={href} className="inline-block px-3">
          <a href={href} className="target py-2 text-accent underline underline-offset-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
