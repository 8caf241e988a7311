import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { formatPostAddress } from '../site/taxonomy.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ArticlePage } from './article-page.tsx';
import { NotFoundNotice } from './category-links.tsx';
import { PageHead } from './page-head.tsx';
import { type LoadRequest, NOT_FOUND, type Outcome, type RouteParams, type Screen, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

export const screen: Screen = { load: loadArticle, View: ArticleScreen };

export function ArticleScreen({ params }: { params: RouteParams }) {
  const state = useTaxonomy();
  const { data: post, isPending } = useQuery(queries.findPost(params.slug));
  if (isPending || state.kind === 'loading') return <ArticlePlaceholder />;
  if (state.kind === 'failed' || post === undefined || post === null)
    return <ArticleNotFound path={params.path} />;
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

/** Loads the article with this slug, or redirects to it if it has another path. */
export async function loadArticle({ client, params }: LoadRequest): Promise<Outcome> {
  const [taxonomy, post] = await Promise.all([
    loadTaxonomy(client),
    client.fetchQuery(queries.findPost(params.slug)),
  ]);
  if (post === null) return NOT_FOUND;
  const address = formatPostAddress(post, taxonomy);
  if (address !== params.path) return { kind: 'redirect', to: address };
  await Promise.all([
    client.fetchQuery(queries.relatedPosts(post.id)),
    client.fetchQuery(queries.popularPosts()),
  ]);
  return SHOWN;
}
