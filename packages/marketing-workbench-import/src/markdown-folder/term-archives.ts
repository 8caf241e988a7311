import { createFormerSlug } from 'marketing-workbench/site/create-slug';
import { joinPath } from '../permalinks.ts';
import type { SourceArchive } from '../source.ts';
import type { TermNames } from './page.ts';

/** Lists the usual addresses of the lists of categories and tags, below each of the folders. */
export function listTermArchives(
  { categories, tags }: TermNames,
  folders: Readonly<Record<'category' | 'tag', readonly string[]>>,
): readonly SourceArchive[] {
  const list = (kind: 'category' | 'tag', names: readonly string[]) =>
    folders[kind].flatMap((folder): readonly SourceArchive[] => [
      { address: joinPath(folder, '/'), kind: 'home' },
      ...names.map((of) => ({
        address: joinPath(folder, createFormerSlug(of) || encodeURIComponent(of), '/'),
        kind,
        of,
      })),
    ]);
  return [...list('category', categories), ...list('tag', tags)];
}
