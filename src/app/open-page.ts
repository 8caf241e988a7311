import type { QueryClient } from '@tanstack/react-query';
import { type Match, matchAddress, type ScreenName, screens } from '../routes.ts';
import type { Screen } from '../screens/screen.ts';
import type { Address } from '../site/addresses.ts';
import { addSearch } from '../site/redirects.ts';
import { importWithRetry } from '../ui/import-with-retry.ts';

export type OpenedPage =
  | { readonly kind: 'page'; readonly status: 200 | 404; readonly match: Match; readonly screen: ScreenName }
  | { readonly kind: 'redirect'; readonly to: string };

/**
 * Loads what the screen of an address shows, and decides between page, 404 and redirect. The target of a redirect is final:
 * it is never redirected again.
 */
export async function openPage(address: Address, client: QueryClient): Promise<OpenedPage> {
  const match = matchAddress(address.pathname, address.search);
  if ('redirectTo' in match.route) return redirectTo(match.route.redirectTo, address);
  forgetFailedScreens();
  const screen = await loadScreen(match.route.screen);
  const outcome = await screen.load({ client, params: match.params });
  switch (outcome.kind) {
    case 'redirect':
      return redirectTo(outcome.to, address);
    case 'not-found':
      return { kind: 'page', status: 404, match, screen: match.route.screen };
    case 'shown':
      if (match.canonicalPath !== address.pathname) return redirectTo(match.canonicalPath, address);
      return { kind: 'page', status: 200, match, screen: match.route.screen };
  }
}

const requests = new Map<ScreenName, Promise<Screen>>();
const failed = new Set<ScreenName>();

/**
 * Loads the code of a screen once. A failed load is kept until `forgetFailedScreens`, because React asks for it on each
 * render. The fields `status` and `value` let React's `use` read a fulfilled promise without suspending.
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

/** Whether code of a screen that the reader waited for failed to load. */
export function hasFailedScreens(): boolean {
  return failed.size > 0;
}

export function redirectTo(target: string, { search }: Address): OpenedPage {
  return { kind: 'redirect', to: addSearch(target, search) };
}
