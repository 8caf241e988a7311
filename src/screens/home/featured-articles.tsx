import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { PLACEHOLDERS } from '../../site/limits.ts';
import { CardPlaceholders } from '../../ui/card-placeholders.tsx';
import { ArticleGrid } from '../article-grid.tsx';
import { NoArticles } from '../no-articles.tsx';
import { useTaxonomy } from '../taxonomy.ts';
import { HomeSection } from './home-section.tsx';

export function FeaturedArticles() {
  return (
    <HomeSection id="featured" title="Featured Articles" more={{ label: 'View All', href: pages.articles() }}>
      <FeaturedGrid />
    </HomeSection>
  );
}

function FeaturedGrid() {
  const state = useTaxonomy();
  const { data: posts, isError } = useQuery(queries.featuredPosts());
  if (isError || state.kind === 'failed' || posts?.length === 0) return <NoArticles />;
  if (posts === undefined || state.kind === 'loading')
    return <CardPlaceholders count={PLACEHOLDERS.featured} />;
  return <ArticleGrid posts={posts} taxonomy={state.taxonomy} />;
}
