import { PAGINATION_WINDOW } from './limits.ts';

export type PaginationStep = { kind: 'page'; page: number } | { kind: 'gap'; after: number };

/** An empty list has one page. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

export function clampPage(page: number, pageCount: number): number {
  return Math.min(Math.max(page, 1), pageCount);
}

export function listCategoryPageSteps(page: number, pageCount: number): PaginationStep[] {
  const first = clampPage(
    page - Math.floor(PAGINATION_WINDOW / 2),
    Math.max(1, pageCount - PAGINATION_WINDOW + 1),
  );
  const last = Math.min(first + PAGINATION_WINDOW - 1, pageCount);
  return joinWithGaps([...listPageNumbers(first, last), pageCount]);
}

export function listAllArticlesPageSteps(page: number, pageCount: number): PaginationStep[] {
  return joinWithGaps([
    1,
    ...listPageNumbers(Math.max(1, page - 1), Math.min(pageCount, page + 1)),
    pageCount,
  ]);
}

function listPageNumbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function joinWithGaps(pages: readonly number[]): PaginationStep[] {
  const steps: PaginationStep[] = [];
  let previous: number | undefined;
  for (const page of [...new Set(pages)]) {
    if (previous !== undefined && page > previous + 1) steps.push({ kind: 'gap', after: previous });
    steps.push({ kind: 'page', page });
    previous = page;
  }
  return steps;
}
