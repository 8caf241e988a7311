import { describe, expect, it } from 'vitest';
import {
  clampPage,
  countPages,
  listAllArticlesPageSteps,
  listCategoryPageSteps,
  type PaginationStep,
} from './pagination.ts';

describe('countPages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 2],
    [48, 2],
    [49, 3],
  ])('puts %d posts on %d pages of 24', (total, pageCount) => {
    expect(countPages(total, 24)).toBe(pageCount);
  });
});

describe('clampPage', () => {
  it.each([
    [0, 1],
    [1, 1],
    [7, 7],
    [8, 7],
    [Number.MAX_SAFE_INTEGER, 7],
  ])('clamps page %d of 7 to page %d', (page, nearest) => {
    expect(clampPage(page, 7)).toBe(nearest);
  });
});

const LIST_LENGTHS = [1, 12];

describe('listCategoryPageSteps', () => {
  it('shows up to five numbers around the current page, then the last after an ellipsis', () => {
    expect(drawTable(listCategoryPageSteps)).toMatchInlineSnapshot(`
      "[1]

      [1] 2 3 4 5 … 12
      1 [2] 3 4 5 … 12
      1 2 [3] 4 5 … 12
      2 3 [4] 5 6 … 12
      3 4 [5] 6 7 … 12
      4 5 [6] 7 8 … 12
      5 6 [7] 8 9 … 12
      6 7 [8] 9 10 … 12
      7 8 [9] 10 11 12
      8 9 [10] 11 12
      8 9 10 [11] 12
      8 9 10 11 [12]"
    `);
  });
});

describe('listAllArticlesPageSteps', () => {
  it('shows the first page, the neighbours and the last, with ellipses on both sides', () => {
    expect(drawTable(listAllArticlesPageSteps)).toMatchInlineSnapshot(`
      "[1]

      [1] 2 … 12
      1 [2] 3 … 12
      1 2 [3] 4 … 12
      1 … 3 [4] 5 … 12
      1 … 4 [5] 6 … 12
      1 … 5 [6] 7 … 12
      1 … 6 [7] 8 … 12
      1 … 7 [8] 9 … 12
      1 … 8 [9] 10 … 12
      1 … 9 [10] 11 12
      1 … 10 [11] 12
      1 … 11 [12]"
    `);
  });
});

function drawTable(
  listSteps: (page: number, pageCount: number) => readonly PaginationStep[],
): string {
  return LIST_LENGTHS.map((pageCount) => {
    const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
    return pages.map((page) => drawSteps(listSteps(page, pageCount), page)).join('\n');
  }).join('\n\n');
}

function drawSteps(steps: readonly PaginationStep[], current: number): string {
  const drawn = steps.map((step) => {
    if (step.kind === 'gap') return '…';
    return step.page === current ? `[${step.page}]` : String(step.page);
  });
  return drawn.join(' ');
}
