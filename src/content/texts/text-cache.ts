/** A compiled text in its parts; each is read when it is needed. */
export type TextParts = {
  /** JSON. */
  readonly facts: string;
  /** Of its record, where it gives one; else empty. */
  readonly hash: string;
  readonly sketches: Uint8Array;
  readonly words: Uint8Array;
};

/** Holds compiled texts. It may forget any of them at any time, and never gives one that is not what it was given. */
export type TextCache = {
  readonly find: (key: string) => Pick<TextParts, 'facts' | 'hash'> | undefined;
  readonly findPart: (key: string, part: 'sketches' | 'words') => Uint8Array | undefined;
  readonly keep: (texts: ReadonlyMap<string, TextParts>) => void;
  /** The texts of one run in which no two had a paragraph in common. */
  readonly listSettled: () => ReadonlySet<string>;
  /** Makes these the settled ones, and lets go of most others. */
  readonly settle: (keys: ReadonlySet<string>) => void;
};

/** One that lasts as long as the process. */
export function createMemoryCache(): TextCache {
  const texts = new Map<string, TextParts>();
  let settled: ReadonlySet<string> = new Set();
  return {
    find: (key) => texts.get(key),
    findPart: (key, part) => texts.get(key)?.[part],
    keep: (more) => {
      for (const [key, parts] of more) texts.set(key, parts);
    },
    listSettled: () => settled,
    settle: (keys) => {
      settled = keys;
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key);
    },
  };
}
