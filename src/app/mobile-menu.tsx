import { usePageContext } from '../screens/page-head.tsx';
import { SearchBox } from '../screens/search-box.tsx';
import { pages } from '../site/addresses.ts';

type MobileMenuProps = {
  readonly path: string;
  readonly onSubmitted: () => void;
  readonly onFollowed: () => void;
};

export function MobileMenu({ path, onSubmitted, onFollowed }: MobileMenuProps) {
  const { categories, news } = usePageContext().site;
  const common = { path, onFollowed };
  return (
    <div className="page-width max-h-[calc(100dvh-var(--header-height))] overflow-y-auto py-4">
      <SearchBox onSubmitted={onSubmitted} />
      <nav aria-label="Mobile">
        <ul className="mt-4">
          {categories.map((category) => (
            <li key={category.slug} className="border-t border-line py-2">
              <MenuLink href={pages.category(category.slug)} label={category.name} {...common} isStrong />
              <ul className="grid grid-cols-2 pl-3 text-sm">
                {category.subcategories.map(({ slug, name }) => (
                  <li key={slug}>
                    <MenuLink
                      href={pages.subcategory({ category: category.slug, slug }, news)}
                      label={name}
                      {...common}
                    />
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {news !== undefined && (
            <li className="border-t border-line py-2">
              <MenuLink href={news.path} label={news.menuName} {...common} isStrong />
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}

type MenuLinkProps = {
  readonly href: string;
  readonly label: string;
  readonly path: string;
  readonly onFollowed: () => void;
  readonly isStrong?: boolean;
};

function MenuLink({ href, label, path, onFollowed, isStrong = false }: MenuLinkProps) {
  return (
    <a
      href={href}
      aria-current={path === href ? 'page' : undefined}
      onClick={onFollowed}
      className={`flex min-h-11 items-center no-underline hover:text-accent ${isStrong ? 'font-semibold' : ''}`}
    >
      {label}
    </a>
  );
}
