import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { formatRelativeAge } from '../../site/dates.ts';
import type { PostSummary } from '../../site/entities.ts';
import { PLACEHOLDERS } from '../../site/limits.ts';
import { findThemeOf, formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { RowPlaceholders } from '../../ui/row-placeholders.tsx';
import { NoArticles } from '../no-articles.tsx';
import { usePageContext } from '../page-context.ts';
import { useTaxonomy } from '../taxonomy.ts';
import { HomeSection } from './home-section.tsx';

const LIST = 'grid gap-x-12 lg:grid-cols-2';

export function RecentArticles() {
  return (
    <HomeSection id="recent" title="Recent Articles" more={{ label: 'View All', href: pages.articles() }}>
      <RecentList />
    </HomeSection>
  );
}

function RecentList() {
  const state = useTaxonomy();
  const { data: posts, isError } = useQuery(queries.recentPosts());
  if (isError || state.kind === 'failed' || posts?.length === 0) return <NoArticles />;
  if (posts === undefined || state.kind === 'loading')
    return <RowPlaceholders count={PLACEHOLDERS.recent} className={LIST} />;
  return (
    <ul className={LIST}>
      {posts.map((post) => (
        <li key={post.id}>
          <RecentItem post={post} taxonomy={state.taxonomy} />
        </li>
      ))}
    </ul>
  );
}

function RecentItem({ post, taxonomy }: { post: PostSummary; taxonomy: Taxonomy }) {
  const { now } = usePageContext();
  return (
    <article
      data-category={findThemeOf(post, taxonomy)}
      className="group relative grid gap-x-6 border-t border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <CoverArt
        category={findThemeOf(post, taxonomy)}
        slug={post.slug}
        className="aspect-video rounded-sm max-sm:hidden"
      />
      <div>
        <h3 className="text-lg">
          <a
            href={formatPostAddress(post, taxonomy)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{post.excerpt}</p>
        <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-soft">
          <span className="font-bold text-(--category)">{formatCategoryLabel(post, taxonomy)}</span>
          <time dateTime={post.publishedAt}>{formatRelativeAge(post.publishedAt, now)}</time>
          <span>{post.readTime} min read</span>
        </p>
      </div>
    </article>
  );
}
