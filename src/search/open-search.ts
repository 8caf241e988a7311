import { type WeighedIndex, weighIndex } from '../search-engine/score-terms.ts';
import { readSearchIndex } from '../search-engine/search-index.ts';
import { readOneWordNames, readSynonyms, type Synonyms } from '../search-engine/synonyms.ts';
import { readContentVersion } from '../store/revision.ts';
import type { Store } from '../store/store.ts';
import { type AnswerMemory, createAnswerMemory } from './answer-memory.ts';
import type { Run } from './search-posts.ts';
import { createSpeller, type Speller } from './spelling.ts';

/** What searching needs besides the index itself; read once for each revision of the content. */
export type Search = {
  readonly index: WeighedIndex;
  readonly synonyms: Synonyms;
  readonly speller: Speller;
  /** Ids of related posts by the post's: to find them costs more than all else of a page. */
  readonly related: AnswerMemory<number, readonly number[]>;
  /** By text: a page of results asks for them and for a summary, and its next page, or one category of it, again. */
  readonly runs: AnswerMemory<string, Run>;
};

const RELATED_MAX = 20_000;
/** Each takes some bytes for every post. */
const RUNS_MAX = 8;

type Known = { readonly version: string; readonly fileCount: number; readonly search: Search };

const searches = new WeakMap<Store, Known>();

/** To be called within a snapshot of the index, which the search then is of. */
export function openSearch(store: Store): Search {
  const version = readContentVersion(store);
  const fileCount = store.index.fileCount();
  const known = searches.get(store);
  if (known?.version === version) return known.search;
  const unchanged = known?.fileCount === fileCount ? known.search.index : undefined;
  const index = weighIndex(readSearchIndex(store.index, unchanged));
  const search = {
    ...{
      index,
      synonyms: readSynonyms(store.index),
      speller: createSpeller(index, readOneWordNames(store.index)),
    },
    related: createAnswerMemory<number, readonly number[]>(RELATED_MAX),
    runs: createAnswerMemory<string, Run>(RUNS_MAX),
  };
  searches.set(store, { version, fileCount, search });
  return search;
}
