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
