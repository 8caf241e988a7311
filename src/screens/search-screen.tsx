import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { formatRelativeAge } from '../site/dates.ts';
import type { FoundPage, Passage, SearchResult, SearchSummary } from '../site/entities.ts';
import { PLACEHOLDERS, SEARCH_PAGE_SIZE } from '../site/limits.ts';
import { listCategoryPageSteps } from '../site/pagination.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { formatArticleCount } from '../site/texts.ts';
import { Chips } from '../ui/chips.tsx';
import { CoverArt } from '../ui/cover/cover-art.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { RowPlaceholders } from '../ui/row-placeholders.tsx';
import { CategoryLinks } from './category-links.tsx';
import { countEvent } from './count-event.ts';
import { loadListPage, type PagedList, useListPage } from './listed-articles.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { type RouteParams, type Screen, SHOWN } from './screen.ts';
import { SearchBox } from './search-box.tsx';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

export const screen: Screen = {
  load: async ({ client, params, site }) => {
    if (params.text === '') return SHOWN;
    const loadResults = async () =>
      loadListPage(client, listResults(params, await loadTaxonomy(client, site)), params.page);
    await Promise.all([loadResults(), client.fetchQuery(queries.searchSummary(params.text))]);
    return SHOWN;
  },
  View: SearchScreen,
};

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
  useSearchCount(text, isWhole && summary.data ? list.total + summary.data.pages.length : undefined);
  if (list.kind !== 'loaded' || summary.data === undefined) {
    return <MissingResults params={params} hasFailed={list.kind === 'failed' || summary.isError} />;
  }
  const { page, pageCount, items, total } = list;
  const ownPages = page === 1 ? summary.data.pages : [];
  const chips = listCategoryChips(params, summary.data.categories, taxonomy);
  return (
    <>
      <SearchHead {...params} page={page} />
      <SearchNotes text={text} summary={summary.data} />
      {total + ownPages.length > 0 && (
        <p className="mb-4 text-soft" role="status">
          Found {total > 0 ? formatArticleCount(total) : formatPageCount(ownPages.length)} for “
          {summary.data.correction?.text ?? text}”
        </p>
      )}
      {ownPages.length > 0 && <FoundPages found={ownPages} />}
      {chips.length > 1 && (
        <div className="mb-8">
          <Chips label="Results by category" chips={chips} />
        </div>
      )}
      {total + ownPages.length === 0 && <NoResults />}
      {total > 0 && (
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

function formatPageCount(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}

/** Guides, own pages, authors and tags. */
function FoundPages({ found }: { found: readonly FoundPage[] }) {
  return (
    <div className="mb-8 max-w-prose rounded-md border border-line bg-panel px-6 py-4">
      <h2 className="text-lg">Pages</h2>
      <ul data-results>
        {found.map(({ path, title, description }) => (
          <li key={path} className="mt-3">
            <a href={path} className={`font-semibold ${LINK}`}>
              {title}
            </a>
            <p className="mt-1 text-sm text-soft">{description}</p>
          </li>
        ))}
      </ul>
    </div>
  );
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
    return { label: `${name} (${count})`, href: pages.search(text, 1, slug), isCurrent: slug === category };
  });
  if (chips.length === 0) return [];
  return [{ label: `All (${all})`, href: pages.search(text), isCurrent: category === '' }, ...chips];
}

function listResults({ text, category }: RouteParams, { categories }: Taxonomy): PagedList<SearchResult> {
  const categoryId = categories.find(({ slug }) => slug === category)?.id;
  return { query: (page) => queries.search(text, page, categoryId), pageSize: SEARCH_PAGE_SIZE };
}

/** Search results are never cached: they are dropped when they leave the screen, even for another page of the same search. */
function useForgetOnLeave({ text, page, category }: RouteParams): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and category is left for itself
  useEffect(() => () => forgetSearch(client, text), [client, text, page, category]);
}

const LINK = 'target text-accent underline underline-offset-4 hover:text-accent-strong';

/** Says if the results are for a corrected text, and suggests another one. */
function SearchNotes({ text, summary }: { text: string; summary: SearchSummary }) {
  const { correction, suggestion } = summary;
  if (correction === undefined && suggestion === undefined) return null;
  return (
    <div className="mb-6 grid gap-1">
      {correction !== undefined && (
        <>
          <p>
            Showing results for{' '}
            <a href={pages.search(correction.text)} className={`font-semibold ${LINK}`}>
              {correction.text}
            </a>
          </p>
          <p className="text-sm text-soft">
            Search instead for{' '}
            <a href={pages.search(correction.literal)} className={LINK}>
              {text}
            </a>
          </p>
        </>
      )}
      {suggestion !== undefined && (
        <p>
          Did you mean{' '}
          <a href={pages.search(suggestion)} className={`font-semibold ${LINK}`}>
            {suggestion}
          </a>
          ?
        </p>
      )}
    </div>
  );
}

function ResultList({ results, taxonomy }: { results: readonly SearchResult[]; taxonomy: Taxonomy }) {
  const { now } = usePageContext();
  return (
    <ol data-results>
      {results.map((result) => {
        const address = formatPostAddress(result, taxonomy);
        const theme = findThemeOf(result, taxonomy);
        return (
          <li
            key={result.id}
            data-category={theme}
            className="grid gap-x-6 border-t border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <CoverArt
              category={theme}
              slug={result.slug}
              picture={result.cover?.html}
              className="aspect-video rounded-sm max-sm:hidden"
            />
            <article className="max-w-prose">
              <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-soft">
                <span className="font-bold uppercase tracking-wider text-(--category)">
                  {formatCategoryLabel(result, taxonomy)}
                </span>
                <time dateTime={result.publishedAt}>{formatRelativeAge(result.publishedAt, now)}</time>
                <span>{result.readTime} min read</span>
              </p>
              <h3 className="mt-1 text-lg">
                <a href={address} className="target no-underline hover:underline">
                  {result.title}
                </a>
              </h3>
              <p className="mt-2 text-sm">
                <MarkedPassage passage={result.passage} />
              </p>
              {result.section !== undefined && (
                <p className="mt-1 text-sm">
                  <a href={`${address}#${result.section.anchor}`} className={LINK}>
                    Go to: {result.section.title}
                  </a>
                </p>
              )}
            </article>
          </li>
        );
      })}
    </ol>
  );
}

function MarkedPassage({ passage }: { readonly passage: Passage }) {
  let index = 0;
  return passage.map(({ text, isMatch }) => {
    const key = index++;
    return isMatch ? (
      <mark key={key} className="rounded-sm bg-mark text-ink">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

function NoResults() {
  return (
    <div className="rounded-md border border-line bg-panel px-6 py-10">
      <div role="status">
        <h2 className="text-xl">No Results Found</h2>
      </div>
      <p className="mt-3 text-soft">Some things that help:</p>
      <ul className="mt-2 list-disc ps-6">
        <li>Check your spelling</li>
        <li>Use more general keywords</li>
        <li>Search for related topics</li>
      </ul>
      <p className="mt-6 text-soft">Or browse a category:</p>
      <CategoryLinks />
    </div>
  );
}

/** Drops the cached results of this search, but not those of a longer text with the same beginning. */
export function forgetSearch(client: QueryClient, text: string): void {
  const address = endpoints.search.address({ q: text });
  const whole = [address, endpoints.searchSummary.address({ q: text })];
  client.removeQueries({
    predicate: ({ queryKey: [key] }) => whole.includes(String(key)) || String(key).startsWith(`${address}&`),
  });
}
