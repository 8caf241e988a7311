import type { ValuesOf } from '../contract/endpoints.ts';
import { BadInputError } from '../contract/parameters.ts';
import type { ReaderEvent } from '../store/reader-events.ts';

/** A typed address, a bookmark, or an app that doesn't say what it is. */
export const DIRECT = 'direct';
/** Begins the source of a view whose address has `utm_source`, such as the newsletter's. */
export const CAMPAIGN = 'utm:';

/** Longer names are not counted. */
const NAME_MAX_LENGTH = 200;
const CAMPAIGN_MAX_LENGTH = 60;
/** May be part of an e-mail address or a telephone number. */
const PERSONAL = /@|%40|\d[\d ()/.-]{5,}\d/i;

/**
 * What the call `viewPost` says that a reader did; undefined if it may hold something about a person. Throws a BadInputError if
 * the call says nothing.
 */
export function readEvent(values: ValuesOf<'viewPost'>): ReaderEvent | undefined {
  const { id, q, results, opened, missing, from } = values;
  if (id !== undefined) return { kind: 'view', postId: id, source: findSource(values) };
  if (missing !== undefined) {
    const path = missing.replace(/[?#].*$/s, '');
    return isCountable(path, /@|%40/i) ? { kind: 'missing', path, host: from ?? '' } : undefined;
  }
  if (q === undefined)
    throw new BadInputError(
      'With none, the call takes what was searched for in q, or an address in missing.',
    );
  const words = q.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  if (!isCountable(words, PERSONAL)) return undefined;
  return opened ? { kind: 'search-opened', words } : { kind: 'search', words, results: results ?? 0 };
}

function isCountable(text: string, personal: RegExp): boolean {
  return text.length <= NAME_MAX_LENGTH && !personal.test(text);
}

/** A host, DIRECT, or CAMPAIGN and a name. */
function findSource({ from, source }: ValuesOf<'viewPost'>): string | undefined {
  const campaign = source?.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ') ?? '';
  const isNamed = campaign !== '' && campaign.length <= CAMPAIGN_MAX_LENGTH && !PERSONAL.test(campaign);
  if (isNamed) return CAMPAIGN + campaign;
  return from === '' ? DIRECT : from;
}
