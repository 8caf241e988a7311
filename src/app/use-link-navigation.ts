import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { matchAddress } from '../routes.ts';
import type { Address } from '../site/addresses.ts';
import { isPagePath } from '../site/addresses.ts';
import { loadScreen, openPage } from './open-page.ts';

/** Where most links lead that don't lead to an article, whose code is there from the start. */
const LIKELY_SCREENS = ['all-articles', 'category', 'subcategory'] as const;

/**
 * Makes every link of the document, those inside articles too, open in place; code and data of a page are fetched
 * as soon as the reader shows the intent to follow a link to it.
 */
export function useLinkNavigation(): void {
  const client = useQueryClient();
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const prefetch = (event: Event) => {
      // From the first touch of anything on, so that a finger on a link waits for its data alone.
      for (const name of LIKELY_SCREENS) loadScreen(name).catch(() => undefined);
      const url = findPageLink(event);
      // What can't be fetched ahead is fetched, or fails, when the link is followed.
      if (url !== undefined && isWorthPrefetching(url)) openPage(url, client).catch(() => undefined);
    };
    document.addEventListener('pointerover', prefetch, options);
    document.addEventListener('touchstart', prefetch, options);
    document.addEventListener('focusin', prefetch, options);
    document.addEventListener('click', followLink, { signal: listening.signal });
    return () => listening.abort();
  }, [client]);
}

function followLink(event: MouseEvent): void {
  const url = findPageLink(event);
  if (url === undefined || !isPlainClick(event) || isSamePage(url)) return;
  event.preventDefault();
  navigateInView(url.pathname + url.search + url.hash, event.target);
}

/** The page of this site that the event's link leads to, by its canonical path: the footer links to other forms of paths. */
function findPageLink(event: Event): URL | undefined {
  const target = event.target;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !isPagePath(url.pathname)) return undefined;
  url.pathname = matchAddress(url.pathname, url.search).canonicalPath;
  return url;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** A link within the page is the browser's to follow. */
function isSamePage(url: URL): boolean {
  return url.hash !== '' && url.pathname === location.pathname && url.search === location.search;
}

/** Not the page one is on, no search, whose results are never kept, and nothing where nothing can be fetched. */
function isWorthPrefetching({ pathname, search }: Address): boolean {
  return navigator.onLine && pathname !== location.pathname && !new URLSearchParams(search).has('q');
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** The name that an article's own cover has (src/ui/styles/cover.css). */
const COVER_NAME = 'cover';

/** Navigates; where motion is welcome the old page passes over into the new one, a card's cover into the article's. */
export function navigateInView(to: string, source: EventTarget | null): void {
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
  // A transition that another one overtakes is skipped; the navigation itself is done all the same.
  transition.ready.catch(() => undefined);
}
