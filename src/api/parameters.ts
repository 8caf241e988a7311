import { API_PAGE_SIZE, API_PAGE_SIZE_MAX, SEARCH_QUERY_MAX_LENGTH } from '../site/limits.ts';
import { BadInputError } from './answer.ts';

type WholeNumber = { readonly name: string; readonly max?: number };

/** The value of a query's parameter as a whole number from 1; undefined where it is not given. */
export function parseQueryNumber(query: URLSearchParams, { name, max }: WholeNumber): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : parseWholeNumber(text, { name, ...(max !== undefined && { max }) });
}

/** The id that stands in a path. Zeros before it would make many addresses of one. */
export function parsePathId({ id = '' }: Readonly<Record<string, string>>): number {
  return parseWholeNumber(id.startsWith('0') ? '' : id, { name: 'id' });
}

export type PageRequest = { readonly page?: number; readonly limit?: number };

/** `page` and `limit` of a list; a page without a limit has 24 items. */
export function parsePageRequest(query: URLSearchParams): PageRequest {
  const page = parseQueryNumber(query, { name: 'page' });
  const limit = parseQueryNumber(query, { name: 'limit', max: API_PAGE_SIZE_MAX });
  if (page === undefined) return limit === undefined ? {} : { page: 1, limit };
  return { page, limit: limit ?? API_PAGE_SIZE };
}

/** What to search for: trimmed, at most 200 characters. */
export function parseSearchQuery(query: URLSearchParams): string {
  const text = query.get('q')?.trim() ?? '';
  if (text === '') throw new BadInputError('q is missing or blank; it takes the words to search for.');
  if (Array.from(text).length > SEARCH_QUERY_MAX_LENGTH) {
    throw new BadInputError(`q is too long; it takes at most ${SEARCH_QUERY_MAX_LENGTH} characters.`);
  }
  return text;
}

function parseWholeNumber(text: string, { name, max }: WholeNumber): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > (max ?? Number.MAX_SAFE_INTEGER)) {
    const range = max === undefined ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
    throw new BadInputError(`${name} is not usable; it takes ${range}.`);
  }
  return number;
}
