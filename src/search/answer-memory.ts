import { nextScheduledAt } from '../store/revision.ts';
import type { Store } from '../store/store.ts';

/** What has been found out of one revision of the content, by what was asked. */
export type AnswerMemory<Key, Answer> = {
  /** Forgets all when another post has become public since, which may belong to any answer. */
  readonly recall: (key: Key, moment: Moment, find: () => Answer) => Answer;
};

type Moment = { readonly store: Store; readonly now: number };

/** Where more than `most` answers would be kept, the oldest is dropped. */
export function createAnswerMemory<Key, Answer>(most: number): AnswerMemory<Key, Answer> {
  const known = new Map<Key, { readonly answer: Answer }>();
  let from = 0;
  let until = 0;
  return {
    recall: (key, { store, now }, find) => {
      if (now < from || now >= until) {
        known.clear();
        from = now;
        until = nextScheduledAt(store, now) ?? Number.POSITIVE_INFINITY;
      }
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered.answer;
      const answer = find();
      const [oldest] = known.keys();
      if (known.size >= most && oldest !== undefined) known.delete(oldest);
      known.set(key, { answer });
      return answer;
    },
  };
}
