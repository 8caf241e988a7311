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
import { Byline, BylineDate } from './byline.tsx';
import { MoreToRead } from './more-to-read.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type Screen, type ScreenProps, SHOWN } from './screen.ts';
import { ShareLinks } from './share-links.tsx';
import { listContents, TableOfContents } from './table-of-contents.tsx';
import { useChecklists } from './use-checklists.ts';

const ownPageScreen: Screen = {
  load: async ({ client, params }) =>
    (await client.fetchQuery(queries.findPage(params.slug))) === null ? NOT_FOUND : SHOWN,
  View: OwnPageScreen,
};

export { ownPageScreen as screen };

/** Shows a guide or another page at `/{slug}`. */
export function OwnPageScreen({ params, NotFound }: ScreenProps) {
  const { site } = usePageContext();
  const { data: page, isPending } = useQuery(queries.findPage(params.slug));
  const isGuide = site.pages.find(({ slug }) => slug === params.slug)?.form === 'guide';
  if (isPending) {
    return (
      <>
        <PageHead title={isGuide ? 'Guide' : 'Page'} description="" />
        <TextPlaceholder hasCover={isGuide} />
      </>
    );
  }
  if (!page) {
    const title = `${isGuide ? 'Guide' : 'Page'} Not Found`;
    const text = `The ${isGuide ? 'guide' : 'page'} you're looking for doesn't exist or has been moved.`;
    return <NotFound params={params} notice={{ title, text }} />;
  }
  return <OwnPageText key={page.slug} page={page} />;
}

export function OwnPageText({ page, isPreview = false }: { page: OwnPage; isPreview?: boolean }) {
  const { origin, site } = usePageContext();
  const isGuide = page.form === 'guide';
  const contents = useMemo(
    () => (page.contents ? listContents(page.content) : []),
    [page.contents, page.content],
  );
  const path = pages.page(page.slug);
  useChecklists(page);
  return (
    <BreadcrumbPage
      title={page.title}
      seoTitle={page.seoTitle}
      description={page.metaDescription}
      path={path}
      original={page.canonical}
      isHidden={page.noindex}
      card={createTextCard(page, site)}
      isText
      posting={
        isGuide ? { ...page, type: 'Article', section: site.categories[0]?.name ?? '' } : undefined
      }
    >
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <header className="mb-8 max-w-(--container-prose)">
            <h1 tabIndex={-1} className="text-3xl">
              {page.title}
            </h1>
            {isGuide ? <GuideDetails guide={page} /> : <PageDates page={page} />}
          </header>
          <TableOfContents headings={contents} form="folded" />
          <Prose
            html={page.content}
            source={endpoints.page.address({ slug: page.slug })}
            origin={origin}
          />
          {isGuide && (
            <>
              {!isPreview && <ShareLinks url={`${origin}${path}`} title={page.title} />}
              <MoreToRead />
            </>
          )}
        </article>
        <div className="max-lg:hidden">
          <TableOfContents headings={contents} form="sidebar" />
        </div>
      </div>
    </BreadcrumbPage>
  );
}

/** A guide has the cover of the first category. */
function GuideDetails({ guide }: { guide: OwnPage }) {
  const { site } = usePageContext();
  return (
    <>
      <p className="mt-4 text-sm text-soft">
        <span>{guide.readTime} min read</span>
      </p>
      {guide.publishedAt !== undefined && <Byline {...guide} publishedAt={guide.publishedAt} />}
      <CoverArt
        category={site.categories[0]?.slug ?? ''}
        slug={guide.slug}
        className="article-cover mt-6 aspect-[5/2] rounded-md"
      />
    </>
  );
}

function PageDates({ page }: { page: OwnPage }) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 text-sm text-soft">
      <BylineDate label="Updated" date={page.updatedAt} />
      <BylineDate label="Checked on" date={page.checkedAt} />
    </p>
  );
}
