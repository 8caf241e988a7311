import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { RELATED_COUNT } from '../../site/limits.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { cutExcerpt } from '../../site/texts.ts';
import { ArticleCard } from '../../ui/article-card.tsx';
import { CardPlaceholders } from '../../ui/card-placeholders.tsx';

export function RelatedArticles({ postId, taxonomy }: { postId: number; taxonomy: Taxonomy }) {
  const { data: posts, isPending } = useQuery(queries.relatedPosts(postId));
  if (!isPending && (posts === undefined || posts.length === 0)) return null;
  return (
    <section aria-label="Related Articles" className="no-print mt-16 border-t border-line pt-10">
      <h2 className="mb-6 text-2xl">Related Articles</h2>
      {posts === undefined ? (
        <CardPlaceholders count={RELATED_COUNT} />
      ) : (
        <ul className="card-grid">
          {posts.map((post) => (
            <li key={post.id}>
              <ArticleCard
                href={formatPostAddress(post, taxonomy)}
                title={post.title}
                excerpt={cutExcerpt(post.excerpt)}
                label={formatCategoryLabel(post, taxonomy)}
                cover={{ category: findThemeOf(post, taxonomy), slug: post.slug }}
                meta={<span>{post.readTime} min read</span>}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
