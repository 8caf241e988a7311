import { finishSteps, type Steps } from '../search-engine/steps.ts';
import type {
  ListPage,
  PostSummary,
  SearchResult,
  SearchSuggestion,
  SearchSummary,
} from '../site/entities.ts';
import { readContentVersion } from '../store/index/status.ts';
import type { Store } from '../store/store.ts';
import { readFoundNamesInSteps } from './found-names.ts';
import { listSuggestionsInSteps } from './list-suggestions.ts';
import { openSearch, openSearchInSteps, type Search } from './open-search.ts';
import { listRelatedInSteps } from './related-posts.ts';
import {
  findAnswerInSteps,
  type SearchQuestion,
  searchPostsInSteps,
  summariseSearchInSteps,
} from './search-posts.ts';

/**
 * The functions of this file do the same as those without `InTurns`, in many turns of the event
 * loop.
 */
export async function searchPostsInTurns(
  store: Store,
  asked: SearchQuestion,
  now: number,
): Promise<ListPage<SearchResult>> {
  await prepareAnswer(store, asked.text, now);
  return runInTurns(store, function* () {
    return yield* searchPostsInSteps(openSearch(store), { store, now, ...asked });
  });
}

export async function summariseSearchInTurns(
  store: Store,
  text: string,
  now: number,
): Promise<SearchSummary> {
  await prepareAnswer(store, text, now);
  return runInTurns(store, function* () {
    return yield* summariseSearchInSteps(openSearch(store), { store, text, now });
  });
}

export async function listSuggestionsInTurns(
  store: Store,
  text: string,
  now: number,
): Promise<SearchSuggestion[]> {
  await prepareWords(store);
  return runInTurns(store, () => listSuggestionsInSteps(store, text, now));
}

export function listRelatedPostsInTurns(
  store: Store,
  id: number,
  now: number,
): Promise<PostSummary[] | undefined> {
  return runInTurns(store, () => listRelatedInSteps(store, id, now));
}

/** Prepares the answer that the results and their summary both need. */
async function prepareAnswer(store: Store, text: string, now: number): Promise<void> {
  await prepareWords(store);
  await prepareOnce(store, `answer ${text}`, function* () {
    return yield* findAnswerInSteps(openSearch(store), { store, text, now });
  });
}

function prepareWords(store: Store): Promise<void> {
  return prepareOnce(store, 'words', () => prepareWordsInSteps(store));
}

const prepared = new WeakSet<Search>();

/** Reads the data that a search would read at its first use. */
function* prepareWordsInSteps(store: Store): Steps<void> {
  const search = yield* openSearchInSteps(store);
  if (prepared.has(search)) return;
  yield;
  yield* search.index.prepare();
  yield;
  yield* readFoundNamesInSteps(store, search);
  prepared.add(search);
}

const preparing = new WeakMap<Store, Map<string, Promise<unknown>>>();

/** Runs the steps once for all callers that wait for them at the same time. */
async function prepareOnce(store: Store, name: string, begin: () => Steps<unknown>): Promise<void> {
  const all = preparing.get(store) ?? new Map<string, Promise<unknown>>();
  preparing.set(store, all);
  const running = all.get(name) ?? runInTurns(store, begin).finally(() => all.delete(name));
  all.set(name, running);
  await running;
}

const ATTEMPTS_MAX = 3;

/**
 * Runs a generator, which must read nothing before its first step. If it takes long, it continues
 * in further turns, and the caller resumes in another one. If the content changes meanwhile,
 * `begin` is called again; the last attempt is not interrupted.
 */
export async function runInTurns<Result>(
  store: Store,
  begin: () => Steps<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
    const version = readContentVersion(store);
    const steps = begin();
    for (let turn = runTurn(store, steps, version); turn !== undefined; ) {
      if (turn.isLong) await store.slicing.nextTurn();
      if (turn.done) return turn.value;
      turn = runTurn(store, steps, version);
    }
  }
  return store.index.snapshot(() => finishSteps(begin()));
}

/** Runs steps for one turn. Returns undefined if the content has changed. */
function runTurn<Result>(store: Store, steps: Steps<Result>, version: string) {
  const { index, slicing } = store;
  return index.snapshot(() => {
    if (readContentVersion(store) !== version) return undefined;
    const start = performance.now();
    for (;;) {
      const step = steps.next();
      const isLong = performance.now() - start >= slicing.turnMs;
      if (step.done || isLong) return { ...step, isLong };
    }
  });
}
