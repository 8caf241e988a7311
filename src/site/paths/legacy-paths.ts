import { isPagePath } from '../addresses.ts';
import type { Site } from '../site.ts';
import { parseCanonicalPath } from './canonical-path.ts';
import { formatRedirectTarget } from './redirects.ts';

type LegacyPath = {
  readonly path: string;
  /** As it was, percent-encoded, with or without a trailing slash; other spellings redirect. */
  readonly isExact: boolean;
};

/** Whether a text can have this path: neither a file's nor a call's, without a slash at its end. */
export function isLegacyPath(path: string): boolean {
  return (
    /^\/[^/\s?#\\](?:[^\s?#\\]*[^\s?#/\\])?$/.test(path) && isPagePath(path) && formatLegacyKey(path) !== ''
  );
}

/** The same for every spelling of a legacy path. */
export function formatLegacyKey(pathname: string): string {
  return parseCanonicalPath(pathname, undefined) ?? '';
}

const paths = new WeakMap<Site, ReadonlyMap<string, string>>();

/** Finds a path in any spelling. */
export function findLegacyPath(pathname: string, site: Site): LegacyPath | undefined {
  const known = paths.get(site) ?? new Map(site.legacyPaths.map((path) => [formatLegacyKey(path), path]));
  paths.set(site, known);
  const path = known.get(formatLegacyKey(pathname));
  if (path === undefined) return undefined;
  const sent = formatRedirectTarget(path);
  return { path, isExact: pathname === sent || pathname === `${sent}/` };
}
