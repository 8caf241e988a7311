import { usePageContext } from '../screens/page-head.tsx';
import { SearchBox } from '../screens/search-box.tsx';
import { formatRelation } from '../site/site.ts';

type MobileMenuProps = {
  readonly path: string;
  readonly onSubmitted: () => void;
  readonly onFollowed: () => void;
};

export function MobileMenu({ path, onSubmitted, onFollowed }: MobileMenuProps) {
  const { navigation } = usePageContext().site;
  const common = { path, onFollowed };
  return (
    <div className="page-width max-h-[calc(100dvh-var(--header-height))] overflow-y-auto py-4">
      <SearchBox onSubmitted={onSubmitted} />
      <nav aria-label="Mobile">
        <ul className="mt-4">
          {navigation.map(({ label, to, links }) => (
            <li key={to} className="border-t border-line py-2">
              <MobileMenuLink href={to} label={label} {...common} isStrong />
              {links.length > 0 && (
                <ul className="grid grid-cols-2 ps-3 text-sm">
                  {links.map(({ label, to }) => (
                    <li key={to}>
                      <MobileMenuLink href={to} label={label} {...common} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

type MobileMenuLinkProps = {
  readonly href: string;
  readonly label: string;
  readonly path: string;
  readonly onFollowed: () => void;
  readonly isStrong?: boolean;
};

function MobileMenuLink({ href, label, path, onFollowed, isStrong = false }: MobileMenuLinkProps) {
  return (
    <a
      href={href}
      rel={formatRelation(href)}
      aria-current={path === href ? 'page' : undefined}
      onClick={onFollowed}
      className={`flex min-h-11 items-center no-underline hover:text-accent ${isStrong ? 'font-semibold' : ''}`}
    >
      {label}
    </a>
  );
}
