import type { HttpAnswer } from '../http-answer.ts';
import { createBackgroundWork } from './background-work.ts';
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
  /** Is told where an answer could not be made anew, so that the last one was given. */
  readonly onFailure: (error: unknown) => void;
};

type Entry = KeptAnswer & { readonly produce: Produce };

const LOOK_EVERY_MS = 200;

/**
 * Keeps whole answers as bytes, each for as long as what it was made of is what there is. After a change those that were
 * asked for since the last one are made anew at once, one after another, so that few readers come before their page is
 * ready, and none waits for more than its making. Where that fails, the last one stands in.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const kept = createKeptAnswers<Entry>(options);
  const background = createBackgroundWork(options.onFailure);
  const complete = (key: string, answer: StoredAnswer, run: () => Promise<unknown>) => {
    if (kept.get(key)?.answer === answer) background.add({ name: key, isUrgent: true, run });
  };
  const make = createMaker(kept, { ...options, complete });
  const renewNow = createRenewal(kept, make);
  const renew = (key: string) => background.add({ name: key, isUrgent: true, run: () => renewNow(key) });
  const content = watchContent(kept, renew);
  const findEntry = (key: string) => {
    const entry = kept.get(key);
    if (entry === undefined || kept.holds(key, entry)) return entry;
    content.look();
    return undefined;
  };
  const addForm = async (key: string, answer: StoredAnswer, coding: ContentCoding) => {
    await answer.makeForm(coding);
    kept.measure(key);
    if (kept.get(key)?.answer === answer)
      background.add({ name: key, run: () => answer.improve().then(() => kept.measure(key)) });
  };
  return {
    find: (key) => {
      const entry = findEntry(key);
      if (entry !== undefined && kept.isDue(entry)) renew(key);
      return entry?.answer;
    },
    obtain: async (key, coding, produce) => {
      const answer = findEntry(key)?.answer ?? (await make(key, produce));
      if (!answer.hasForm(coding)) await addForm(key, answer, coding);
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
      if (isWorthKeeping(made)) kept.put(key, { answer, madeIn, produce, isLinked: made.isLinked });
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

/** Makes anew what is kept, unless a reader came first. */
function createRenewal(kept: KeptAnswers<Entry>, make: (key: string, produce: Produce) => Promise<unknown>) {
  return async (key: string): Promise<void> => {
    const entry = kept.get(key);
    if (entry === undefined || (kept.holds(key, entry) && !kept.isDue(entry))) return;
    await make(key, entry.produce);
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
