/** Each part is read on demand. */
export type TextParts = {
  readonly facts: string;
  /** Empty without a record. */
  readonly hash: string;
  readonly sketches: Uint8Array;
  readonly words: Uint8Array;
};

/** Caches compiled texts. It may drop any entry at any time, but never returns anything other than what was stored. */
export type TextCache = {
  readonly find: (key: string) => Pick<TextParts, 'facts' | 'hash'> | undefined;
  readonly findPart: (key: string, part: 'sketches' | 'words') => Uint8Array | undefined;
  readonly keep: (texts: ReadonlyMap<string, TextParts>) => void;
  /** The texts of the last run that found no near-duplicates. */
  readonly listSettled: () => ReadonlySet<string>;
  /** Replaces the settled texts, and drops most others. */
  readonly settle: (keys: ReadonlySet<string>) => void;
};

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
