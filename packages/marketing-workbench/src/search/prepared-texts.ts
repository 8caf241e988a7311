import { LRUCache } from 'lru-cache';
import { readText } from '../search-engine/database.ts';
import type { Language } from '../search-engine/language.ts';
import { listTokens, type Token } from '../search-engine/tokenizer.ts';
import { type ContentBlock, splitContent } from '../site/content-blocks.ts';
import type { Store } from '../store/store.ts';

/** A block with its tokens, so that a query only compares numbers. */
export type PreparedBlock = ContentBlock & {
  /** The ids of the tokens' terms, which are valid in one `PreparedTexts` only. */
  readonly termIds: Int32Array;
  /** These hold the properties of the same names of each `Token`. */
  readonly positions: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

/** This is for texts and their tokens. An article takes about 40 kB. */
const BYTES_MAX = 32 * 1024 * 1024;
/** This estimates a block's object, its section and the headers of its arrays. */
const BLOCK_OVERHEAD_BYTES = 300;
/**
 * This many terms take about 10 MB. They are never removed one by one: beyond the limit the next
 * search prepares all texts again.
 */
const TERMS_MAX = 100_000;

export type PreparedTexts = ReturnType<typeof createPreparedTexts>;

/**
 * Returns a getter. A search calls it once and uses the texts to its end, as the ids of terms
 * differ in the next ones.
 */
export function createPreparedTextsSource(language: Language): () => PreparedTexts {
  let texts = createPreparedTexts(language);
  return () => {
    if (texts.countTerms() > TERMS_MAX) texts = createPreparedTexts(language);
    return texts;
  };
}

/**
 * Splits texts into blocks and tokens once, and keeps those of the articles that were found last.
 */
function createPreparedTexts(language: Language) {
  const ids = new Map<string, number>();
  const articles = new LRUCache<number, readonly PreparedBlock[]>({
    maxSize: BYTES_MAX,
    sizeCalculation: (blocks) => blocks.reduce((sum, block) => sum + estimateBlockBytes(block), 1),
  });
  const findTermId = (term: string): number => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    const id = ids.size;
    // An equal copy, as terms are well-formed: the term may be a slice, which would keep its whole
    // text in memory.
    ids.set(Buffer.from(term).toString(), id);
    return id;
  };
  const prepare = (block: ContentBlock): PreparedBlock => ({
    ...block,
    ...packTokens(listTokens(block.text, language), (word) => findTermId(language.termOf(word))),
  });
  return {
    findTermId,
    countTerms: () => ids.size,
    prepare,
    /** Returns the blocks of an article's text. */
    read: (store: Store, postId: number): readonly PreparedBlock[] => {
      const known = articles.get(postId);
      if (known !== undefined) return known;
      const row = store.index.get('SELECT content FROM post_texts WHERE post_id = :postId', {
        postId,
      });
      const blocks = row === undefined ? [] : splitContent(readText(row, 'content')).map(prepare);
      articles.set(postId, blocks);
      return blocks;
    },
  };
}

/** Estimates how many bytes of memory the block takes. */
function estimateBlockBytes({ text, termIds }: PreparedBlock): number {
  return 2 * text.length + 4 * termIds.byteLength + BLOCK_OVERHEAD_BYTES;
}

function packTokens(
  tokens: readonly Token[],
  findTermId: (word: string) => number,
): Omit<PreparedBlock, keyof ContentBlock> {
  return {
    termIds: Int32Array.from(tokens, ({ word }) => findTermId(word)),
    positions: Int32Array.from(tokens, ({ position }) => position),
    starts: Int32Array.from(tokens, ({ start }) => start),
    ends: Int32Array.from(tokens, ({ end }) => end),
  };
}
