/** Gives what was made for the key before, or makes it; the key names all that it is made of. */
export type Recall<Value> = (key: string, create: () => Value) => Value;

/** A memory of one run of a task that is done again and again: it holds what the last finished run used, nothing else. */
export type Memo<Value> = { readonly startRun: () => MemoRun<Value> };

export type MemoRun<Value> = {
  readonly recall: Recall<Value>;
  /** From now on this run's values are those that are kept. */
  readonly finish: () => void;
};

export function createMemo<Value>(): Memo<Value> {
  let kept: ReadonlyMap<string, { readonly value: Value }> = new Map();
  return {
    startRun: () => {
      const used = new Map<string, { readonly value: Value }>();
      return {
        recall: (key, create) => {
          const entry = used.get(key) ?? kept.get(key) ?? { value: create() };
          used.set(key, entry);
          return entry.value;
        },
        finish: () => {
          kept = used;
        },
      };
    },
  };
}
