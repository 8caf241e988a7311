import { LRUCache } from 'lru-cache';
import { findRequestKind, isCallPath } from '../../site/request-kinds.ts';
import type { HttpAnswer } from '../http-answer.ts';
import { type BackgroundWork, createBackgroundWork } from './background-work.ts';
import type { ContentCoding } from './content-coding.ts';
import type { ContentEpoch } from './content-epoch.ts';
import { type EncodedAnswer, encodeAnswer } from './encoded-answer.ts';

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * `isLinked`: whether the site itself links to the address, so that the number of such addresses is
 * limited.
 */
export type RenderedAnswer = HttpAnswer & { readonly isLinked: boolean };

export type Render = () => RenderedAnswer | Promise<RenderedAnswer>;

/** Release the answer as soon as it is sent. */
type ObtainedAnswer = { readonly answer: EncodedAnswer; readonly isHit: boolean };

type PageCacheOptions = {
  readonly readEpoch: () => ContentEpoch;
  readonly pageCacheBytes: number;
  readonly describeDatabase: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** Queues a renewal among the requests; resolves with a function to call when it is done. */
  readonly takeTurn: () => Promise<() => void>;
  /** Called when a renewal failed and the stale answer was sent. */
  readonly onFailure: (error: unknown) => void;
};

type Validity = ContentEpoch & { readonly database: string; readonly time: number };

type CacheEntry = {
  readonly answer: EncodedAnswer;
  readonly validity: Validity;
  readonly render: Render;
  readonly isLinked: boolean;
  readonly isOutdated: (() => boolean) | undefined;
  isUsed: boolean;
};

type PageCacheState = PageCacheOptions & {
  readonly linked: LRUCache<string, CacheEntry>;
  /**
   * Addresses that anyone can make up have a cache of their own, so that they can't evict real
   * pages.
   */
  readonly unlinked: LRUCache<string, CacheEntry>;
  /** Answers in files, which have a size on the disk. */
  readonly long: LRUCache<string, CacheEntry>;
  readonly rendering: Map<
    string,
    { readonly content: string; readonly answer: Promise<EncodedAnswer> }
  >;
  readonly background: BackgroundWork;
  content: string;
};

const CHECK_EVERY_MS = 200;
const UNLINKED_PART = 1 / 16;
const ENTRY_PART = 1 / 8;
/** The part of the disk, relative to that of the memory. */
const DISK_PART = 8;
/** Each has up to three files open: one for each coding. */
const LONG_ANSWERS_MAX = 100;
/** How long a page may show old view counts; answers of calls never do. */
const PAGE_VIEWS_MS = 60_000;

/**
 * Caches answers as bytes until the content revision or the UTC day changes. Then entries used
 * since the last change are renewed in the background; if that fails, the stale answer is sent.
 */
export function createPageCache(options: PageCacheOptions) {
  const state: PageCacheState = {
    ...options,
    linked: createEntries(options.pageCacheBytes * (1 - UNLINKED_PART)),
    unlinked: createEntries(options.pageCacheBytes * UNLINKED_PART),
    long: createEntries(options.pageCacheBytes * DISK_PART, {
      entryPart: 1,
      max: LONG_ANSWERS_MAX,
    }),
    rendering: new Map(),
    background: createBackgroundWork(options.onFailure),
    content: options.readEpoch().content,
  };
  const timer = setInterval(() => renewAfterChange(state), CHECK_EVERY_MS).unref();
  return {
    find: (key: string): EncodedAnswer | undefined => {
      const entry = findValid(state, key);
      if (entry === undefined) return undefined;
      if (areViewsOld(state, entry)) renewLater(state, key);
      else recompressLater(state, key, entry);
      return entry.answer;
    },
    /** Renders a missing entry once for concurrent requests. Its variant for `coding` is ready. */
    obtain: async (key: string, coding: ContentCoding, render: Render): Promise<ObtainedAnswer> => {
      const cached = findValid(state, key)?.answer;
      const answer = cached ?? (await renderOnce(state, key, render));
      const isHit = cached !== undefined;
      answer.retain();
      if (answer.findVariant(coding) !== undefined) return { answer, isHit };
      try {
        await answer.addVariant(coding);
      } catch (error) {
        answer.release();
        throw error;
      }
      updateSize(state, key);
      return { answer, isHit };
    },
    /** Returns the sizes of the parts of the cache. */
    readSize: () =>
      (['linked', 'unlinked', 'long'] as const).map((part) => {
        const { size: entries, calculatedSize: bytes, maxSize: maxBytes } = state[part];
        return { part, entries, bytes, maxBytes };
      }),
    stop: async () => {
      clearInterval(timer);
      await state.background.stop();
      for (const part of [state.linked, state.unlinked, state.long]) part.clear();
    },
  };
}

type EntryLimits = { readonly entryPart: number; readonly max?: number };

function createEntries(
  maxBytes: number,
  { entryPart, max = 0 }: EntryLimits = { entryPart: ENTRY_PART },
): LRUCache<string, CacheEntry> {
  const maxSize = Math.max(1, Math.floor(maxBytes));
  return new LRUCache({
    max,
    maxSize,
    maxEntrySize: Math.ceil(maxSize * entryPart),
    sizeCalculation: ({ answer }) => answer.countBytes(),
    dispose: ({ answer }) => answer.release(),
  });
}

function findEntry(
  { linked, unlinked, long }: PageCacheState,
  key: string,
): CacheEntry | undefined {
  return linked.get(key) ?? unlinked.get(key) ?? long.get(key);
}

