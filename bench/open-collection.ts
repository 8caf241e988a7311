import { listBest } from '../src/search-engine/rank-documents.ts';
import { SEARCH_SCHEMA } from '../src/search-engine/schema.ts';
import { weighIndex } from '../src/search-engine/score-terms.ts';
import { ALL_INGREDIENTS, type Ingredient, searchDocuments } from '../src/search-engine/search-documents.ts';
import { readSearchIndex } from '../src/search-engine/search-index.ts';
import { writeDocuments } from '../src/search-engine/write-documents.ts';
import { openDatabase } from '../src/store/database.ts';

export type CollectionDocument = { readonly id: string; readonly title: string; readonly text: string };

/** A set of texts that can be searched as the site's own are. */
export type Collection = {
  /** The ids of the best documents, the best first; of all that have any of the words. */
  readonly search: (text: string, limit: number) => string[];
  readonly close: () => void;
};

/** Indexes any set of documents, in memory. Without `ingredients` the ranking is the site's. */
export function openCollection(
  documents: readonly CollectionDocument[],
  ingredients: ReadonlySet<Ingredient> = ALL_INGREDIENTS,
): Collection {
  const database = openDatabase(':memory:');
  database.exec(SEARCH_SCHEMA);
  const written = documents.map(({ title, text }, place) => ({
    ...{ id: place + 1, publishedAt: 0, shelf: '' },
    fields: { title, body: text },
  }));
  database.transaction(() => writeDocuments(database, { removed: [], written }));
  const index = weighIndex(readSearchIndex(database), ingredients.has('field weights'));
  return {
    search: (text, limit) => {
      const ranking = searchDocuments(index, text, {
        now: 0,
        synonyms: new Map(),
        leastShare: 0,
        ingredients,
      });
      const best = listBest(ranking, limit, (a, b) => a - b);
      return best.flatMap((slot) => documents[index.idOf(slot) - 1]?.id ?? []);
    },
    close: database.close,
  };
}
