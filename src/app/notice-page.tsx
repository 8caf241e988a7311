import { CATEGORIES_AND_NEWS } from '../screens/category-links.tsx';
import { pages } from '../site/addresses.ts';
import { SITE } from '../site/site-info.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { Mark } from './header.tsx';

/** The document for errors such as an overload. It needs no data and no scripts. */
export function NoticePage({ title, text }: { title: string; text: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title}, ${SITE.name}`}</title>
      </head>
      <body>
        <PlainHeader />
        <main id="Content">
          <NoticeScreen title={title} text={text}>
            <LinkButton href={pages.home()}>Return to Homepage</LinkButton>
          </NoticeScreen>
        </main>
      </body>
    </html>
  );
}

/** The header's menus and buttons need scripts, so this one has links only. */
export function PlainHeader() {
  const links = [...CATEGORIES_AND_NEWS, { href: pages.search(), label: 'Search' }];
  return (
    <header className="border-b border-line bg-paper">
      <div className="page-width flex min-h-(--header-height) flex-wrap items-center gap-x-6">
        <a
          href={pages.home()}
          className="flex min-h-11 items-center gap-2.5 font-serif text-lg leading-tight font-bold no-underline"
        >
          <Mark />
          {SITE.name}
        </a>
        <nav aria-label="Main" className="sm:ml-auto">
          <ul className="flex flex-wrap items-center gap-x-6 text-sm">
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className="inline-flex min-h-11 items-center">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
