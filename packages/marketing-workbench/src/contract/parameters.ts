import { PATH_MAX_LENGTH, SEARCH_QUERY_MAX_LENGTH } from '../site/limits.ts';
import { isSlug } from '../site/slugs.ts';

/**
 * Parses the text of a parameter; undefined if it is missing. Throws a BadInputError that says
 * which values are valid.
 */
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

type NumberRange = { readonly min?: number; readonly max?: number };

export function wholeNumber(range: NumberRange = {}): ParseParameter<number | undefined> {
  return (value, name) => (value === undefined ? undefined : parseWholeNumber(value, name, range));
}

/** Refuses leading zeros, which would give one post many addresses. */
export const id: ParseParameter<number> = (value = '', name) =>
  parseWholeNumber(value.startsWith('0') ? '' : value, name);

export const idOrNone: ParseParameter<number | undefined> = (value, name) =>
  value === 'none' ? undefined : id(value, name);

export const optionalText: ParseParameter<string | undefined> = (value) => value;

export function optional<Value>(parse: ParseParameter<Value>): ParseParameter<Value | undefined> {
  return (value, name) => (value === undefined ? undefined : parse(value, name));
}

export const flag: ParseParameter<boolean | undefined> = (value, name) => {
  if (value === undefined || value === 'true') return value === 'true';
  throw new BadInputError(`${name} is invalid; it takes true, or is left out.`);
};

/** The longest name that the domain name system has (RFC 1035, section 2.3.4). */
const HOST_MAX_LENGTH = 253;

/** Takes the address of a page, as browsers give it; its host without `www.`, or blank for none. */
export const referrer: ParseParameter<string | undefined> = (value, name) => {
  if (value === undefined || value === '') return value;
  const host = URL.parse(value)?.hostname.replace(/^www\./, '') ?? '';
  if (host !== '' && host.length <= HOST_MAX_LENGTH) return host.toLowerCase();
  throw new BadInputError(
    `${name} is invalid; it takes the address of the page that led here, such as https://www.example.com/, or nothing.`,
  );
};

export const searchText: ParseParameter<string> = (value = '', name) => {
  const trimmed = value.trim();
  if (trimmed === '')
    throw new BadInputError(`${name} is missing or blank; it takes the words to search for.`);
  if (Array.from(trimmed).length > SEARCH_QUERY_MAX_LENGTH)
    throw new BadInputError(
      `${name} is too long; it takes at most ${SEARCH_QUERY_MAX_LENGTH} characters.`,
    );
  return trimmed;
};

export const path: ParseParameter<string> = (value = '', name) => {
  if (!value.startsWith('/'))
    throw new BadInputError(`${name} is missing; it takes a path such as /seo/local-seo.`);
  if (value.length > PATH_MAX_LENGTH)
    throw new BadInputError(`${name} is too long; it takes at most ${PATH_MAX_LENGTH} characters.`);
  return value;
};

function parseWholeNumber(value: string, name: string, { min = 1, max }: NumberRange = {}): number {
  const number = /^\d+$/.test(value) ? Number(value) : -1;
  if (number < min || number > (max ?? Number.MAX_SAFE_INTEGER)) {
    const range = `a whole number from ${min}${max === undefined ? '' : ` to ${max}`}`;
    throw new BadInputError(`${name} is invalid; it takes ${range}.`);
  }
  return number;
}
