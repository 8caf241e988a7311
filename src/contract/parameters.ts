import { PATH_MAX_LENGTH, SEARCH_QUERY_MAX_LENGTH } from '../site/limits.ts';
import { isSlug } from '../site/slugs.ts';

/** Parses the text of a parameter; undefined if it is missing. Throws a BadInputError that says which values are valid. */
export type ParseParameter<Value> = (text: string | undefined, name: string) => Value;

/** The message is shown to the client. */
export class BadInputError extends Error {
  override name = 'BadInputError';
}

export const text: ParseParameter<string> = (value = '') => value;

export const slug: ParseParameter<string | undefined> = (value, name) => {
  if (value === undefined || isSlug(value)) return value;
  throw new BadInputError(`${name} is invalid; it takes a slug such as seo-audit.`);
};

export function wholeNumber(max?: number): ParseParameter<number | undefined> {
  return (value, name) => (value === undefined ? undefined : parseWholeNumber(value, name, max));
}

/** Refuses leading zeros, which would give one post many addresses. */
export const id: ParseParameter<number> = (value = '', name) =>
  parseWholeNumber(value.startsWith('0') ? '' : value, name);

export const searchText: ParseParameter<string> = (value = '', name) => {
  const trimmed = value.trim();
  if (trimmed === '')
    throw new BadInputError(`${name} is missing or blank; it takes the words to search for.`);
  if (Array.from(trimmed).length > SEARCH_QUERY_MAX_LENGTH)
    throw new BadInputError(`${name} is too long; it takes at most ${SEARCH_QUERY_MAX_LENGTH} characters.`);
  return trimmed;
};

export const path: ParseParameter<string> = (value = '', name) => {
  if (!value.startsWith('/'))
    throw new BadInputError(`${name} is missing; it takes a path such as /seo/local-seo.`);
  if (value.length > PATH_MAX_LENGTH)
    throw new BadInputError(`${name} is too long; it takes at most ${PATH_MAX_LENGTH} characters.`);
  return value;
};

function parseWholeNumber(value: string, name: string, max?: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > (max ?? Number.MAX_SAFE_INTEGER)) {
    const range = max === undefined ? 'a whole number from 1' : `a whole number from 1 to ${max}`;
    throw new BadInputError(`${name} is invalid; it takes ${range}.`);
  }
  return number;
}
