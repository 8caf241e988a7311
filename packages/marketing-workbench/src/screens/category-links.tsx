import { pages } from '../site/addresses.ts';
import type { Site } from '../site/site.ts';
import { usePageContext } from './page-head.tsx';

/** Returns the categories and the news, as every menu has them. */
function listMenuLinks({ categories, news }: Site): readonly { href: string; label: string }[] {
  return [
    ...categories.map(({ slug, name }) => ({ href: pages.category(slug), label: name })),
    ...(news === undefined ? [] : [{ href: news.path, label: news.menuName }]),
  ];
}

export function CategoryLinks() {
  const { site } = usePageContext();
  return (
    <ul className="-mx-3">
      {listMenuLinks(site).map(({ href, label }) => (
        <li key={href} className="inline-block px-3">
          <a href={href} className="target py-2 text-accent underline underline-offset-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