function findValid(state: PageCacheState, key: string): CacheEntry | undefined {
  const entry = findEntry(state, key);
  if (entry === undefined) return undefined;
  entry.isUsed = true;
  if (isValid(state, key, entry)) return entry;
  renewAfterChange(state);
  return undefined;
}

function isValid(
  state: PageCacheState,
  key: string,
  { answer, validity, isOutdated }: CacheEntry,
): boolean {
  const epoch = state.readEpoch();
  if (validity.content !== epoch.content || isOutdated?.()) return false;
  if (isCallPath(key) && findRequestKind(key) === 'call') return validity.views === epoch.views;
  return answer.status === 200 || validity.database === describeDatabase(state);
}

/**
 * Never those of an answer in a file: that of a call is not valid after a view, and sitemaps have
 * no views.
 */
function areViewsOld({ readEpoch }: PageCacheState, { answer, validity }: CacheEntry): boolean {
  if (answer.isInFile) return false;
  return validity.views !== readEpoch().views && performance.now() - validity.time > PAGE_VIEWS_MS;
}

function readValidity(state: PageCacheState): Validity {
  return { ...state.readEpoch(), database: describeDatabase(state), time: performance.now() };
}

function describeDatabase(state: PageCacheState): string {
  try {
    return state.describeDatabase();
  } catch {
    return 'unknown';
  }
}

/** Each entry holds its answer, and only one part holds the key. */
function putEntry(state: PageCacheState, key: string, entry: CacheEntry): void {
  const part = selectPart(state, entry);
  entry.answer.retain();
  for (const other of [state.linked, state.unlinked, state.long])
    if (other !== part) other.delete(key);
  part.set(key, entry);
  // One that is too large is not kept.
  if (part.peek(key) !== entry) entry.answer.release();
}

function selectPart(
  { linked, unlinked, long }: PageCacheState,
  { answer, isLinked }: CacheEntry,
): PageCacheState['linked'] {
  if (answer.isInFile) return long;
  return isLinked && answer.status === 200 ? linked : unlinked;
}

/** lru-cache measures only another entry again. */
function updateSize(state: PageCacheState, key: string): void {
  const entry = findEntry(state, key);
  if (entry !== undefined) putEntry(state, key, { ...entry });
}

/** A request that comes after a change doesn't share a rendering that was begun before. */
function renderOnce(state: PageCacheState, key: string, render: Render): Promise<EncodedAnswer> {
  const { rendering } = state;
  const { content } = state.readEpoch();
  const running = rendering.get(key);
  if (running?.content === content) return running.answer;
  const answer = renderEncodedAnswer(state, key, render).finally(
    () => rendering.get(key)?.answer === answer && rendering.delete(key),
  );
  rendering.set(key, { content, answer });
  // Those who wait for it retain it in this turn.
  answer.then(
    ({ release }) => void setImmediate(release),
    () => undefined,
  );
  return answer;
}

/** The caller releases the answer. */
async function renderEncodedAnswer(
  state: PageCacheState,
  key: string,
  render: Render,
): Promise<EncodedAnswer> {
  const validity = readValidity(state);
  const stale = findEntry(state, key)?.answer;
  stale?.retain();
  try {
    const rendered = await render();
    const answer = await encodeLike(stale, rendered, state.headers);
    const { isLinked, isOutdated } = rendered;
    if (isCacheable(rendered))
      putEntry(state, key, { answer, validity, render, isLinked, isOutdated, isUsed: true });
    if (answer !== stale) stale?.release();
    return answer;
  } catch (error) {
    if (stale === undefined) throw error;
    state.onFailure(error);
    return stale;
  }
}

/**
 * An unchanged answer keeps its bytes; a changed one gets the variants that were requested of the
 * stale one.
 */
async function encodeLike(
  stale: EncodedAnswer | undefined,
  rendered: HttpAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<EncodedAnswer> {
  const answer = encodeAnswer(rendered, headers);
  if (stale?.isEqual(rendered)) {
    answer.release();
    return stale;
  }
  try {
    for (const coding of stale?.listCodings() ?? []) await answer.addVariant(coding);
  } catch (error) {
    answer.release();
    throw error;
  }
  return answer;
}

function isCacheable({ status, caching }: HttpAnswer): boolean {
  return caching === 'shared' || (caching === 'revalidate' && (status === 404 || status === 410));
}

/** Long answers take seconds, so they are made again only when they are asked for. */
function renewAfterChange(state: PageCacheState): void {
  const { content } = state.readEpoch();
  if (content === state.content) return;
  state.content = content;
  for (const [key, entry] of state.linked.entries()) {
    if (entry.isUsed) renewLater(state, key);
    entry.isUsed = false;
  }
}

function renewLater(state: PageCacheState, key: string): void {
  state.background.add({ name: key, isUrgent: true, run: () => renewEntry(state, key) });
}

/** Does nothing if a request has renewed the entry meanwhile. */
async function renewEntry(state: PageCacheState, key: string): Promise<void> {
  const finish = await state.takeTurn();
  try {
    const entry = findEntry(state, key);
    if (entry === undefined || (isValid(state, key, entry) && !areViewsOld(state, entry))) return;
    await renderOnce(state, key, entry.render);
  } finally {
    finish();
  }
}

/**
 * Compresses a page that the site links to as well as possible on its second request; other pages
 * are requested too rarely.
 */
function recompressLater(
  state: PageCacheState,
  key: string,
  { answer, isLinked }: CacheEntry,
): void {
  if (!isLinked || answer.status !== 200 || !answer.isRecompressible()) return;
  const run = async () => {
    await findEntry(state, key)?.answer.recompress();
    updateSize(state, key);
  };
  state.background.add({ name: `recompress ${key}`, run });
}
