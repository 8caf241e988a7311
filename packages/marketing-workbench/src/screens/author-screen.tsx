import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { files, pages } from '../site/addresses.ts';
import { createAuthorCard } from '../site/cards.ts';
import type { AuthorDetail, PostSummary } from '../site/entities.ts';
import { CATEGORY_PAGE_SIZE, PLACEHOLDERS } from '../site/limits.ts';
import { listCategoryPageSteps } from '../site/pagination.ts';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { ListedArticles, loadListPage, type PagedList, useListPage } from './listed-articles.tsx';
import { ListingPlaceholder } from './listing-view.tsx';
import { usePageContext } from './page-head.tsx';
import { NOT_FOUND, type Screen, type ScreenProps, SHOWN } from './screen.ts';
import { loadTaxonomy } from './taxonomy.ts';

const authorScreen: Screen = {
  load: async ({ client, params, site }) => {
    const author = await client.fetchQuery(queries.findAuthor(params.slug));
    if (author === null) return NOT_FOUND;
    await Promise.all([
      loadTaxonomy(client, site),
      loadListPage(client, createAuthorPostList(author.slug), params.page),
    ]);
    return SHOWN;
  },
  View: AuthorScreen,
};

export { authorScreen as screen };

function createAuthorPostList(author: string): PagedList<PostSummary> {
  return { query: (page) => queries.listPosts({ author, page }), pageSize: CATEGORY_PAGE_SIZE };
}

export function AuthorScreen({ params, NotFound }: ScreenProps) {
  const { data: author, isPending } = useQuery(queries.findAuthor(params.slug));
  if (isPending) return <ListingPlaceholder />;
  if (!author) {
    const text = "The author you're looking for doesn't exist.";
    return <NotFound params={params} notice={{ title: 'Author Not Found', text }} />;
  }
  return <AuthorPage author={author} askedPage={params.page} />;
}

function AuthorPage({ author, askedPage }: { author: AuthorDetail; askedPage: number }) {
  const { site } = usePageContext();
  const { slug, name, role, about, picture, links = [] } = author;
  const list = useListPage(createAuthorPostList(slug), askedPage);
  const page = list.kind === 'loaded' ? list.page : undefined;
  return (
    <BreadcrumbPage
      title={name}
      page={page}
      description={
        about ?? `${[name, role].filter(Boolean).join(', ')}: all articles at ${site.name}.`
      }
      path={pages.author(slug)}
      canonical={page === undefined ? undefined : pages.author(slug, page)}
      card={createAuthorCard(author, site)}
      author={author}
    >
      <header className="mt-6 mb-8 flex max-w-(--container-prose) items-start gap-6">
        {picture !== undefined && (
          <img src={files.media(picture)} alt="" width="128" height="128" className="rounded-md" />
        )}
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl">
            {name}
          </h1>
          {role !== undefined && <p className="mt-1 text-soft">{role}</p>}
          {about !== undefined && <p className="mt-4">{about}</p>}
          <ul className="mt-4 flex flex-wrap gap-x-4 text-sm">
            {links.map((href) => (
              <li key={href}>
                <a
                  href={href}
                  rel="me noopener external"
                  className="target py-2 underline underline-offset-4"
                >
                  {new URL(href).host.replace(/^www\./, '')}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <ListedArticles
        list={list}
        placeholderCount={PLACEHOLDERS.list}
        listSteps={listCategoryPageSteps}
        formatAddress={(number) => pages.author(slug, number)}
        hasTitle
      />
    </BreadcrumbPage>
  );
}
