import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { PageQuery } from '../contract/queries.ts';
import type { PostSummary } from '../site/entities.ts';
import { clampPage, countPages, type PaginationStep } from '../site/pagination.ts';
import { formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { CardPlaceholders } from '../ui/card-placeholders.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { NoArticles } from './no-articles.tsx';
import type { ListSummary } from './page-head.tsx';
import { useTaxonomy } from './taxonomy.ts';

export type PagedList<Item> = {
  readonly query: (page: number) => PageQuery<Item>;
  readonly pageSize: number;
};

/** The state of the requested page of a list. */
export type ListPageState<Item> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'loaded';
      /** The requested page, or the nearest one that exists. */
      readonly page: number;
      readonly pageCount: number;
      readonly items: readonly Item[];
      /** The number of items of the whole list. */
      readonly total: number;
    };

/** Loads the requested page, or the last one if there are fewer. Returns its number. */
export async function loadListPage<Item>(
  client: QueryClient,
  list: PagedList<Item>,
  asked: number,
): Promise<number> {
  const { total } = await client.fetchQuery(list.query(asked));
  const page = clampPage(asked, countPages(total, list.pageSize));
  if (page !== asked) await client.fetchQuery(list.query(page));
  return page;
}

/**
 * Returns the state of that page. The list's length comes from its own call, because other counts
 * may be stale.
 */
export function useListPage<Item>(
  { query, pageSize }: PagedList<Item>,
  asked: number,
): ListPageState<Item> {
  const { data: first } = useQuery(query(asked));
  const page = first === undefined ? asked : clampPage(asked, countPages(first.total, pageSize));
  const { data, isError } = useQuery(query(page));
  if (isError) return { kind: 'failed' };
  if (data === undefined) return { kind: 'loading' };
  return { kind: 'loaded', page, pageCount: countPages(data.total, pageSize), ...data };
}

/** One page of a list, for structured data. */
export function summarizeList(
  list: ListPageState<PostSummary>,
  pageSize: number,
  taxonomy: Taxonomy,
): ListSummary | undefined {
  if (list.kind !== 'loaded' || list.items.length === 0) return undefined;
  const entries = list.items.map((post) => ({
    title: post.title,
    address: formatPostAddress(post, taxonomy),
  }));
  return { start: (list.page - 1) * pageSize + 1, entries };
}

type ListedArticlesProps = {
  readonly list: ListPageState<PostSummary>;
  readonly placeholderCount: number;
  readonly listSteps: (page: number, pageCount: number) => readonly PaginationStep[];
  readonly formatAddress: (page: number) => string;
  readonly where?: 'category' | 'subcategory';
  /** Whether the heading of the list is visible. */
  readonly hasTitle?: boolean;
};

/** One page of a list as cards, or what stands in its place. */
export function ListedArticles(props: ListedArticlesProps) {
  const { list, placeholderCount, listSteps, formatAddress, where, hasTitle = false } = props;
  const state = useTaxonomy();
  if (list.kind === 'failed' || state.kind === 'failed') return <NoArticles where={where} />;
  if (list.kind === 'loading' || state.kind === 'loading')
    return <CardPlaceholders count={placeholderCount} />;
  if (list.total === 0) return <NoArticles where={where} />;
  const { page, pageCount } = list;
  return (
    <>
      <h2 className={hasTitle ? 'mb-6 text-xl' : 'sr-only'}>Articles, newest first</h2>
      <ArticleGrid posts={list.items} taxonomy={state.taxonomy} />
      <Pagination
        page={page}
        pageCount={pageCount}
        steps={listSteps(page, pageCount)}
        formatAddress={formatAddress}
      />
    </>
  );
}
