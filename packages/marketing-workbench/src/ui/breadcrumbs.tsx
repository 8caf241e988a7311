export type Crumb = { readonly label: string; readonly href: string };

/** The last crumb is the page itself and not a link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-soft">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={crumb.href} className="flex min-w-0 items-center gap-2">
              {index > 0 && <span aria-hidden="true">›</span>}
              {isLast ? (
                <span aria-current="page" className="truncate">
                  {crumb.label}
                </span>
              ) : (
                <a href={crumb.href} className="target underline-offset-4 hover:underline">
                  {crumb.label}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
