import { formatDate } from '../site/dates.ts';
import type { PostSummary } from '../site/entities.ts';
import { findThemeOf, formatPostAddress, formatShelfName, type Sections } from '../site/sections.ts';
import { ArticleCard } from '../ui/article-card.tsx';

type ArticleGridProps = {
  readonly posts: readonly PostSummary[];
  readonly sections: Sections;
};

/** Posts as cards, each with its shelf, date and reading time. */
export function ArticleGrid({ posts, sections }: ArticleGridProps) {
  return (
    <ul className="card-grid">
      {posts.map((post) => (
        <li key={post.id}>
          <ArticleCard
            href={formatPostAddress(post, sections)}
            title={post.title}
            excerpt={post.excerpt}
            label={formatShelfName(post, sections)}
            cover={{ category: findThemeOf(post, sections), slug: post.slug }}
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
