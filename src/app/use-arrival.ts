import { useEffect, useRef, useState } from 'react';
import { decodeAnchor } from '../site/addresses.ts';

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

const STORAGE_KEY = 'scroll';
/** More than anybody goes back; two kilobytes. */
const STORED_MAX = 50;

export type ScrollMemory = {
  /** Where the reader was on the entry that Back or Forward led to; undefined after any other navigation. */
  readonly recall: () => number | undefined;
  readonly stop: () => void;
};

/** Remembers, for each entry of the session's history, how far it was scrolled; the last ones over a reload too. */
export function createScrollMemory(): ScrollMemory {
  const positions = readPositions();
  const listening = new AbortController();
  const { signal } = listening;
  // By chance: counted anew after a reload, two entries would have one number.
  let entry = readEntry() ?? Math.random();
  let page = readPage();
  // Held from then on: a page that is fetched is shorter at first, which scrolls it by itself.
  let recalled: number | undefined;

  const mark = () => markEntry(entry);
  mark();
  leaveRestorationToReloads(signal);
  addEventListener('scroll', () => positions.set(entry, window.scrollY), { signal, passive: true });
  const onPush = () => {
    recalled = undefined;
    entry = Math.random();
    page = readPage();
    mark();
  };
  const onPopState = () => {
    const known = readEntry();
    // A link to a part of the page makes an entry of the browser's own, which has no number yet.
    if (known === undefined) return onPush();
    const isSamePage = readPage() === page;
    entry = known;
    recalled = positions.get(entry) ?? 0;
    page = readPage();
    if (isSamePage) window.scrollTo(0, recalled);
  };
  addEventListener('popstate', onPopState, { signal });
  addEventListener('pushState', onPush, { signal });
  addEventListener('replaceState', mark, { signal });
  addEventListener('pagehide', () => storePositions(positions), { signal });

  return {
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
    // A browser that keeps nothing goes to the top.
  }
}

/** Gives the present entry its number, where it has none yet. */
function markEntry(entry: number): void {
  if (readEntry() === undefined) history.replaceState({ entry }, '');
}

function readPage(): string {
  return location.pathname + location.search;
}

/** The browser's own restoration of a navigation runs before the page's content is there. */
function leaveRestorationToReloads(signal: AbortSignal): void {
  const restore = (value: ScrollRestoration) => {
    history.scrollRestoration = value;
  };
  restore('manual');
  addEventListener('pagehide', () => restore('auto'), { signal });
  addEventListener('pageshow', () => restore('manual'), { signal });
}

function readEntry(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  return typeof state.entry === 'number' ? state.entry : undefined;
}
