import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '../../contract/endpoints.ts';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { createPageCard } from '../../site/cards.ts';
import type { PlacedPage, SearchResult, SearchSummary } from '../../site/entities.ts';
import { PLACEHOLDERS, SEARCH_PAGE_SIZE } from '../../site/limits.ts';
import { listCategoryPageSteps } from '../../site/pagination.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import { formatArticleCount } from '../../site/texts.ts';
import { Chips } from '../../ui/chips.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RowPlaceholders } from '../../ui/row-placeholders.tsx';
import { CategoryLinks } from '../category-links.tsx';
import { countEvent } from '../count-event.ts';
import { loadListPage, type PagedList, useListPage } from '../listed-articles.tsx';
import { PageHead, usePageContext } from '../page-head.tsx';
import { type RouteParams, type Screen, SHOWN } from '../screen.ts';
import { SearchBox } from '../search-box.tsx';
import { loadTaxonomy, useTaxonomy } from '../taxonomy.ts';
import { DirectAnswerSection } from './direct-answer-section.tsx';
import { ResultList } from './result-list.tsx';
import { NoResults, SearchNotes } from './search-notes.tsx';

const searchScreen: Screen = {
  load: async ({ client, params, site }) => {
    if (params.text === '') return SHOWN;
    const loadResults = async () =>
      loadListPage(client, listResults(params, await loadTaxonomy(client, site)), params.page);
    await Promise.all([loadResults(), client.fetchQuery(queries.searchSummary(params.text))]);
    return SHOWN;
  },
  View: SearchScreen,
};

export { searchScreen as screen };

export function SearchScreen({ params }: { params: RouteParams }) {
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 tabIndex={-1} className="mb-6 text-2xl">
        {formatTitle(params.text)}
      </h1>
      <div className="mb-8 max-w-prose">
        <SearchBox text={params.text} />
      </div>
      {params.text === '' ? <SearchInvitation /> : <SearchResults params={params} />}
    </div>
  );
}

function formatTitle(text: string): string {
  return text === '' ? 'Search' : `Search results for “${text}”`;
}

/** Search pages have a canonical address but are not indexed. */
function SearchHead({ text, page, category }: Pick<RouteParams, 'text' | 'page' | 'category'>) {
  const { site } = usePageContext();
  return (
    <PageHead
      title={formatTitle(text)}
      page={page}
      description={`Search every article of ${site.name}.`}
      canonical={pages.search(text, page, category || undefined)}
      isHidden
      card={createPageCard('search', site)}
    />
  );
}

function SearchInvitation() {
  return (
    <>
      <SearchHead text="" page={1} category="" />
      <p className="text-soft">Type what you want to know in a few words.</p>
      <p className="mt-6 text-soft">Or browse a category:</p>
      <CategoryLinks />
    </>
  );
}

function SearchResults({ params }: { params: RouteParams }) {
  const state = useTaxonomy();
  useForgetOnLeave(params);
  if (state.kind === 'loaded') return <FoundResults params={params} taxonomy={state.taxonomy} />;
  return <MissingResults params={params} hasFailed={state.kind === 'failed'} />;
}

function MissingResults({ params, hasFailed }: { params: RouteParams; hasFailed: boolean }) {
  return (
    <>
      <SearchHead {...params} page={1} />
      {hasFailed ? <NoResults /> : <RowPlaceholders count={PLACEHOLDERS.list} />}
    </>
  );
}

