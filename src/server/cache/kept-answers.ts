import { isCallPath } from '../../site/addresses.ts';
import { createBoundedMap } from './bounded-map.ts';
import type { ContentEpoch } from './content-epoch.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** An answer with what it takes to tell whether it still holds. */
export type KeptAnswer = {
  readonly answer: StoredAnswer;
  readonly madeIn: Moment;
  /** Whether the site itself leads to its address. */
  readonly isLinked: boolean;
};

export type KeptAnswers<Kept extends KeptAnswer = KeptAnswer> = {
  readonly readMoment: () => Moment;
  /** Whatever is there, whether it holds or not. */
  readonly get: (key: string) => Kept | undefined;
  readonly put: (key: string, kept: Kept) => void;
  /** To be called where an answer has grown. */
  readonly measure: (key: string) => void;
  /** The keys of what the site leads to and was asked for since the last time this was. */
  readonly takeUsed: () => readonly string[];
  /** Whether it says what one made now would say, but for the views on a page. */
  readonly holds: (key: string, kept: KeptAnswer) => boolean;
  /** Whether it is time to look whether views have changed what it says. */
  readonly isDue: (kept: KeptAnswer) => boolean;
  readonly clear: () => void;
};

/** What answers are made of, as it was when one was begun. */
export type Moment = ContentEpoch & { readonly database: string; readonly time: number };

export type KeepingOptions = {
  readonly readEpoch: () => ContentEpoch;
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  /** What a not-found page says of the database. */
  readonly describeDatabase: () => string;
};

/** Addresses that can be made up at will have a part of their own, so that they can't push real pages out. */
const UNLINKED_PART = 1 / 16;
/** How long a page may show the views of its posts as they were; what the calls answer is always as it is. */
const PAGE_VIEWS_MS = 60_000;

/** The answers that are kept, in two bounded parts, and the rules of how long each holds. */
export function createKeptAnswers<Kept extends KeptAnswer>(options: KeepingOptions): KeptAnswers<Kept> {
  const { maxBytes, readEpoch } = options;
  const describeDatabase = () => textOr(options.describeDatabase, 'unknown');
  const countBytes = ({ answer }: Kept) => answer.countBytes();
  const linked = createBoundedMap<Kept>({ maxBytes: maxBytes * (1 - UNLINKED_PART), countBytes });
  const unlinked = createBoundedMap<Kept>({ maxBytes: maxBytes * UNLINKED_PART, countBytes });
  return {
    readMoment: () => ({ ...readEpoch(), database: describeDatabase(), time: performance.now() }),
    get: (key) => linked.get(key) ?? unlinked.get(key),
    put: (key, kept) => {
      const isLinked = kept.isLinked && kept.answer.status === 200;
      const [part, other] = isLinked ? [linked, unlinked] : [unlinked, linked];
      other.delete(key);
      part.set(key, kept);
    },
    measure: (key) => {
      linked.measure(key);
      unlinked.measure(key);
    },
    takeUsed: () => linked.takeUsed(),
    holds: (key, { answer, madeIn }) => {
      const epoch = readEpoch();
      if (madeIn.content !== epoch.content) return false;
      if (isCallPath(key)) return madeIn.views === epoch.views;
      return answer.status === 200 || madeIn.database === describeDatabase();
    },
    isDue: ({ madeIn }) =>
      madeIn.views !== readEpoch().views && performance.now() - madeIn.time > PAGE_VIEWS_MS,
    clear: () => {
      linked.clear();
      unlinked.clear();
    },
  };
}

function textOr(read: () => string, fallback: string): string {
  try {
    return read();
  } catch {
    return fallback;
  }
}
