import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { matchAddress } from '../routes.ts';
import { PageContext, type PageContextValue } from '../screens/page-head.tsx';
import type { Address } from '../site/addresses.ts';
import { SITE } from '../site/site-info.ts';
import type { ToastStore } from '../ui/toast-store.ts';
import { ToastContext } from '../ui/toast-store.ts';
import { Header } from './frame/header.tsx';
import { Mark } from './frame/mark.tsx';
import { Notifications } from './notifications.tsx';
import { ScreenView } from './screen-view.tsx';

type AppProps = {
  readonly client: QueryClient;
  readonly toasts: ToastStore;
  readonly origin: string;
  readonly renderedAt: Date;
  /** In the element `FOOTER_ID`: made on the server alone, since it stays the same from page to page. */
  readonly footer: ReactNode;
  /** The address, where there is no browser to ask. */
  readonly address?: Address;
  readonly describePage?: PageContextValue['describePage'];
  readonly showHead?: PageContextValue['showHead'];
};

export const FOOTER_ID = 'Footer';

/** The whole document. Style sheets, scripts and the state are put around it by the server. */
export function App(props: AppProps) {
  const { client, toasts, origin, renderedAt, footer, address, describePage, showHead } = props;
  const pathname = usePathname(address && { ssrPath: address.pathname });
  const search = useSearch(address && { ssrSearch: address.search });
  const match = useMemo(() => matchAddress(pathname, search), [pathname, search]);
  const page = usePage({ origin, now: renderedAt, describePage, showHead }, pathname + search);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <ToastContext value={toasts}>
            <PageContext value={page}>
              <a
                href="#Content"
                className="sr-only z-50 rounded-sm bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
              >
                Skip to content
              </a>
              <p className="print-only masthead">
                <Mark />
                <strong>{SITE.name}</strong>
                <span>{origin}</span>
              </p>
              <Header path={match.params.path} address={pathname + search} />
              <ScreenView match={match} address={pathname + search} />
              {footer}
              <Notifications />
            </PageContext>
          </ToastContext>
        </QueryClientProvider>
      </body>
    </html>
  );
}

/** The first page is as old as the server made it; each one navigated to is made now. */
function usePage(context: PageContextValue, address: string): PageContextValue {
  const { origin, now, describePage, showHead } = context;
  const first = useRef(address);
  return useMemo(
    () => ({ origin, now: first.current === address ? now : new Date(), describePage, showHead }),
    [origin, now, describePage, showHead, address],
  );
}
