import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import { ApiError, sendRequest } from '../contract/request.ts';
import type { RouteMatch, ScreenName } from '../routes.ts';
import type { NotFoundProps, RouteParams } from '../screens/screen.ts';
import type { Site } from '../site/site.ts';
import { formatPageTitle } from '../site/texts.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { type ToastStore, useToasts } from '../ui/toast-store.ts';
import {
  forgetFailedScreens,
  hasFailedScreens,
  loadScreen,
  openCurrentAddress,
  usePageLoading,
} from './open-page.ts';
import { PartBoundary } from './part-boundary.tsx';
import { useLinkNavigation } from './use-link-navigation.ts';
import { useScrollAndFocus } from './use-scroll-and-focus.ts';

const CONTENT_ID = 'Content';
const FAILED = 'This page could not be loaded';

type ScreenViewProps = {
  readonly site: Site;
  readonly match: RouteMatch;
  readonly address: string;
};

/**
 * Shows the screen of the current address, and a live region that announces its title after a
 * navigation.
 */
export function ScreenView({ site, match, address }: ScreenViewProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const retry = () => retryLoad(site, client);
  useLinkNavigation(site);
  const isOpened = usePageLoading(site, address, (error) => {
    // Failed calls and a failed screen show their own notification.
    const isShown = toasts
      .list()
      .some(({ isOpen, variant }) => isOpen && variant === 'destructive');
    if (!isShown && !hasFailedScreens()) showLoadFailure({ toasts, error, retry });
  });
  const announcement = useScrollAndFocus(address, isOpened);
  const shownAddress = useRef(address);
  const [attempt, setAttempt] = useState(0);
  const retryScreen = () => {
    forgetFailedScreens();
    retry();
    setAttempt(attempt + 1);
  };
  return (
    <>
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="min-h-[calc(100vh-var(--header-height))] focus:outline-none"
      >
        <PartBoundary
          key={`${attempt} ${match.params.path}`}
          resetKey={address}
          note="This part failed; the links work."
          readShown={() =>
            hasFailedScreens() || shownAddress.current !== address ? undefined : readScreen()
          }
          onFailure={(error) => {
            if (hasFailedScreens()) showLoadFailure({ toasts, error, retry: retryScreen });
          }}
          fallback={<FailedScreen siteName={site.name} onRetry={retryScreen} />}
        >
          <Suspense fallback={<TextPlaceholder />}>
            {'screen' in match.route && (
              <LoadedScreen
                name={match.route.screen}
                params={match.params}
                onShown={() => {
                  shownAddress.current = address;
                }}
              />
            )}
          </Suspense>
        </PartBoundary>
      </main>
      <p aria-live="polite" className="sr-only" data-route-announcer>
        {announcement}
      </p>
    </>
  );
}

type LoadedScreenProps = {
  readonly name: ScreenName;
  readonly params: RouteParams;
  readonly onShown: () => void;
};

function LoadedScreen({ name, params, onShown }: LoadedScreenProps) {
  const { View } = use(loadScreen(name));
  useEffect(onShown);
  // The screen hydrates last. `src/page-start.ts` replays earlier clicks and keys on this event.
  useEffect(() => void dispatchEvent(new Event('hydrated')), []);
  return <View params={params} NotFound={NotFound} />;
}

function NotFound(props: NotFoundProps) {
  const { View } = use(loadScreen('not-found'));
  return <View {...props} NotFound={NotFound} />;
}

/**
 * Takes the place of a screen whose code could not be loaded, or that threw before it showed
 * anything.
 */
function FailedScreen({ onRetry, siteName }: { onRetry: () => void; siteName: string }) {
  const isLoadFailure = hasFailedScreens();
  return (
    <NoticeScreen
      title={FAILED}
      text={
        isLoadFailure ? 'The connection failed while the page was fetched.' : 'This part failed.'
      }
    >
      <title>{formatPageTitle(FAILED, siteName)}</title>
      <meta name="robots" content="noindex" />
      <button
        type="button"
        onClick={isLoadFailure ? onRetry : () => location.reload()}
        className="min-h-11 rounded-full border border-accent bg-accent px-5 text-sm font-semibold text-on-accent"
      >
        Try again
      </button>
    </NoticeScreen>
  );
}

/** Returns the HTML of the screen; undefined while it loads. */
function readScreen(): string | undefined {
  const main = document.getElementById(CONTENT_ID);
  return main?.querySelector('[data-placeholder]') ? undefined : main?.innerHTML;
}

type LoadFailure = {
  readonly toasts: ToastStore;
  readonly error: Error;
  readonly retry: () => void;
};

/** Notifies the reader that something could not be loaded, and offers to try again. */
export function showLoadFailure({ toasts, error, retry }: LoadFailure): void {
  toasts.show({
    title: 'This page could not be loaded completely',
    description:
      error instanceof ApiError
        ? 'The server could not answer just now. Try again in a moment.'
        : 'The connection failed. Check your network and try again.',
    variant: 'destructive',
    action: { label: 'Try again', run: retry },
  });
}

/**
 * Repeats the failed calls of the screen and opens its address again, because it may be a redirect.
 * Browsers cache the failed import of a module's dependency under a URL that the error doesn't
 * contain, so only a new document loads it.
 */
export function retryLoad(site: Site, client: QueryClient): void {
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  openCurrentAddress(site, client)
    .catch(async () => {
      if (hasFailedScreens() && (await sendRequest('HEAD', location.href))) location.reload();
    })
    .catch(() => undefined);
}
