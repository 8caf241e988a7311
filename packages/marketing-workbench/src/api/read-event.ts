import type { ValuesOf } from '../contract/endpoints.ts';
import { BadInputError } from '../contract/parameters.ts';
import { holdsEmailAddress, holdsPreviewLink } from '../site/request-kinds.ts';
import type { ReaderEvent } from '../store/counts/reader-events.ts';

/** A typed address, a bookmark, or an app that doesn't say what it is. */
export const DIRECT = 'direct';
/** Begins the source of a view whose address has `utm_source`, such as the newsletter's. */
export const CAMPAIGN = 'utm:';

/** Longer names are not counted. */
const NAME_MAX_LENGTH = 200;
const CAMPAIGN_MAX_LENGTH = 60;
/** A telephone number, for example. */
const DIGITS = /\d[\d ()/.-]{5,}\d/;
/** No keyboard types them, PostgreSQL stores no NUL, and terminals obey them. */
const CONTROL = /\p{Cc}/u;

/**
 * What the call `viewPost` says that a reader did; undefined if it may hold something about a
 * person. Throws a BadInputError if the call says nothing.
 */
export function readEvent(values: ValuesOf<'viewPost'>): ReaderEvent | undefined {
  const { id, q, results, opened, missing, from } = values;
  if (id !== undefined) return { kind: 'view', postId: id, source: findEventSource(values) };
  if (missing !== undefined) {
    const path = missing.replace(/[?#].*$/s, '');
    return isCountable(path) ? { kind: 'missing', path, host: from ?? '' } : undefined;
  }
  if (q === undefined)
    throw new BadInputError(
      'With none, the call takes what was searched for in q, or an address in missing.',
    );
  const words = q.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  if (!isCountable(words) || DIGITS.test(words)) return undefined;
  return opened
    ? { kind: 'search-opened', words }
    : { kind: 'search', words, results: results ?? 0 };
}

/** A link to a draft is signed for a person. */
function isCountable(text: string, max = NAME_MAX_LENGTH): boolean {
  return (
    text.length <= max && !CONTROL.test(text) && !holdsEmailAddress(text) && !holdsPreviewLink(text)
  );
}

/** Returns a host, DIRECT, or CAMPAIGN and a name. */
function findEventSource({ from, source }: ValuesOf<'viewPost'>): string | undefined {
  const campaign = source?.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ') ?? '';
  const isNamed =
    campaign !== '' && isCountable(campaign, CAMPAIGN_MAX_LENGTH) && !DIGITS.test(campaign);
  if (isNamed) return CAMPAIGN + campaign;
  return from === '' ? DIRECT : from;
}
