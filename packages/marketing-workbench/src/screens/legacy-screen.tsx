import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createLegacyCard } from '../site/cards.ts';
import type { LegacyPost } from '../site/entities.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { Prose } from '../ui/prose.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { MoreToRead } from './more-to-read.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type Screen, type ScreenProps, SHOWN } from './screen.ts';

const legacyScreen: Screen = {
  load: async ({ client, params }) => {
    const posts = await client.fetchQuery(queries.legacyPosts());
    const entry = posts.find(({ legacyUrl }) => legacyUrl === params.path);
    if (entry === undefined) return NOT_FOUND;
    if (entry.redirectTo !== undefined) return { kind: 'redirect', to: entry.redirectTo };
    const post = await client.fetchQuery(queries.findLegacyPost(entry.slug));
    return post === null ? NOT_FOUND : SHOWN;
  },
  View: LegacyScreen,
};

export { legacyScreen as screen };

const FAILURE = 'Failed to load post';

export function LegacyScreen({ params, NotFound }: ScreenProps) {
  const list = useQuery(queries.legacyPosts());
  const entry = list.data?.find(({ legacyUrl }) => legacyUrl === params.path);
  const post = useQuery({
    ...queries.findLegacyPost(entry?.slug ?? ''),
    enabled: entry?.redirectTo === undefined && entry !== undefined,
  });
  const failure = list.error ?? post.error;
  useEffect(() => {
    if (failure) console.error(FAILURE, failure);
  }, [failure]);
  if (list.isPending || entry?.redirectTo !== undefined) return <LegacyPlaceholder />;
  if (failure || entry === undefined || post.data === null) {
    // The specification (section 8) requires the reason.
    const text = failure ? FAILURE : 'Legacy post not found';
    return <NotFound params={params} notice={{ title: 'Post Not Found', text }} />;
  }
  return post.data === undefined ? <LegacyPlaceholder /> : <LegacyPostPage post={post.data} />;
}

function LegacyPostPage({ post }: { post: LegacyPost }) {
  const { origin, site } = usePageContext();
  return (
    <BreadcrumbPage
      title={post.title}
      description={post.metaDescription}
      path={post.legacyUrl}
      parents={[{ label: 'Site Map', href: pages.siteMap() }]}
      card={createLegacyCard(post, site)}
      posting={{ type: 'Article', wordCount: post.wordCount }}
    >
      <article className="mt-6">
        <h1 tabIndex={-1} className="mb-6 max-w-(--container-prose) text-3xl">
          {post.title}
        </h1>
        <Prose
          html={post.content}
          source={endpoints.legacyPost.address({ slug: post.slug })}
          origin={origin}
        />
        <MoreToRead />
      </article>
    </BreadcrumbPage>
  );
}

function LegacyPlaceholder() {
  return (
    <>
      <PageHead title="Article" description="" />
      <TextPlaceholder />
    </>
  );
}
