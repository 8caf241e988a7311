import type { SourceArchive } from './source.ts';

type ArchiveOf = Pick<SourceArchive, 'kind' | 'of'>;

/** The same list or feed at several addresses. */
export function listArchives(
  kind: SourceArchive['kind'],
  addresses: readonly string[],
  of?: string,
): readonly SourceArchive[] {
  return addresses.map((address) => ({ address, kind, of }));
}

/** A list, and its feeds with these names below its address, which ends with a slash. */
export function listWithFeeds(
  address: string,
  { kind, of }: ArchiveOf,
  names: readonly string[],
): readonly SourceArchive[] {
  const feeds = names.map((name) => `${address}${name}`);
  return [...listArchives(kind, [address], of), ...listArchives('feed', feeds, of)];
}
