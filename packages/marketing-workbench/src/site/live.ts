/**
 * What readers see only from its date on: articles, pages in the feeds, and redirects from aliases
 * of articles.
 */
export type DatedKind = 'post' | 'page' | 'redirect';

/**
 * Returns whether readers see what has this date; `name` is a slug, or the source of a redirect.
 */
export type LiveTest = (kind: DatedKind, name: string, date: number) => boolean;

/** Returns a test that only compares the date with `now`. */
export function createClockTest(now: number): LiveTest {
  return (_kind, _name, date) => date <= now;
}
