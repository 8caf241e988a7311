import { formatDate } from '../site/dates.ts';
import type { PostSummary } from '../site/entities.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { ArticleCard } from '../ui/article-card.tsx';

type ArticleGridProps = {
  readonly posts: readonly PostSummary[];
  readonly taxonomy: Taxonomy;
};

/** Posts as cards, each with its shelf, date and reading time. */
export function ArticleGrid({ posts, taxonomy }: ArticleGridProps) {
  return (
    <ul className="card-grid">
      {posts.map((post) => (
        <li key={post.id}>
          <ArticleCard
            href={formatPostAddress(post, taxonomy)}
            title={post.title}
            excerpt={post.excerpt}
            label={formatCategoryLabel(post, taxonomy)}
            cover={{ category: findThemeOf(post, taxonomy), slug: post.slug }}
            meta={
              <>
                <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>
                <span>{post.readTime} min read</span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
