import { endpoints } from '../../src/contract/endpoints.ts';
import { files, pages } from '../../src/site/addresses.ts';
import { PAGE_KINDS } from '../real-site.ts';

const ARTICLE = PAGE_KINDS.get('article') ?? pages.home();

type FormatPath = (number: number) => string;

/** Generators of distinct addresses, by kind. */
export const FLOODS: ReadonlyMap<string, FormatPath> = new Map<string, FormatPath>([
  ['search call', (number) => endpoints.search.address({ q: `marketing budget ${number}` })],
  ['suggestions', (number) => endpoints.searchSuggestions.address({ q: `market ${number}` })],
  ['search page', (number) => pages.search(`marketing budget ${number}`)],
  ['unknown page', (number) => pages.category(`nope-${number}`)],
  ['unknown article', (number) => `${ARTICLE}-${number}`],
  ['page of a list', (number) => pages.articles(number)],
  ['query of an article', (number) => `${ARTICLE}?x=${number}`],
  ['redirect', (number) => `${pages.footerCategory('seo')}?x=${number}`],
  ['unknown card', (number) => files.cards(`post/nope-${number}.abc.wide.png`)],
  ['redirect call', (number) => endpoints.redirects.address({ path: `/nope-${number}` })],
]);

const FORMATS = [...FLOODS.values()];

/** Cycles through all kinds. */
export function formatMixed(number: number): string {
  return FORMATS[number % FORMATS.length]?.(number) ?? ARTICLE;
}
