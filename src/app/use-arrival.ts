import { useEffect, useRef, useState } from 'react';
import { decodeAnchor } from '../site/addresses.ts';
import { createScrollMemory, type ScrollMemory } from './scroll-memory.ts';

/**
 * What a page load does for a reader, done for a navigation: to the top or to the anchor on a new address, back to
 * where one was on Back and Forward; the focus on the new page's heading, and its title said once it is there.
 * Returns what to announce.
 */
export function useArrival(address: string, isOpened: boolean): string {
  const [announcement, setAnnouncement] = useState('');
  const arrived = useRef(address);
  const memory = useRef<ScrollMemory>(undefined);
  const left = useRef<Element>(null);

  useEffect(() => {
    memory.current = createScrollMemory();
    return () => memory.current?.stop();
  }, []);

  useEffect(() => {
    if (arrived.current === address) return;
    left.current = document.activeElement;
    if (memory.current?.recall() === undefined) scrollToStart();
  }, [address]);

  useEffect(() => {
    if (!isOpened || arrived.current === address) return;
    arrived.current = address;
    const position = memory.current?.recall();
    if (position === undefined) scrollToStart();
    else window.scrollTo(0, position);
    if (isFocusWhere(left.current)) {
      document.querySelector<HTMLElement>('#Content h1')?.focus({ preventScroll: true });
    }
    setAnnouncement(document.title);
  }, [address, isOpened]);

  return announcement;
}

/** Whether the reader has not gone on to something else, such as the search, while the page was fetched. */
function isFocusWhere(left: Element | null): boolean {
  return document.activeElement === document.body || document.activeElement === left;
}

function scrollToStart(): void {
  const anchor = document.getElementById(decodeAnchor(location.hash.slice(1)));
  if (anchor === null) window.scrollTo(0, 0);
  else anchor.scrollIntoView();
}