function FoundResults({ params, taxonomy }: { params: RouteParams; taxonomy: Taxonomy }) {
  const { text, category } = params;
  const list = useListPage(listResults(params, taxonomy), params.page);
  const summary = useQuery(queries.searchSummary(text));
  const isWhole = list.kind === 'loaded' && list.page === 1 && category === '';
  useSearchCount(
    text,
    isWhole && summary.data ? list.total + summary.data.pages.length : undefined,
  );
  if (list.kind !== 'loaded' || summary.data === undefined) {
    return <MissingResults params={params} hasFailed={list.kind === 'failed' || summary.isError} />;
  }
  const { page, pageCount, items, total } = list;
  const found = category === '' ? summary.data.pages.length : 0;
  const placed = category === '' ? keepPagesOf(list, summary.data.pages) : [];
  const chips = listCategoryChips(params, summary.data.categories, taxonomy);
  return (
    <>
      <SearchHead {...params} page={page} />
      <SearchNotes text={text} summary={summary.data} />
      {total + found > 0 && (
        <p className="mb-4 text-soft" role="status">
          Found {total > 0 ? formatArticleCount(total) : formatPageCount(found)} for “
          {summary.data.correction?.text ?? text}”
        </p>
      )}
      {isWhole && summary.data.answer && <DirectAnswerSection answer={summary.data.answer} />}
      {chips.length > 1 && (
        <div className="mb-8">
          <Chips label="Results by category" chips={chips} />
        </div>
      )}
      {total + found === 0 && <NoResults nearest={summary.data.nearest} />}
      {items.length + placed.length > 0 && (
        <>
          <h2 className="sr-only">Results, best first</h2>
          <ResultList results={items} pages={placed} taxonomy={taxonomy} />
        </>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        steps={listCategoryPageSteps(page, pageCount)}
        formatAddress={(number) => pages.search(text, number, category || undefined)}
      />
    </>
  );
}

/** Counts the search with its results once these are known, and that a result was opened. */
function useSearchCount(text: string, results: number | undefined): void {
  useEffect(() => {
    if (results !== undefined) countEvent({ q: text, results });
  }, [text, results]);
  useEffect(() => {
    const countOpened = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-results] a'))
        countEvent({ q: text, opened: true });
    };
    // Before the click replaces the screen.
    document.addEventListener('click', countOpened, true);
    return () => document.removeEventListener('click', countOpened, true);
  }, [text]);
}

/** Returns the pages among the articles of this page of results, with their places in it. */
function keepPagesOf(
  { page, pageCount }: { readonly page: number; readonly pageCount: number },
  pagesOfSearch: readonly PlacedPage[],
): readonly PlacedPage[] {
  const start = (page - 1) * SEARCH_PAGE_SIZE;
  const end = page >= pageCount ? Number.POSITIVE_INFINITY : start + SEARCH_PAGE_SIZE;
  return pagesOfSearch
    .filter(({ place }) => place >= start && place < end)
    .map((found) => ({ ...found, place: found.place - start }));
}

function formatPageCount(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}

function listCategoryChips(
  { text, category }: RouteParams,
  counts: SearchSummary['categories'],
  taxonomy: Taxonomy,
) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const chips = counts.flatMap(({ categoryId, count }) => {
    const found = taxonomy.categories.find(({ id }) => id === categoryId);
    if (found === undefined) return [];
    const { slug, name } = found;
    return {
      label: `${name} (${count})`,
      href: pages.search(text, 1, slug),
      isCurrent: slug === category,
    };
  });
  if (chips.length === 0) return [];
  return [
    { label: `All (${all})`, href: pages.search(text), isCurrent: category === '' },
    ...chips,
  ];
}

function listResults(
  { text, category }: RouteParams,
  { categories }: Taxonomy,
): PagedList<SearchResult> {
  const categoryId = categories.find(({ slug }) => slug === category)?.id;
  return { query: (page) => queries.search(text, page, categoryId), pageSize: SEARCH_PAGE_SIZE };
}

/** Results are kept only while they are shown: even another page of the same search drops them. */
function useForgetOnLeave({ text, page, category }: RouteParams): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and category is left for itself
  useEffect(() => () => forgetSearch(client, text), [client, text, page, category]);
}

/**
 * Drops the cached results of this search, but not those of a longer text with the same beginning.
 */
export function forgetSearch(client: QueryClient, text: string): void {
  const address = endpoints.search.address({ q: text });
  const whole = [address, endpoints.searchSummary.address({ q: text })];
  client.removeQueries({
    predicate: ({ queryKey: [key] }) =>
      whole.includes(String(key)) || String(key).startsWith(`${address}&`),
  });
}
