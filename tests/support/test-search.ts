import {
  searchPosts,
  summariseSearch,
} from '../../packages/marketing-workbench/src/search/search-posts.ts';
import type {
  PostRecord,
  SynonymsRecord,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { createContent, NOW } from './records.ts';
import { createTestStore } from './temporary-store.ts';

const SYNONYMS: SynonymsRecord = {
  kind: 'synonyms',
  slug: 'synonyms',
  names: [
    { typed: 'adwords', meant: ['Google Ads'] },
    { typed: 'list building', meant: ['grow an email list'] },
  ],
};

/**
 * Returns a store with these posts, and functions that search it and return slugs and summaries.
 */
export function createSearch(...posts: readonly Partial<PostRecord>[]) {
  const store = createTestStore([...createContent(...posts), SYNONYMS]);
  return {
    store,
    find: (text: string) => searchPosts(store, { text }, NOW).items.map(({ slug }) => slug),
    summarise: (text: string) => summariseSearch(store, text, NOW),
  };
}
