import { LRUCache } from 'lru-cache';
import { termOf } from '../search-engine/english.ts';
import { listTokens } from '../search-engine/tokenizer.ts';
import { type ContentBlock, splitContent } from '../site/content-blocks.ts';
import { readText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** A block with its words, so that a query only compares numbers. */
export type PreparedBlock = ContentBlock & {
  /** The number of each token's term. */
  readonly terms: Int32Array;
  /** Three numbers of each token: its position, and the offsets of its start and end in the text, in UTF-16 units. */
  readonly places: Int32Array;
};

/** Of texts with their tokens. An article takes about 40 kB. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Beyond this many different terms, which take about 10 MB, all texts are prepared anew. */
const TERMS_MAX = 100_000;

export type PreparedTexts = ReturnType<typeof createPreparedTexts>;

/** Returns a function that returns the texts for a search, which may go on using them while others get new ones. */
export function keepPreparedTexts(): () => PreparedTexts {
  let texts = createPreparedTexts();
  return () => {
    if (texts.countTerms() > TERMS_MAX) texts = createPreparedTexts();
    return texts;
  };
}

/** Splits texts into blocks and tokens once, and keeps those of the articles that were found last. */
function createPreparedTexts() {
  const numbers = new Map<string, number>();
  const articles = new LRUCache<number, readonly PreparedBlock[]>({
    maxSize: BYTES_MAX,
    sizeCalculation: (blocks) => blocks.reduce((sum, block) => sum + measureBlock(block), 1),
  });
  const numberOf = (term: string): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    // A copy: the term may be a slice, which would keep its whole text in memory.
    numbers.set(Buffer.from(term).toString(), numbers.size);
    return numbers.size - 1;
  };
  const prepare = (block: ContentBlock): PreparedBlock => ({ ...block, ...readTokens(block.text, numberOf) });
  return {
    /** The number of a term in prepared blocks. */
    numberOf,
    countTerms: () => numbers.size,
    prepare,
    /** The blocks of an article's text. */
    read: (store: Store, postId: number): readonly PreparedBlock[] => {
      const known = articles.get(postId);
      if (known !== undefined) return known;
      const row = store.index.get('SELECT content FROM post_texts WHERE post_id = :postId', { postId });
      const blocks = row === undefined ? [] : splitContent(readText(row, 'content')).map(prepare);
      articles.set(postId, blocks);
      return blocks;
    },
  };
}

function measureBlock({ text, terms, places }: PreparedBlock): number {
  return 2 * text.length + terms.byteLength + places.byteLength + 300;
}

function readTokens(
  text: string,
  numberOf: (term: string) => number,
): Pick<PreparedBlock, 'terms' | 'places'> {
  const tokens = listTokens(text);
  return {
    terms: Int32Array.from(tokens, ({ word }) => numberOf(termOf(word))),
    places: Int32Array.from(tokens.flatMap(({ position, start, end }) => [position, start, end])),
  };
}
