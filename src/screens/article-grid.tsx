import type { ReactNode } from 'react';
import { formatDate } from '../site/dates.ts';
import type { PostSummary } from '../site/entities.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { CoverArt } from '../ui/cover/cover-art.tsx';

type ArticleGridProps = {
  readonly posts: readonly PostSummary[];
  readonly taxonomy: Taxonomy;
};

/** Posts as cards, each with its listing, date and reading time. */
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

export type ArticleCardProps = {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string;
  /** The listing it stands on. */
  readonly label: string;
  /** What its cover is drawn from. */
  readonly cover: { readonly category: string; readonly slug: string };
  /** Date, reading time and the like. */
  readonly meta: ReactNode;
};

/** An article in a grid. The title's link covers the whole card. */
export function ArticleCard({ href, title, excerpt, label, cover, meta }: ArticleCardProps) {
  return (
    <article
      data-category={cover.category}
      className="card group relative shadow-card transition-shadow duration-quick hover:shadow-raised"
    >
      <CoverArt {...cover} className="cover-place" />
      <div className="card-text">
        <p className="text-xs font-bold uppercase tracking-wider text-(--category)">{label}</p>
        <h3 className="card-title mt-2">
          <a href={href} className="no-underline after:absolute after:inset-0 group-hover:underline">
            {title}
          </a>
        </h3>
        <p className="mt-2 text-sm text-soft">{excerpt}</p>
        <p className="mt-auto flex flex-wrap gap-x-3 pt-4 text-xs text-soft">{meta}</p>
      </div>
    </article>
  );
}
