import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useEffect } from 'react';
import type { Match, ScreenName } from '../routes.ts';
import type { RouteParams } from '../screens/screen.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { useToasts } from '../ui/toast-store.ts';
import { retryLoad, showLoadFailure, showOpeningFailure } from './load-failure.ts';
import { loadScreen } from './open-page.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useArrival } from './use-arrival.ts';
import { useLinkNavigation } from './use-link-navigation.ts';
import { useOpening } from './use-opening.ts';

/** The screen of the current address, and a live region that says its title after a navigation. */
export function ScreenView({ match, address }: { match: Match; address: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  useLinkNavigation();
  const isOpened = useOpening(address, (error) =>
    showOpeningFailure({ toasts, error, retry: () => retryLoad(client) }),
  );
  const announcement = useArrival(address, isOpened);
  return (
    <>
      <main
        id="Content"
        tabIndex={-1}
        className="min-h-[calc(100vh-var(--header-height))] focus:outline-none"
      >
        <ScreenBoundary
          key={match.params.path}
          onFailure={(error, retry) => showLoadFailure({ toasts, error, retry })}
          onRetry={() => retryLoad(client)}
        >
          <Suspense fallback={<TextPlaceholder />}>
            {'screen' in match.route && <LoadedScreen name={match.route.screen} params={match.params} />}
          </Suspense>
        </ScreenBoundary>
      </main>
      <p aria-live="polite" className="sr-only" data-route-announcer>
        {announcement}
      </p>
    </>
  );
}

function LoadedScreen({ name, params }: { name: ScreenName; params: RouteParams }) {
  const { View } = use(loadScreen(name));
  // The screen comes last: from here on all of a page answers. What was pressed before waits for it (src/page-start.ts).
  useEffect(() => void dispatchEvent(new Event('hydrated')), []);
  return <View params={params} />;
}
