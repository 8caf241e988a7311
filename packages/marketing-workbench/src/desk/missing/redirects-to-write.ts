import { decodePercent } from '../../site/addresses.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import type { ContentFolder } from '../read-folder.ts';
import type { DeadAddress } from './dead-addresses.ts';
import { escapeLine, formatPercent } from './format-list.ts';
import type { PresentPages } from './present-pages.ts';

/** Certainty from which an address means one page and no other. */
const SURE = 0.85;
/** Anyone can ask for thousands of made-up addresses, so a run adds only the most wanted ones. */
const ROWS_MAX = 200;
/** Matches paths of ordinary characters; others may have been typed to do harm. */
const PLAIN_PATH = /^(?:\/[\p{L}\p{M}\p{N}_.~+-]+)+$/u;

type ChosenRows = {
  readonly rows: readonly { readonly from: string; readonly to: string }[];
  /** Addresses that get no row, safe to print. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Number of sure ones beyond the limit of a run. */
  readonly later: number;
};

/**
 * Returns the rows that are safe to add to `redirects.yaml`, and why others with a similar page are
 * not.
 */
export function chooseRows(
  addresses: readonly DeadAddress[],
  present: PresentPages,
  { texts }: ContentFolder,
): ChosenRows {
  // A draft or scheduled text needs its address later.
  const reserved = new Set(texts.map(({ address }) => formatLegacyKey(address)));
  const slugs = new Set(texts.flatMap(({ place }) => (place.kind === 'article' ? place.slug : [])));
  const findReason = ({ path, guess }: DeadAddress & Required<Pick<DeadAddress, 'guess'>>) => {
    if (guess.certainty < SURE)
      return `${guess.path} is only ${formatPercent(guess.certainty)} sure`;
    if (!PLAIN_PATH.test(decodePercent(path)))
      return 'it has unusual characters; add its row by hand if you want the redirect';
    if (reserved.has(path) || isPlaceOfArticle(path, slugs))
      return 'a draft or scheduled text has this address';
    return present.isRedirected(guess.path) ? `${guess.path} redirects itself` : undefined;
  };
  const judged = addresses.flatMap(({ guess, ...address }) =>
    guess === undefined ? [] : [{ ...address, guess, reason: findReason({ ...address, guess }) }],
  );
  const sure = judged.filter(({ reason }) => reason === undefined);
  const unsure = judged.flatMap(({ path, reason }) =>
    reason === undefined ? [] : [{ path: escapeLine(path), reason }],
  );
  return {
    rows: sure.slice(0, ROWS_MAX).map(({ path, guess }) => ({ from: path, to: guess.path })),
    leftOut: unsure,
    later: Math.max(0, sure.length - ROWS_MAX),
  };
}

/**
 * Returns whether an article answers the path: it answers every path of two or three segments that
 * ends with its slug.
 */
function isPlaceOfArticle(path: string, slugs: ReadonlySet<string>): boolean {
  const segments = path.split('/').slice(1);
  return (segments.length === 2 || segments.length === 3) && slugs.has(segments.at(-1) ?? '');
}
