import { isPagePath } from '../addresses.ts';
import type { Site } from '../site.ts';
import { parseCanonicalPath } from './canonical-path.ts';
import { formatRedirectTarget } from './redirects.ts';

type LegacyPath = {
  readonly path: string;
  /**
   * True if the path is as it was, percent-encoded, with or without a trailing slash; other
   * spellings redirect.
   */
  readonly isExact: boolean;
};

/**
 * Returns whether a text can have this path, which is neither a file's nor a call's and has no
 * slash at its end.
 */
export function isLegacyPath(path: string): boolean {
  return (
    /^\/[^/\s?#\\](?:[^\s?#\\]*[^\s?#/\\])?$/.test(path) &&
    isPagePath(path) &&
    formatLegacyKey(path) !== ''
  );
}

/** Returns a key that all spellings of a legacy path share. */
export function formatLegacyKey(pathname: string): string {
  return parseCanonicalPath(pathname, undefined) ?? '';
}

const paths = new WeakMap<Site, ReadonlyMap<string, string>>();

/** Finds a path in any spelling. */
export function findLegacyPath(pathname: string, site: Site): LegacyPath | undefined {
  const known =
    paths.get(site) ?? new Map(site.legacyPaths.map((path) => [formatLegacyKey(path), path]));
  paths.set(site, known);
  const path = known.get(formatLegacyKey(pathname));
  if (path === undefined) return undefined;
  const sent = formatRedirectTarget(path);
  return { path, isExact: pathname === sent || pathname === `${sent}/` };
}
