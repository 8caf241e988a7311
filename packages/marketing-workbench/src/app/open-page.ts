import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queries } from '../contract/queries.ts';
import { isOutdated } from '../contract/request.ts';
import { matchAddress, type RouteMatch, type ScreenName, screens } from '../routes.ts';
import type { Screen } from '../screens/screen.ts';
import { type Address, isPagePath } from '../site/addresses.ts';
import { formatRedirectTarget } from '../site/paths/redirects.ts';
import type { Site } from '../site/site.ts';
import { importWithRetry } from '../ui/import-with-retry.ts';

type OpenPageRequest = {
  readonly site: Site;
  readonly address: Address;
  readonly client: QueryClient;
};

type OpenedPage =
  | {
      readonly kind: 'page';
      readonly status: 200 | 404;
      readonly match: RouteMatch;
      readonly screen: ScreenName;
    }
  | { readonly kind: 'redirect'; readonly to: string };

/**
 * Loads what the screen of an address shows, and decides between page, 404 and redirect. The target
 * of a redirect is final: it is never redirected again.
 */
export async function openPage({ site, address, client }: OpenPageRequest): Promise<OpenedPage> {
  const match = matchAddress(site, address);
  if ('redirectTo' in match.route) return createPageRedirect(match.route.redirectTo, address);
  forgetFailedScreens();
  const screen = await loadScreen(match.route.screen);
  const outcome = await screen.load({ client, params: match.params, site });
  switch (outcome.kind) {
    case 'redirect':
      return createPageRedirect(outcome.to, address);
    case 'not-found':
      await loadNotFound(match, site, client);
      return { kind: 'page', status: 404, match, screen: match.route.screen };
    case 'shown':
      if (match.canonicalPath !== address.pathname)
        return createPageRedirect(match.canonicalPath, address);
      return { kind: 'page', status: 200, match, screen: match.route.screen };
  }
}

const requests = new Map<ScreenName, Promise<Screen>>();
const failed = new Set<ScreenName>();

/**
 * Loads the code of a screen once. A failed load is kept until `forgetFailedScreens`, because React
 * asks for it on each render. The fields `status` and `value` let React's `use` read a fulfilled
 * promise without suspending.
 */
export function loadScreen(name: ScreenName): Promise<Screen> {
  const known = requests.get(name);
  if (known !== undefined) return known;
  const request: Promise<Screen> = importWithRetry(screens[name]).then(
    ({ screen }) => {
      Object.assign(request, { status: 'fulfilled', value: screen });
      return screen;
    },
    (error: unknown) => {
      failed.add(name);
      throw error;
    },
  );
  requests.set(name, request);
  return request;
}

/** Lets code that failed to load be requested again. */
export function forgetFailedScreens(): void {
  for (const name of failed) requests.delete(name);
  failed.clear();
}

/** Returns whether code of a screen that the reader waited for failed to load. */
export function hasFailedScreens(): boolean {
  return failed.size > 0;
}

function createPageRedirect(target: string, { search }: Address): OpenedPage {
  return { kind: 'redirect', to: formatRedirectTarget(target, search) };
}

/**
 * After a navigation in the browser, loads what the address needs and follows redirects. True once
 * this is done, or has failed with no request pending: the screen then shows what it has.
 */
export function usePageLoading(
  site: Site,
  address: string,
  onFailure: (error: Error) => void,
): boolean {
  const client = useQueryClient();
  const [opened, setOpened] = useState(address);
  const first = useRef(address);
  const tellFailure = useRef(onFailure);
  useEffect(() => {
    if (first.current === address) return;
    first.current = '';
    let isCurrent = true;
    openCurrentAddress(site, client)
      .catch((error) => {
        if (isCurrent) tellFailure.current(error);
        return waitForFailure(site, client);
      })
      .then((outcome) => {
        if (isCurrent && outcome !== 'left') setOpened(address);
      });
    return () => {
      isCurrent = false;
    };
  }, [site, address, client]);
  return opened === address;
}

/**
 * Opens the address of the window by the server's rules. `left` if it redirects, or the reader has
 * navigated on meanwhile. Rejects if something can't be loaded.
 */
export async function openCurrentAddress(
  site: Site,
  client: QueryClient,
): Promise<'opened' | 'left'> {
  const { pathname, search } = location;
  const address = { pathname, search };
  const page = await followRule(await openPage({ site, address, client }), address, client);
  if (location.pathname !== pathname || location.search !== search) return 'left';
  const isOld = isOutdated(site);
  // Until the document arrives, the page is shown in place, so that the reload restores the right
  // scroll position.
  if (isOld) location.reload();
  if (isOld || page.kind === 'page') return 'opened';
  const to = new URL(page.to, location.href);
  to.hash ||= location.hash;
  // The server knows more legacy paths than this page.
  if (to.href === location.href) location.reload();
  else if (isOwnPage(to)) navigate(to.href, { replace: true });
  else location.replace(to);
  return 'left';
}

/**
 * Waits for pending calls, such as retries, and for the not-found screen, which a screen without
 * its answers may show.
 */
async function waitForFailure(site: Site, client: QueryClient): Promise<void> {
  const calls = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await Promise.allSettled(calls.map(({ promise }) => promise));
  await loadNotFound(matchAddress(site, location), site, client).catch(() => undefined);
}

async function loadNotFound(
  { params }: RouteMatch,
  site: Site,
  client: QueryClient,
): Promise<void> {
  await (await loadScreen('not-found')).load({ client, params, site });
}

/**
 * A path that was not found may have moved. Only the server knows the publisher's redirect rules.
 */
async function followRule(
  page: OpenedPage,
  address: Address,
  client: QueryClient,
): Promise<OpenedPage> {
  if (page.kind === 'redirect' || page.status !== 404 || page.screen === 'legacy') return page;
  const [rule] = await client.fetchQuery(queries.redirects(address.pathname)).catch(() => []);
  return rule?.to === undefined ? page : createPageRedirect(rule.to, address);
}

export function isOwnPage({ origin, pathname }: URL): boolean {
  return origin === location.origin && isPagePath(pathname);
}
