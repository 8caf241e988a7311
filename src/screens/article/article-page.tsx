import { useMemo } from 'react';
import { calls, pages } from '../../site/addresses.ts';
import { createPostCard } from '../../site/cards.ts';
import { NEWS } from '../../site/categories.ts';
import type { Post } from '../../site/entities.ts';
import {
  findCategoryOf,
  findSubcategoryOf,
  formatCategoryLabel,
  formatPostAddress,
  formatSubcategoryAddress,
  type Taxonomy,
} from '../../site/taxonomy.ts';
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx';
import { Prose } from '../../ui/prose.tsx';
import { usePageContext } from '../page-context.ts';
import { PageHead } from '../page-head.tsx';
import type { Posting } from '../structured-data.ts';
import { ArticleHeader } from './article-header.tsx';
import { ArticleSidebar } from './article-sidebar.tsx';
import { listContents } from './headings.ts';
import { NeighbourLinks } from './neighbour-links.tsx';
import { PathStep } from './path-step.tsx';
import { RelatedArticles } from './related-articles.tsx';
import { ShareLinks } from './share-links.tsx';
import { TableOfContents } from './table-of-contents.tsx';
import { useChecklists } from './use-checklists.ts';
import { useViewCount } from './use-view-count.ts';

export function ArticlePage({ post, taxonomy }: { post: Post; taxonomy: Taxonomy }) {
  const { origin } = usePageContext();
  useViewCount(post.id);
  useChecklists(post);
  const headings = useMemo(() => listContents(post.content), [post.content]);
  const address = formatPostAddress(post, taxonomy);
  const crumbs = listCrumbs(post, taxonomy);
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHead
        title={post.title}
        description={post.metaDescription}
        canonical={address}
        type="article"
        card={createPostCard(post, taxonomy)}
        crumbs={crumbs}
        posting={createPosting(post, taxonomy)}
        hasMarkdown
      />
      <Breadcrumbs crumbs={crumbs} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <ArticleHeader post={post} taxonomy={taxonomy} />
          <TableOfContents headings={headings} form="folded" />
          <Prose html={post.content} source={calls.post(post.slug)} origin={origin} />
          <p className="print-only">{`${origin}${address}`}</p>
          <PathStep post={post} taxonomy={taxonomy} />
          <ShareLinks url={`${origin}${address}`} title={post.title} />
          <NeighbourLinks post={post} taxonomy={taxonomy} />
        </article>
        <ArticleSidebar taxonomy={taxonomy} headings={headings} />
      </div>
      <RelatedArticles postId={post.id} taxonomy={taxonomy} />
    </div>
  );
}

function createPosting(post: Post, taxonomy: Taxonomy): Posting {
  const isNews = findSubcategoryOf(post, taxonomy)?.slug === NEWS.slug;
  const section = formatCategoryLabel(post, taxonomy);
  return { ...post, type: isNews ? 'NewsArticle' : 'BlogPosting', section, summary: post.excerpt };
}

function listCrumbs(post: Post, taxonomy: Taxonomy): readonly Crumb[] {
  const category = findCategoryOf(post, taxonomy);
  const subcategory = findSubcategoryOf(post, taxonomy);
  return [
    { label: 'Home', href: pages.home() },
    ...(category ? [{ label: category.name, href: pages.category(category.slug) }] : []),
    ...(subcategory
      ? [{ label: subcategory.name, href: formatSubcategoryAddress(subcategory, taxonomy) }]
      : []),
    { label: post.title, href: formatPostAddress(post, taxonomy) },
  ];
}
