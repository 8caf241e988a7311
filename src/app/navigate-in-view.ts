import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';

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
