import { formatDate } from '../site/dates.ts';
import type { PostSummary } from '../site/entities.ts';
import {
  findThemeOf,
  formatCategoryLabel,
  formatPostAddress,
  type Taxonomy,
} from '../site/taxonomy.ts';
import { CoverArt } from '../ui/cover/cover-art.tsx';

type GridPost = Pick<
  PostSummary,
  'id' | 'slug' | 'title' | 'excerpt' | 'readTime' | 'cover' | 'categoryId' | 'subcategoryId'
> & {
  /** Absent if the card shows no date. */
  readonly publishedAt?: string;
};

export function ArticleGrid({
  posts,
  taxonomy,
}: {
  posts: readonly GridPost[];
  taxonomy: Taxonomy;
}) {
  return (
    <ul className="card-grid">
      {posts.map((post) => (
        <li key={post.id}>
          <ArticleCard post={post} taxonomy={taxonomy} />
        </li>
      ))}
    </ul>
  );
}

/** The title's link covers the whole card. */
function ArticleCard({ post, taxonomy }: { post: GridPost; taxonomy: Taxonomy }) {
  const theme = findThemeOf(post, taxonomy);
  return (
    <article
      data-category={theme}
      className="card group relative shadow-card transition-shadow duration-quick hover:shadow-raised"
    >
      <CoverArt
        category={theme}
        slug={post.slug}
        picture={post.cover?.html}
        className="cover-place"
      />
      <div className="card-text">
        <p className="text-xs font-bold uppercase tracking-wider text-(--category)">
          {formatCategoryLabel(post, taxonomy)}
        </p>
        <h3 className="card-title mt-2">
          <a
            href={formatPostAddress(post, taxonomy)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-2 text-sm text-soft">{post.excerpt}</p>
        <p className="mt-auto flex flex-wrap gap-x-3 pt-4 text-xs text-soft">
          {post.publishedAt !== undefined && (
            <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
          )}
          <span>{post.readTime} min read</span>
        </p>
      </div>
    </article>
  );
}
