import { parseCanonicalPath } from './canonical-path.ts';

/** A rule for an address that is no page. */
export type Redirect = {
  /** As `normaliseRedirectPath` spells it, so that every spelling is found. */
  readonly from: string;
  /** Whether all addresses below are meant, too. */
  readonly isPrefix: boolean;
  /** 410: gone for good, and leads nowhere. */
  readonly status: 301 | 302 | 410;
  /** A path, or a whole address elsewhere. With a slash at its end, what follows the prefix is put behind it. */
  readonly to?: string;
  /** Milliseconds since the epoch: before that the rule does not hold. */
  readonly activeFrom: number;
};

/** What a rule says of one address. */
export type RedirectAnswer = Pick<Redirect, 'status' | 'to'>;

/** In lower case, without a slash at the end; a path that can't be read stays as it is. */
export function normaliseRedirectPath(path: string): string {
  return parseCanonicalPath(path) ?? path;
}

/** Rules for all addresses below a path are found up to this depth; each level costs a lookup on every request. */
const PREFIX_SEGMENTS_MAX = 16;

/** The path itself and the paths above it, the longest first: where a rule for it may stand. */
export function listRedirectSources(path: string): readonly string[] {
  const normalised = normaliseRedirectPath(path);
  const segments = normalised.split('/', PREFIX_SEGMENTS_MAX + 1).slice(1);
  const prefixes = segments.map((_, index) => `/${segments.slice(0, segments.length - index).join('/')}`);
  return prefixes[0] === normalised ? prefixes : [normalised, ...prefixes];
}

/** What the rule says of this path, in one step. */
export function applyRedirect({ from, to, isPrefix, status }: Redirect, path: string): RedirectAnswer {
  if (to === undefined) return { status };
  if (!isPrefix || !to.endsWith('/')) return { status, to };
  const target = to + normaliseRedirectPath(path).slice(from.length + 1);
  return { status, to: target.startsWith('/') ? normaliseRedirectPath(target) : target };
}

/** Where a request with this query is sent on: the query goes along, unless the target has its own. */
export function addSearch(target: string, search: string): string {
  const [address = '', fragment] = target.split('#');
  const to = address.includes('?') ? address : `${address}${search}`;
  return fragment === undefined ? to : `${to}#${fragment}`;
}
