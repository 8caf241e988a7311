import { listArchives, listWithFeeds } from '../archives.ts';
import type { SourceArchive, SourceCategory } from '../source.ts';

type Archived = {
  /** The path of the blog on its host: empty, or such as `/blog`. */
  readonly base: string;
  readonly categories: ReadonlyMap<string, SourceCategory & { readonly id: string }>;
  /** Tags by slug. */
  readonly tags: ReadonlyMap<string, { readonly name: string; readonly id: string }>;
  /** Authors by login. */
  readonly authors: ReadonlyMap<string, { readonly number: string }>;
};

const FOLDERS = { category: 'category', author: 'author', tag: 'tag' } as const;

/** Lists the addresses that WordPress gives to lists and feeds by default. */
export function listWordpressArchives({
  base,
  categories,
  tags,
  authors,
}: Archived): readonly SourceArchive[] {
  const listTerm = (address: string, kind: SourceArchive['kind'], of: string) => [
    ...listArchives(kind, [`${address}/`], of),
    ...listArchives(
      'feed',
      [`${address}/feed/`, `${address}/feed/atom/`],
      kind === 'category' ? of : undefined,
    ),
  ];
  const listById = (name: string, id: string, kind: SourceArchive['kind'], of: string) =>
    id === '' ? [] : listArchives(kind, [`${base}/?${name}=${id}`], of);
  return [
    ...[...categories.values()].flatMap(({ slug, id }) => [
      ...listTerm(
        `${base}/${FOLDERS.category}/${formatCategoryPath(slug, categories)}`,
        'category',
        slug,
      ),
      ...listById('cat', id, 'category', slug),
    ]),
    ...[...authors].flatMap(([login, { number }]) => [
      ...listTerm(`${base}/${FOLDERS.author}/${formatSegment(login)}`, 'author', login),
      ...listById('author', number, 'author', login),
    ]),
    ...[...tags].flatMap(([slug, { name }]) => [
      ...listTerm(`${base}/${FOLDERS.tag}/${slug}`, 'tag', name),
      ...listById('tag', slug, 'tag', name),
    ]),
    ...(base === '' ? [] : listWithFeeds(`${base}/`, { kind: 'home' }, ['feed/'])),
  ];
}

function formatCategoryPath(slug: string, categories: Archived['categories']): string {
  const path: string[] = [];
  for (let next: string | undefined = slug; next !== undefined && !path.includes(next); ) {
    path.unshift(next);
    next = categories.get(next)?.parent;
  }
  return path.join('/');
}

function formatSegment(login: string): string {
  return encodeURIComponent(login.toLowerCase().replace(/[\s.@_]+/g, '-'));
}
