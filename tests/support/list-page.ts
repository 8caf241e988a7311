import type { HtmlElement } from './html.ts';
import { getElement, listElements, listHrefs, readElementText } from './html-search.ts';

/** Returns the titles of the article cards below `root`, in their order. */
export function listCardTitles(root: HtmlElement): readonly string[] {
  return listElements(root, 'article').map((card) => readElementText(getElement(card, 'h3')));
}

/** Returns the `href` of each article card below `root`. */
export function listCardLinks(root: HtmlElement): readonly string[] {
  return listElements(root, 'article').flatMap(listHrefs);
}

/**
 * Returns the steps of the pagination as a line: `(Previous) [1] 2 … 7 Next`, disabled ones in
 * round brackets; empty for none.
 */
export function formatPagination(root: HtmlElement): string {
  return listElements(root, 'nav', { 'aria-label': 'Pagination' })
    .flatMap((nav) => listElements(nav, 'li'))
    .map(formatStep)
    .join(' ');
}

/** Returns the `href` of each step of the pagination, by its text. */
export function listPaginationLinks(root: HtmlElement): Readonly<Record<string, string>> {
  const nav = getElement(root, 'nav', { 'aria-label': 'Pagination' });
  return Object.fromEntries(
    listElements(nav, 'a').map((link) => [readElementText(link), link.attributes.href ?? '']),
  );
}

function formatStep(step: HtmlElement): string {
  const [current] = listElements(step, 'a', { 'aria-current': 'page' });
  const [disabled] = listElements(step, 'span', { 'aria-disabled': 'true' });
  if (current !== undefined) return `[${readElementText(current)}]`;
  if (disabled !== undefined) return `(${readElementText(disabled)})`;
  return listElements(step, 'a').length === 0 ? '…' : readElementText(step);
}
