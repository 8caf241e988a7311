import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextPlaceholder } from '../../ui/text-placeholder.tsx';
import { NotFoundNotice } from '../not-found-notice.tsx';
import { PageHead } from '../page-head.tsx';
import type { Place, Screen } from '../screen.ts';
import { useTaxonomy } from '../taxonomy.ts';
import { ArticlePage } from './article-page.tsx';
import { loadArticle } from './load-article.ts';

export const screen: Screen = { load: loadArticle, View: ArticleScreen };

export function ArticleScreen({ place }: { place: Place }) {
  const state = useTaxonomy();
  const { data: post, isPending } = useQuery(queries.findPost(place.slug));
  if (isPending || state.kind === 'loading') return <ArticlePlaceholder />;
  if (state.kind === 'failed' || post === undefined || post === null)
    return <ArticleNotFound path={place.path} />;
  return <ArticlePage key={post.slug} post={post} taxonomy={state.taxonomy} />;
}

function ArticlePlaceholder() {
  return (
    <>
      <PageHead title="Article" description="" />
      <TextPlaceholder hasCover />
    </>
  );
}

function ArticleNotFound({ path }: { path: string }) {
  return (
    <NotFoundNotice
      title="Article Not Found"
      text="The article you're looking for doesn't exist or has been moved."
      path={path}
    >
      <LinkButton href={pages.articles()} variant="secondary">
        Browse All Articles
      </LinkButton>
    </NotFoundNotice>
  );
}
