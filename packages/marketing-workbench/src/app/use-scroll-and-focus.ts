import { useEffect, useRef, useState } from 'react';
import { decodePercent } from '../site/addresses.ts';

/**
 * Does for a navigation what a page load does: scrolls to the top or to the anchor, unless the
 * reader scrolls first, or to the previous position on Back and Forward, and moves the focus to the
 * new page's heading. Returns the title for the live region to announce.
 */
export function useScrollAndFocus(address: string, isOpened: boolean): string {
  const [announcement, setAnnouncement] = useState('');
  const asked = useRef(address);
  const arrived = useRef(address);
  const memory = useRef<ReturnType<typeof createScrollMemory>>(undefined);
  const left = useRef<Element>(null);
  const startedAt = useRef(0);

  useEffect(() => {
    memory.current = createScrollMemory();
    return () => memory.current?.stop();
  }, []);

  useEffect(() => {
    if (asked.current === address) return;
    asked.current = address;
    // The reader may return to the last page before this one has opened.
    arrived.current = '';
    left.current = document.activeElement;
    if (memory.current?.recall() === undefined) scrollToStart();
    startedAt.current = window.scrollY;
  }, [address]);

  useEffect(() => {
    if (!isOpened || arrived.current === address) return;
    arrived.current = address;
    const position = memory.current?.recall();
    if (position !== undefined) window.scrollTo(0, position);
    // A reader who has scrolled since then reads what was there before the last answer came.
    else if (window.scrollY === startedAt.current) scrollToStart();
    if (isFocusWhere(left.current)) {
      document.querySelector<HTMLElement>('#Content h1')?.focus({ preventScroll: true });
    }
    setAnnouncement(document.title);
  }, [address, isOpened]);

  return announcement;
}

/**
 * Returns false if the reader has moved the focus, for example into the search, while the page was
 * loading.
 */
function isFocusWhere(left: Element | null): boolean {
  return document.activeElement === document.body || document.activeElement === left;
}

function scrollToStart(): void {
  const anchor = document.getElementById(decodePercent(location.hash.slice(1)));
  if (anchor === null) window.scrollTo(0, 0);
  else anchor.scrollIntoView();
}

const STORAGE_KEY = 'scroll';
/** These take about two kilobytes. */
const STORED_MAX = 50;

/**
 * Remembers the scroll position of each history entry, and of the last ones across a reload. The
 * browser's own restoration runs before the content of the page is there.
 */
function createScrollMemory() {
  const positions = readPositions();
  const listening = new AbortController();
  const { signal } = listening;
  // Random: a counter would start again after a reload and give two entries the same number.
  let entry = readHistoryEntry() ?? Math.random();
  let page = readPage();
  // Read once: a page that is still loading is shorter, which makes the browser scroll.
  let recalled: number | undefined;

  const mark = () => markEntry(entry);
  mark();
  leaveRestorationToReloads(signal);
  addEventListener('scroll', () => positions.set(entry, window.scrollY), { signal, passive: true });
  const enterNew = () => {
    recalled = undefined;
    entry = Math.random();
    page = readPage();
    mark();
  };
  const onPopState = () => {
    const known = readHistoryEntry();
    // A link to an anchor creates an entry without a number.
    if (known === undefined) return enterNew();
    const isSamePage = readPage() === page;
    entry = known;
    recalled = positions.get(entry) ?? 0;
    page = readPage();
    if (isSamePage) window.scrollTo(0, recalled);
  };
  addEventListener('popstate', onPopState, { signal });
  const onPush = () => {
    // A scroll event comes a frame late, so the last one may be missing.
    positions.set(entry, window.scrollY);
    enterNew();
  };
  addEventListener('pushState', onPush, { signal });
  addEventListener('replaceState', mark, { signal });
  addEventListener('pagehide', () => storePositions(positions), { signal });

  return {
    /**
     * The scroll position of the entry that Back or Forward led to; undefined after any other
     * navigation.
     */
    recall: () => recalled,
    stop: () => listening.abort(),
  };
}

function readPositions(): Map<number, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
}

function storePositions(positions: ReadonlyMap<number, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-STORED_MAX)));
  } catch {
    // Without storage a reload forgets earlier positions.
  }
}

function markEntry(entry: number): void {
  if (readHistoryEntry() === undefined) history.replaceState({ entry }, '');
}

function readPage(): string {
  return location.pathname + location.search;
}

function leaveRestorationToReloads(signal: AbortSignal): void {
  const restore = (value: ScrollRestoration) => {
    history.scrollRestoration = value;
  };
  restore('manual');
  addEventListener('pagehide', () => restore('auto'), { signal });
  addEventListener('pageshow', () => restore('manual'), { signal });
}

function readHistoryEntry(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  return typeof state.entry === 'number' ? state.entry : undefined;
}
