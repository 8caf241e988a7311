import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { isFallback, type PageGuess } from '../site/entities.ts';
import { PATH_MAX_LENGTH } from '../site/limits.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { CategoryLinks } from './category-links.tsx';
import { countEvent, findArrival } from './count-event.ts';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type NotFoundProps, type Screen, type ScreenNotice } from './screen.ts';
import { SearchBox } from './search-box.tsx';

const notFoundScreen: Screen = {
  load: async ({ client, params: { path } }) => {
    // The page must work without these calls, so failures are ignored.
    await Promise.all([
      client.prefetchQuery(queries.health()),
      client.prefetchQuery(askGuesses(path)),
    ]);
    return NOT_FOUND;
  },
  View: NotFoundScreen,
};

export { notFoundScreen as screen };

/** Here and not among the queries of all screens, which the first page loads. */
const askGuesses = (path: string) =>
  queryOptions<readonly PageGuess[]>({
    queryKey: [endpoints.guesses.address({ path: path.slice(0, PATH_MAX_LENGTH) })],
    meta: { isOptional: true },
  });

const NOTICE: ScreenNotice = {
  title: '404 - Page Not Found',
  text: 'There is no page at this address. It may have been moved, or the link may be mistyped.',
  more: { href: pages.siteMap(), label: 'View Sitemap' },
};

/** Search engines don't index it. Other screens show it with a notice of their own. */
export function NotFoundScreen({ params: { path }, notice }: NotFoundProps) {
  const { site } = usePageContext();
  const { title, text, more } = notice ?? NOTICE;
  useEffect(() => countMissingPage(path), [path]);
  const { data: guesses = [], isPending } = useQuery(askGuesses(path));
  const head = (
    <PageHead
      title={title}
      description={text}
      canonical={path}
      isHidden
      card={createPageCard('not-found', site)}
    />
  );
  if (isPending) {
    return (
      <>
        {head}
        <TextPlaceholder />
      </>
    );
  }
  return (
    <>
      <NoticeScreen
        title={title}
        text={text}
        onward={
          <>
            {guesses.length > 0 && <Guesses guesses={guesses} />}
            {notice && <CategoryLinks />}
          </>
        }
      >
        {head}
        <LinkButton href={pages.home()}>{notice ? 'Return Home' : 'Return to Homepage'}</LinkButton>
        {more && (
          <LinkButton href={more.href} variant="secondary">
            {more.label}
          </LinkButton>
        )}
      </NoticeScreen>
      {notice === undefined && (
        <>
          <WaysOnward />
          <LimitedFunctionalityNotice />
        </>
      )}
    </>
  );
}

function Guesses({ guesses }: { guesses: readonly PageGuess[] }) {
  return (
    <nav
      aria-labelledby="Guesses"
      className="mx-auto mb-8 max-w-prose rounded-md border border-line bg-panel px-5 pt-5 pb-3 text-start"
    >
      <h2 id="Guesses" className="text-lg">
        Were you looking for …
      </h2>
      <ul className="mt-2">
        {guesses.map(({ path, title, category }) => (
          <li key={path} className="border-t border-line py-3">
            <a
              href={path}
              className="target font-semibold text-accent underline underline-offset-4"
            >
              {title}
            </a>
            {category !== undefined && <p className="mt-1 text-xs text-soft">{category}</p>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LimitedFunctionalityNotice() {
  const { data: health } = useQuery(queries.health());
  if (health === undefined || !isFallback(health)) return null;
  return (
    <section aria-labelledby="limited-functionality" className="page-width mb-12 max-w-2xl">
      <div className="rounded-md border border-notice-ink bg-notice p-5 text-notice-ink">
        <h2 id="limited-functionality" className="text-lg">
          Limited Functionality Mode
        </h2>
        <p className="mt-2">
          The site can't reach its database just now and shows the content it has.{' '}
          <a href={pages.dbSetupHelp()} className="font-semibold underline">
            Database setup help
          </a>
        </p>
      </div>
    </section>
  );
}

function WaysOnward() {
  return (
    <section aria-label="Find something else" className="page-width mb-12 max-w-2xl">
      <SearchBox />
      <div className="mt-6 text-center">
        <CategoryLinks />
      </div>
    </section>
  );
}

function countMissingPage(path: string): void {
  countEvent({
    missing: path.slice(0, PATH_MAX_LENGTH),
    from: findArrival()?.from ?? location.origin,
  });
}
