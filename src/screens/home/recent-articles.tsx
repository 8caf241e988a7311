import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { formatRelativeAge } from '../../site/dates.ts';
import type { PostSummary } from '../../site/entities.ts';
import { PLACEHOLDERS } from '../../site/limits.ts';
import { findThemeOf, formatPostAddress, formatShelfName, type Sections } from '../../site/sections.ts';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { RowPlaceholders } from '../../ui/row-placeholders.tsx';
import { NoArticles } from '../no-articles.tsx';
import { usePageContext } from '../page-context.ts';
import { useSections } from '../sections.ts';
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
  const state = useSections();
  const { data: posts, isError } = useQuery(queries.recentPosts());
  if (isError || state.kind === 'failed' || posts?.length === 0) return <NoArticles />;
  if (posts === undefined || state.kind === 'loading')
    return <RowPlaceholders count={PLACEHOLDERS.recent} className={LIST} />;
  return (
    <ul className={LIST}>
      {posts.map((post) => (
        <li key={post.id}>
          <RecentItem post={post} sections={state.sections} />
        </li>
      ))}
    </ul>
  );
}

function RecentItem({ post, sections }: { post: PostSummary; sections: Sections }) {
  const { now } = usePageContext();
  return (
    <article
      data-category={findThemeOf(post, sections)}
      className="group relative grid gap-x-6 border-t border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <CoverArt
        category={findThemeOf(post, sections)}
        slug={post.slug}
        className="aspect-video rounded-sm max-sm:hidden"
      />
      <div>
        <h3 className="text-lg">
          <a
            href={formatPostAddress(post, sections)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{post.excerpt}</p>
        <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-soft">
          <span className="font-bold text-(--category)">{formatShelfName(post, sections)}</span>
          <time dateTime={post.publishedAt}>{formatRelativeAge(post.publishedAt, now)}</time>
          <span>{post.readTime} min read</span>
        </p>
      </div>
    </article>
  );
}
