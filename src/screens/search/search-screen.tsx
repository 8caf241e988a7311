import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { createPageCard } from '../../site/cards.ts';
import { PLACEHOLDERS, SEARCH_PAGE_SIZE } from '../../site/limits.ts';
import { listCategoryPageSteps } from '../../site/pagination.ts';
import type { SearchResult, SearchSummary } from '../../site/search-result.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import { formatArticleCount } from '../../site/texts.ts';
import { Chips } from '../../ui/chips.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RowPlaceholders } from '../../ui/row-placeholders.tsx';
import { type ListPage, loadListPage, type PagedList, useListPage } from '../list-page.ts';
import { PageHead } from '../page-head.tsx';
import { type Place, type Screen, SHOWN } from '../screen.ts';
import { SearchBox } from '../search-box.tsx';
import { ShelfLinks } from '../shelf-links.tsx';
import { loadTaxonomy, useTaxonomy } from '../taxonomy.ts';
import { forgetSearch } from './forget-search.ts';
import { NoResults } from './no-results.tsx';
import { ResultList } from './result-list.tsx';
import { SearchNotes } from './search-notes.tsx';

const DESCRIPTION = 'Search every article of Marketing Workbench.';

export const screen: Screen = {
  load: async ({ client, place }) => {
    if (place.text !== '')
      await Promise.all([loadResults(client, place), client.fetchQuery(queries.searchSummary(place.text))]);
    return SHOWN;
  },
  View: SearchScreen,
};

export function SearchScreen({ place }: { place: Place }) {
  const title = place.text === '' ? 'Search' : `Search results for “${place.text}”`;
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 tabIndex={-1} className="mb-6 text-2xl">
        {title}
      </h1>
      <div className="mb-8 max-w-prose">
        <SearchBox text={place.text} />
      </div>
      {place.text === '' ? (
        <SearchInvitation title={title} place={place} />
      ) : (
        <SearchResults title={title} place={place} />
      )}
    </div>
  );
}

type TitledPlace = { readonly title: string; readonly place: Place };

function SearchInvitation({ title, place }: TitledPlace) {
  return (
    <>
      <SearchHead title={title} place={{ ...place, page: 1, category: '' }} />
      <p className="text-soft">
        Type what you want to know, for example “negative keywords” or “welcome email”.
      </p>
      <p className="mt-6 text-soft">Or look on the shelves:</p>
      <ShelfLinks />
    </>
  );
}

function SearchResults({ title, place }: TitledPlace) {
  const state = useTaxonomy();
  useForgetOnLeave(place);
  return (
    <>
      {state.kind !== 'loaded' && <SearchHead title={title} place={{ ...place, page: 1 }} />}
      {state.kind === 'failed' && <NoResults />}
      {state.kind === 'loading' && <RowPlaceholders count={PLACEHOLDERS.list} />}
      {state.kind === 'loaded' && <FoundResults title={title} place={place} taxonomy={state.taxonomy} />}
    </>
  );
}

/** A search is of today: it has an address, and is no page to be found. */
function SearchHead({ title, place: { text, page, category } }: TitledPlace) {
  return (
    <PageHead
      title={title}
      page={page}
      description={DESCRIPTION}
      canonical={pages.search(text, page, category || undefined)}
      isHidden
      card={createPageCard('search')}
    />
  );
}

type FoundResultsProps = TitledPlace & { readonly taxonomy: Taxonomy };

function FoundResults({ title, place, taxonomy }: FoundResultsProps) {
  const list = useListPage(listResults(place, taxonomy), place.page);
  return (
    <>
      <SearchHead title={title} place={{ ...place, page: list.kind === 'loaded' ? list.page : 1 }} />
      <ResultsPage place={place} list={list} taxonomy={taxonomy} />
    </>
  );
}

type ResultsPageProps = {
  readonly place: Place;
  readonly list: ListPage<SearchResult>;
  readonly taxonomy: Taxonomy;
};

function ResultsPage({ place: { text, category }, list, taxonomy }: ResultsPageProps) {
  const summary = useQuery(queries.searchSummary(text));
  if (list.kind === 'failed' || summary.isError) return <NoResults />;
  if (list.kind === 'loading' || summary.data === undefined) {
    return <RowPlaceholders count={PLACEHOLDERS.list} />;
  }
  const { page, pageCount, items, total } = list;
  const chips = listCategoryChips(summary.data, taxonomy, { text, category });
  return (
    <>
      <SearchNotes text={text} summary={summary.data} />
      {total > 0 && (
        <p className="mb-4 text-soft" role="status">
          Found {formatArticleCount(total)} for “{summary.data.correction?.text ?? text}”
        </p>
      )}
      {chips.length > 1 && (
        <div className="mb-8">
          <Chips label="Results by category" chips={chips} />
        </div>
      )}
      {total === 0 ? (
        <NoResults />
      ) : (
        <>
          <h2 className="sr-only">Results, best first</h2>
          <ResultList results={items} taxonomy={taxonomy} />
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

type Choice = { readonly text: string; readonly category: string };

function listCategoryChips(
  { categories: counts }: SearchSummary,
  { categories }: Taxonomy,
  { text, category }: Choice,
) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const chips = counts.flatMap(({ categoryId, count }) => {
    const found = categories.find(({ id }) => id === categoryId);
    if (found === undefined) return [];
    const { slug, name } = found;
    return { label: `${name} (${count})`, href: pages.search(text, 1, slug), isCurrent: slug === category };
  });
  if (chips.length === 0) return [];
  return [{ label: `All (${all})`, href: pages.search(text), isCurrent: category === '' }, ...chips];
}

function listResults({ text, category }: Place, taxonomy: Taxonomy): PagedList<SearchResult> {
  const categoryId = findCategoryId(taxonomy, category);
  return { query: (page) => queries.search(text, page, categoryId), pageSize: SEARCH_PAGE_SIZE };
}

function findCategoryId({ categories }: Taxonomy, slug: string): number | undefined {
  return categories.find((category) => category.slug === slug)?.id;
}

async function loadResults(client: QueryClient, place: Place): Promise<void> {
  await loadListPage(client, listResults(place, await loadTaxonomy(client)), place.page);
}

/** Search results are never kept: they go as soon as they leave the screen, for another page of the same search too. */
function useForgetOnLeave({ text, page, category }: Place): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and category is left for itself
  useEffect(() => () => forgetSearch(client, text), [client, text, page, category]);
}
