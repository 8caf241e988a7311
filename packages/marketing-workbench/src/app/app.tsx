import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { matchAddress } from '../routes.ts';
import { PageContext, type PageContextValue } from '../screens/page-head.tsx';
import type { Address } from '../site/addresses.ts';
import { TOAST_HOTKEY } from '../site/limits.ts';
import { findMotif } from '../site/settings.ts';
import type { Site } from '../site/site.ts';
import { CoverContext } from '../ui/cover/cover-art.tsx';
import type { CoverSubject } from '../ui/cover/draw-cover.ts';
import { importWithRetry, useLazyComponent } from '../ui/import-with-retry.ts';
import { ToastContext, type ToastStore, useToasts } from '../ui/toast-store.ts';
import { Header, LogoMark } from './header.tsx';
import { PartBoundary, stopScripting } from './part-boundary.tsx';
import { ScreenView } from './screen-view.tsx';

type AppProps = {
  readonly client: QueryClient;
  readonly site: Site;
  readonly toasts: ToastStore;
  readonly origin: string;
  readonly renderedAt: Date;
  /** HTML. The footer is the same on every page, so only the server renders it. */
  readonly footer: string;
  /** The requested address; given on the server only. */
  readonly address?: Address;
  readonly direction?: 'rtl' | undefined;
  readonly describePage?: PageContextValue['describePage'];
  readonly showHead?: PageContextValue['showHead'];
  readonly drawCover?: ((subject: CoverSubject) => string) | undefined;
};

export const FOOTER_ID = 'Footer';

/** Renders the whole document. The server adds style sheets, scripts and the state. */
export function App(props: AppProps) {
  const { client, site, toasts, origin, renderedAt, footer, address, describePage, showHead } =
    props;
  const pathname = usePathname(address && { ssrPath: address.pathname });
  const search = useSearch(address && { ssrSearch: address.search });
  const match = useMemo(() => matchAddress(site, { pathname, search }), [site, pathname, search]);
  const page = usePage(
    { origin, site, now: renderedAt, describePage, showHead },
    pathname + search,
  );
  const covers = useMemo(
    () => ({ findMotif: (theme: string) => findMotif(site, theme), draw: props.drawCover }),
    [site, props.drawCover],
  );
  return (
    <html lang={site.language} dir={props.direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <ToastContext value={toasts}>
            <PageContext value={page}>
              <CoverContext value={covers}>
                <a
                  href="#Content"
                  className="sr-only z-50 rounded-sm bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
                >
                  Skip to content
                </a>
                <p className="print-only masthead">
                  <LogoMark />
                  <strong>{site.name}</strong>
                  <span>{origin}</span>
                </p>
                <PartBoundary
                  note="This part failed; the links work."
                  readShown={() => document.querySelector('.site-header')?.outerHTML}
                  onFailure={stopScripting}
                >
                  <Header path={match.params.path} address={pathname + search} />
                </PartBoundary>
                <ScreenView site={site} match={match} address={pathname + search} />
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server */}
                <div id={FOOTER_ID} dangerouslySetInnerHTML={{ __html: footer }} />
                <PartBoundary note="This part failed.">
                  <Notifications />
                </PartBoundary>
              </CoverContext>
            </PageContext>
          </ToastContext>
        </QueryClientProvider>
      </body>
    </html>
  );
}

/**
 * Relative ages on the first page count from when the server rendered it, later ones from the
 * navigation.
 */
function usePage(context: PageContextValue, address: string): PageContextValue {
  const { origin, site, now, describePage, showHead } = context;
  const first = useRef(address);
  return useMemo(
    () => ({
      origin,
      site,
      now: first.current === address ? now : new Date(Date.now() + (site.utcOffsetMs ?? 0)),
      describePage,
      showHead,
    }),
    [origin, site, now, describePage, showHead, address],
  );
}

const loadRegion = async () =>
  (await importWithRetry(() => import('../ui/toast-region.tsx'))).ToastRegion;

/**
 * The notifications region. Its code is loaded early, because the first notification may be that
 * the network is gone.
 */
function Notifications() {
  const toasts = useToasts();
  const [needCount, setNeedCount] = useState(0);
  const [takesFocus, setTakesFocus] = useState(false);
  const ToastRegion = useLazyComponent(loadRegion, needCount);
  const isLoaded = ToastRegion !== undefined;
  useEffect(() => {
    if (isLoaded) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== TOAST_HOTKEY) return;
      setTakesFocus(true);
      setNeedCount((count) => count + 1);
    };
    document.addEventListener('keydown', onKey);
    const unsubscribe = toasts.subscribe(() => setNeedCount((count) => count + 1));
    return () => {
      document.removeEventListener('keydown', onKey);
      unsubscribe();
    };
  }, [isLoaded, toasts]);
  return ToastRegion === undefined ? null : <ToastRegion takesFocus={takesFocus} />;
}
