import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { isFallback } from '../site/entities.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type NotFoundProps, type Notice, type Screen } from './screen.ts';
import { SearchBox } from './search-box.tsx';

export const screen: Screen = {
  load: async ({ client }) => {
    // The page must work without the health call, so a failure is ignored.
    await client.prefetchQuery(queries.health());
    return NOT_FOUND;
  },
  View: NotFoundScreen,
};

const NOTICE: Notice = {
  title: '404 - Page Not Found',
  text: 'There is no page at this address. It may have been moved, or the link may be mistyped.',
  more: { href: pages.siteMap(), label: 'View Sitemap' },
};

/** Search engines don't index it. Other screens show it with a notice of their own. */
export function NotFoundScreen({ params: { path }, notice }: NotFoundProps) {
  const { site } = usePageContext();
  const { title, text, more } = notice ?? NOTICE;
  return (
    <>
      <NoticeScreen title={title} text={text} onward={notice && <CategoryLinks />}>
        <PageHead
          title={title}
          description={text}
          canonical={path}
          isHidden
          card={createPageCard('not-found', site)}
        />
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
