import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createTextCard } from '../site/cards.ts';
import type { OwnPage } from '../site/entities.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { CoverArt } from '../ui/cover/cover-art.tsx';
import { Prose } from '../ui/prose.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { Byline } from './byline.tsx';
import { NotFoundNotice } from './category-links.tsx';
import { MoreToRead } from './more-to-read.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type RouteParams, type Screen, SHOWN } from './screen.ts';
import { ShareLinks } from './share-links.tsx';
import { listContents, TableOfContents } from './table-of-contents.tsx';
import { useChecklists } from './use-checklists.ts';

export const screen: Screen = {
  load: async ({ client, params }) =>
    (await client.fetchQuery(queries.findPage(params.slug))) === null ? NOT_FOUND : SHOWN,
  View: GuideScreen,
};

export function GuideScreen({ params }: { params: RouteParams }) {
  const { data: guide, isPending } = useQuery(queries.findPage(params.slug));
  if (isPending) return <GuidePlaceholder />;
  if (!guide) {
    const text = "The guide you're looking for doesn't exist or has been moved.";
    return <NotFoundNotice title="Guide Not Found" text={text} path={params.path} />;
  }
  return <GuidePage key={guide.slug} guide={guide} />;
}

/** A guide has the colour of the first category. */
function GuidePage({ guide }: { guide: OwnPage }) {
  const { origin, site } = usePageContext();
  const [category] = site.categories;
  const contents = useMemo(() => listContents(guide.content), [guide.content]);
  const path = pages.page(guide.slug);
  useChecklists(guide);
  return (
    <BreadcrumbPage
      title={guide.title}
      seoTitle={guide.seoTitle}
      description={guide.metaDescription}
      path={path}
      original={guide.canonical}
      isHidden={guide.noindex}
      card={createTextCard(guide, site)}
      posting={{ ...guide, type: 'Article', section: category?.name ?? '' }}
    >
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <header className="mb-8 max-w-(--container-prose)">
            <h1 tabIndex={-1} className="text-3xl">
              {guide.title}
            </h1>
            <p className="mt-4 text-sm text-soft">
              <span>{guide.readTime} min read</span>
            </p>
            {guide.publishedAt !== undefined && <Byline {...guide} publishedAt={guide.publishedAt} />}
            <CoverArt
              category={category?.slug ?? ''}
              slug={guide.slug}
              className="article-cover mt-6 aspect-[5/2] rounded-md"
            />
          </header>
          <TableOfContents headings={contents} form="folded" />
          <Prose html={guide.content} source={endpoints.page.address({ slug: guide.slug })} origin={origin} />
          <ShareLinks url={`${origin}${path}`} title={guide.title} />
          <MoreToRead />
        </article>
        <div className="max-lg:hidden">
          <TableOfContents headings={contents} form="sidebar" />
        </div>
      </div>
    </BreadcrumbPage>
  );
}

function GuidePlaceholder() {
  return (
    <>
      <PageHead title="Guide" description="" />
      <TextPlaceholder hasCover />
    </>
  );
}
