import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { isOutdated } from '../contract/request.ts';
import { matchAddress } from '../routes.ts';
import type { Address } from '../site/addresses.ts';
import type { Site } from '../site/site.ts';
import { isOwnPage, loadScreen, openPage } from './open-page.ts';

/** Besides articles, whose code is in the entry file, most links lead to these screens. */
const LIKELY_SCREENS = ['articles', 'category', 'subcategory'] as const;

/**
 * Opens every link of the document in place, including those inside articles. Code and data of a
 * page are prefetched when the reader points at, touches or focuses a link to it.
 */
export function useLinkNavigation(site: Site): void {
  const client = useQueryClient();
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const prefetch = (event: Event) => {
      // Loaded on the first interaction with anything, so that a tap on a link waits for data only.
      for (const name of LIKELY_SCREENS) loadScreen(name).catch(() => undefined);
      const url = findPageLink(site, event);
      // A failed prefetch is repeated when the link is followed.
      if (url !== undefined && isWorthPrefetching(url))
        openPage({ site, address: url, client }).catch(() => undefined);
    };
    document.addEventListener('pointerover', prefetch, options);
    document.addEventListener('touchstart', prefetch, options);
    document.addEventListener('focusin', prefetch, options);
    document.addEventListener('click', (event) => followLink(site, event), {
      signal: listening.signal,
    });
    return () => listening.abort();
  }, [site, client]);
}

function followLink(site: Site, event: MouseEvent): void {
  const url = findPageLink(site, event);
  if (url === undefined || !isPlainClick(event) || isSamePage(url) || isOutdated(site)) return;
  event.preventDefault();
  navigateInView(url.pathname + url.search + url.hash, event.target);
}

/**
 * Returns the page that the event's link leads to, with its canonical path: the footer links to
 * other spellings.
 */
function findPageLink(site: Site, event: Event): URL | undefined {
  const target = event.target;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (!isOwnPage(url)) return undefined;
  url.pathname = matchAddress(site, url).canonicalPath;
  return url;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** The browser follows links within the page. */
function isSamePage(url: URL): boolean {
  return url.hash !== '' && url.pathname === location.pathname && url.search === location.search;
}

/** Neither the current page nor a search, whose results are never cached. */
function isWorthPrefetching({ pathname, search }: Address): boolean {
  return (
    navigator.onLine && pathname !== location.pathname && !new URLSearchParams(search).has('q')
  );
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** The `view-transition-name` of an article's cover in src/ui/styles/cover.css. */
const COVER_NAME = 'cover';

/**
 * Navigates in a view transition, unless the reader prefers reduced motion. A card's cover becomes
 * the article's.
 */
function navigateInView(to: string, source: EventTarget | null): void {
  if (document.startViewTransition === undefined || matchMedia(REDUCED_MOTION).matches) {
    navigate(to);
    return;
  }
  const card = source instanceof Element ? source.closest('article') : null;
  const cover = card?.querySelector<SVGElement>('.cover:not(.article-cover)');
  const own = document.querySelector<SVGElement>('.article-cover');
  if (cover && !own) cover.style.viewTransitionName = COVER_NAME;
  const transition = document.startViewTransition(() => {
    if (cover) cover.style.viewTransitionName = '';
    flushSync(() => navigate(to));
  });
  // A newer transition skips this one, but the navigation is still done.
  transition.ready.catch(() => undefined);
}
