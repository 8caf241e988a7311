import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createTextCard } from '../site/cards.ts';
import { formatDate } from '../site/dates.ts';
import type { OwnPage } from '../site/entities.ts';
import { TextPlaceholder } from '../ui/card-placeholders.tsx';
import { Prose } from '../ui/prose.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { NotFoundNotice } from './category-links.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { NOT_FOUND, type RouteParams, type Screen, SHOWN } from './screen.ts';
import { listContents, TableOfContents } from './table-of-contents.tsx';

export const screen: Screen = {
  load: async ({ client, params }) =>
    (await client.fetchQuery(queries.findPage(params.slug))) === null ? NOT_FOUND : SHOWN,
  View: PageScreen,
};

export function PageScreen({ params }: { params: RouteParams }) {
  const { data: page, isPending } = useQuery(queries.findPage(params.slug));
  if (isPending) return <PagePlaceholder />;
  if (!page) {
    const text = "The page you're looking for doesn't exist or has been moved.";
    return <NotFoundNotice title="Page Not Found" text={text} path={params.path} />;
  }
  return <PageText key={page.slug} page={page} />;
}

function PageText({ page }: { page: OwnPage }) {
  const { origin, site } = usePageContext();
  const contents = useMemo(
    () => (page.contents ? listContents(page.content) : []),
    [page.contents, page.content],
  );
  return (
    <BreadcrumbPage
      title={page.title}
      seoTitle={page.seoTitle}
      description={page.metaDescription}
      path={pages.page(page.slug)}
      original={page.canonical}
      isHidden={page.noindex}
      card={createTextCard(page, site)}
      isText
    >
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <header className="mb-8 max-w-(--container-prose)">
            <h1 tabIndex={-1} className="text-3xl">
              {page.title}
            </h1>
            <p className="mt-4 flex flex-wrap gap-x-4 text-sm text-soft">
              <PageDate label="Updated" date={page.updatedAt} />
              <PageDate label="Checked on" date={page.checkedAt} />
            </p>
          </header>
          <TableOfContents headings={contents} form="folded" />
          <Prose html={page.content} source={endpoints.page.address({ slug: page.slug })} origin={origin} />
        </article>
        <div className="max-lg:hidden">
          <TableOfContents headings={contents} form="sidebar" />
        </div>
      </div>
    </BreadcrumbPage>
  );
}

function PageDate({ label, date }: { label: string; date: string | undefined }) {
  return (
    date !== undefined && (
      <span>
        {label} <time dateTime={date}>{formatDate(date)}</time>
      </span>
    )
  );
}

function PagePlaceholder() {
  return (
    <>
      <PageHead title="Page" description="" />
      <TextPlaceholder />
    </>
  );
}
