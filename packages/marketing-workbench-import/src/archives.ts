import type { SourceArchive } from './source.ts';

type ArchiveOf = Pick<SourceArchive, 'kind' | 'of'>;

/** Lists one list or feed under each of its addresses. */
export function listArchives(
  kind: SourceArchive['kind'],
  addresses: readonly string[],
  of?: string,
): readonly SourceArchive[] {
  return addresses.map((address) => ({ address, kind, of }));
}

/**
 * Lists a list of texts, and its feeds with these names below its address, which must end with a
 * slash.
 */
export function listWithFeeds(
  address: string,
  { kind, of }: ArchiveOf,
  names: readonly string[],
): readonly SourceArchive[] {
  const feeds = names.map((name) => `${address}${name}`);
  return [...listArchives(kind, [address], of), ...listArchives('feed', feeds, of)];
}
