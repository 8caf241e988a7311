import type { Post, PostNeighbour } from '../../site/entities.ts';
import { formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';

/** The articles published before and after this one on the same shelf. */
export function NeighbourLinks({ post, taxonomy }: { post: Post; taxonomy: Taxonomy }) {
  if (post.previous === undefined && post.next === undefined) return null;
  const shelf = formatCategoryLabel(post, taxonomy);
  return (
    <nav
      aria-label="Older and newer articles"
      className="no-print mt-10 grid max-w-(--container-prose) gap-4 sm:grid-cols-2"
    >
      <NeighbourLink label={`Older in ${shelf}`} neighbour={post.previous} post={post} taxonomy={taxonomy} />
      <NeighbourLink label={`Newer in ${shelf}`} neighbour={post.next} post={post} taxonomy={taxonomy} />
    </nav>
  );
}

type NeighbourLinkProps = {
  readonly label: string;
  readonly neighbour: PostNeighbour | undefined;
  readonly post: Post;
  readonly taxonomy: Taxonomy;
};

function NeighbourLink({ label, neighbour, post, taxonomy }: NeighbourLinkProps) {
  if (neighbour === undefined) return <span className="max-sm:hidden" />;
  return (
    <a
      href={formatPostAddress({ ...post, slug: neighbour.slug }, taxonomy)}
      className="group rounded-md border border-line bg-panel p-4 no-underline hover:border-edge"
    >
      <span className="block text-xs font-bold uppercase tracking-wider text-soft">{label}</span>
      <span className="mt-1 block font-serif font-bold group-hover:underline">{neighbour.title}</span>
    </a>
  );
}
