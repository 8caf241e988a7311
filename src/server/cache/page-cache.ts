import type { HttpAnswer } from '../http-answer.ts';
import { type BackgroundWork, createBackgroundWork } from './background-work.ts';
import type { ContentCoding } from './content-coding.ts';
import { createKeptAnswers, type KeepingOptions, type KeptAnswer, type KeptAnswers } from './kept-answers.ts';
import { createStoredAnswer, type StoredAnswer } from './stored-answer.ts';

export type PageCache = {
  /** What is kept under the key, where it still holds. */
  readonly find: (key: string) => StoredAnswer | undefined;
  /** The same, or else what `produce` makes: once, however many ask meanwhile. Its form for `coding` is there. */
  readonly obtain: (key: string, coding: ContentCoding, produce: Produce) => Promise<StoredAnswer>;
  /** Settles when nothing more is made in the background. */
  readonly stop: () => Promise<void>;
};

/** `isLinked`: whether the site itself leads to the address, so that there are only so many of them. */
export type MadeAnswer = HttpAnswer & { readonly isLinked: boolean };

export type Produce = () => MadeAnswer | Promise<MadeAnswer>;

export type PageCacheOptions = KeepingOptions & {
  /** What every answer of the site has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Queues a renewal among the requests; resolves when it may run, with a function to call when it is done. */
  readonly takeTurn: () => Promise<() => void>;
  /** Called when an answer could not be renewed, so that the stale one was sent. */
  readonly onFailure: (error: unknown) => void;
};

type Entry = KeptAnswer & {
  readonly produce: Produce;
  /** Whether a cache hit triggers better compression. */
  readonly isWorthImproving: boolean;
};

const LOOK_EVERY_MS = 200;
/** Better compression takes 60 ms a page; while this many pages wait for it, further ones are skipped. */
const IMPROVEMENTS_MAX = 500;

/**
 * Caches whole answers as bytes. An entry is valid until the content revision or the UTC day changes. After a change the
 * entries that were used since the last one are renewed at once, one after another, so that few readers come before their
 * page is ready; where that fails, the stale answer is sent.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const kept = createKeptAnswers<Entry>(options);
  const background = createBackgroundWork(options.onFailure);
  const complete = (key: string, answer: StoredAnswer, run: () => Promise<unknown>) => {
    if (kept.get(key)?.answer === answer) background.add({ name: key, isUrgent: true, run });
  };
  const make = createMaker(kept, { ...options, complete });
  const renewNow = createRenewal(kept, make, options.takeTurn);
  const improve = createImprovement(kept, background);
  const renew = (key: string) => background.add({ name: key, isUrgent: true, run: () => renewNow(key) });
  const content = watchContent(kept, renew);
  const findEntry = (key: string) => {
    const entry = kept.get(key);
    if (entry === undefined || kept.holds(key, entry)) return entry;
    content.look();
    return undefined;
  };
  return {
    find: (key) => {
      const entry = findEntry(key);
      if (entry === undefined) return undefined;
      if (kept.isDue(entry)) renew(key);
      if (entry.isWorthImproving && entry.answer.isImprovable()) improve(key);
      return entry.answer;
    },
    obtain: async (key, coding, produce) => {
      const answer = findEntry(key)?.answer ?? (await make(key, produce));
      if (!answer.hasForm(coding)) {
        await answer.makeForm(coding);
        kept.measure(key);
      }
      return answer;
    },
    stop: async () => {
      content.stop();
      await background.stop();
      kept.clear();
    },
  };
}

type MakerOptions = PageCacheOptions & {
  /** Runs what makes an answer anew, as long as that is the one that is kept. */
  readonly complete: (key: string, answer: StoredAnswer, run: () => Promise<unknown>) => void;
};

/** Makes answers and keeps them, each once at a time. */
function createMaker(kept: KeptAnswers<Entry>, { headers, onFailure, complete }: MakerOptions) {
  const making = new Map<string, { readonly content: string; readonly answer: Promise<StoredAnswer> }>();
  const make = async (key: string, produce: Produce): Promise<StoredAnswer> => {
    const madeIn = kept.readMoment();
    const last = kept.get(key)?.answer;
    try {
      const made = await produce();
      const answer = await createLike(last, made, headers);
      const { isLinked, status } = made;
      const isWorthImproving = isLinked && status === 200;
      if (isWorthKeeping(made)) kept.put(key, { answer, madeIn, produce, isLinked, isWorthImproving });
      void made.completion?.then((isThere) => isThere && complete(key, answer, () => make(key, produce)));
      return answer;
    } catch (error) {
      if (last === undefined) throw error;
      onFailure(error);
      return last;
    }
  };
  return (key: string, produce: Produce): Promise<StoredAnswer> => {
    const { content } = kept.readMoment();
    const running = making.get(key);
    // One that was begun before a change is not for those who ask after it.
    if (running?.content === content) return running.answer;
    const answer = make(key, produce).finally(() => making.get(key)?.answer === answer && making.delete(key));
    making.set(key, { content, answer });
    return answer;
  };
}

/** Renews an entry, unless a reader's request did so first. */
function createRenewal(
  kept: KeptAnswers<Entry>,
  make: (key: string, produce: Produce) => Promise<unknown>,
  takeTurn: PageCacheOptions['takeTurn'],
) {
  return async (key: string): Promise<void> => {
    const finish = await takeTurn();
    try {
      const entry = kept.get(key);
      if (entry === undefined || (kept.holds(key, entry) && !kept.isDue(entry))) return;
      await make(key, entry.produce);
    } finally {
      finish();
    }
  };
}

/**
 * Compresses pages that the site links to at the best quality on their second request: arbitrary addresses, and pages
 * requested only once, aren't worth it.
 */
function createImprovement(kept: KeptAnswers<Entry>, background: BackgroundWork) {
  const waiting = new Set<string>();
  const improve = async (key: string) => {
    waiting.delete(key);
    await kept.get(key)?.answer.improve();
    kept.measure(key);
  };
  return (key: string): void => {
    if (waiting.size >= IMPROVEMENTS_MAX || waiting.has(key)) return;
    waiting.add(key);
    background.add({ name: `improve ${key}`, run: () => improve(key) });
  };
}

async function createLike(
  last: StoredAnswer | undefined,
  made: HttpAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<StoredAnswer> {
  if (last?.says(made)) return last;
  const answer = createStoredAnswer(made, headers);
  // Those who asked for the last one will ask for this one in the same codings.
  for (const coding of last?.listCodings() ?? []) await answer.makeForm(coding);
  return answer;
}

function isWorthKeeping({ status, caching }: HttpAnswer): boolean {
  return caching === 'shared' || (caching === 'revalidate' && (status === 404 || status === 410));
}

/** Has what was used made anew where a look finds that the content has changed; looks by itself now and then. */
function watchContent(kept: Pick<KeptAnswers, 'readMoment' | 'takeUsed'>, renew: (key: string) => void) {
  let seen = kept.readMoment().content;
  const look = () => {
    const { content } = kept.readMoment();
    if (content === seen) return;
    seen = content;
    for (const key of kept.takeUsed()) renew(key);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
