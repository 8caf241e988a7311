import { useEffect, useRef, useState } from 'react';
import { pages } from '../../site/addresses.ts';
import type { BuiltInCategory } from '../../site/categories.ts';

/** Where the reader is. Bold would be wider, and move the rest of the menu. */
export const MENU_MARK = 'underline decoration-accent decoration-[3px] underline-offset-8';

/**
 * A category's link with the dropdown of its subcategories, which shows on hover and on focus. Once put away, by Escape
 * or by following a link, it stays so until the pointer or the focus comes back.
 */
export function CategoryMenu({ category, path }: { category: BuiltInCategory; path: string }) {
  const [isDismissed, setDismissed] = useState(false);
  const home = pages.category(category.slug);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isHere = path === home || path.startsWith(`${home}/`);
  return (
    <li
      className="dropdown relative"
      data-dismissed={isDismissed || undefined}
      onKeyDown={(event) => event.key === 'Escape' && link.current?.focus()}
      onClick={() => setDismissed(true)}
      onPointerEnter={() => setDismissed(false)}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed(false);
      }}
    >
      <a
        ref={link}
        href={home}
        aria-current={path === home ? 'page' : undefined}
        className={`inline-flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken ${isHere ? MENU_MARK : ''}`}
      >
        {category.name}
      </a>
      <ul className="dropdown-list absolute top-full left-0 z-10 w-52 rounded-sm border border-line bg-panel py-2 shadow-raised">
        {category.subcategories.map((subcategory) => {
          const href = pages.subcategory(category.slug, subcategory.slug);
          return (
            <li key={subcategory.slug}>
              <a
                href={href}
                aria-current={path === href ? 'page' : undefined}
                className="flex min-h-11 items-center px-4 no-underline hover:bg-sunken aria-[current]:font-semibold"
              >
                {subcategory.name}
              </a>
            </li>
          );
        })}
      </ul>
    </li>
  );
}
