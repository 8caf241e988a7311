import { pages } from '../site/addresses.ts';
import { findDirection, formatRelation, type Site } from '../site/site.ts';
import { formatPageTitle } from '../site/texts.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { LogoMark } from './header.tsx';

type NoticePageProps = {
  readonly title: string;
  readonly text: string;
  readonly site?: Site | undefined;
};

/** Renders the document for errors such as an overload. It needs no data and no scripts. */
export function NoticePage({ title, text, site }: NoticePageProps) {
  return (
    <html lang={site?.language ?? 'en'} dir={site && findDirection(site.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{site === undefined ? title : formatPageTitle(title, site.name)}</title>
      </head>
      <body>
        {site !== undefined && <PlainHeader site={site} />}
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
export function PlainHeader({ site }: { site: Site }) {
  const links = [...site.navigation, { to: pages.search(), label: 'Search' }];
  return (
    <header className="border-b border-line bg-paper">
      <div className="page-width flex min-h-(--header-height) flex-wrap items-center gap-x-6">
        <a
          href={pages.home()}
          className="flex min-h-11 items-center gap-2.5 font-serif text-lg leading-tight font-bold no-underline"
        >
          <LogoMark />
          {site.name}
        </a>
        <nav aria-label="Main" className="sm:ms-auto">
          <ul className="flex flex-wrap items-center gap-x-6 text-sm">
            {links.map(({ to, label }) => (
              <li key={to}>
                <a href={to} rel={formatRelation(to)} className="inline-flex min-h-11 items-center">
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
