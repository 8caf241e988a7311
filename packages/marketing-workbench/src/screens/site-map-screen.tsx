import { useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import { FIXED_PAGES, type FixedPage, files, pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import type { Category } from '../site/entities.ts';
import { PLACEHOLDERS, SITE_MAP_POSTS_PER_SUBCATEGORY } from '../site/limits.ts';
import type { Site } from '../site/site.ts';
import {
  formatPostAddress,
  formatSubcategoryAddress,
  listSubcategoriesOf,
  type Taxonomy,
} from '../site/taxonomy.ts';
import { formatArticleCount } from '../site/texts.ts';
import { listPlaceholderKeys } from '../ui/card-placeholders.tsx';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { RowPlaceholders } from '../ui/row-placeholders.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { NoArticles } from './no-articles.tsx';
import { usePageContext } from './page-head.tsx';
import { type Screen, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

function listMainPages({ categories, news, pages: own }: Site): readonly SiteMapLink[] {
  const fixed: readonly FixedPage[] = Object.values(FIXED_PAGES);
  return [
    ...fixed.flatMap(({ kind, title: label, path: href }) =>
      kind === 'entrance' ? { label, href } : [],
    ),
    ...categories.map(({ name, slug }) => ({ label: name, href: pages.category(slug) })),
    ...own.flatMap(({ title, slug, inSitemap }) =>
      inSitemap ? { label: title, href: pages.page(slug) } : [],
    ),
    ...(news === undefined ? [] : [{ label: news.name, href: news.path }]),
    { label: 'Search', href: pages.search() },
  ];
}

const siteMapScreen: Screen = {
  load: async ({ client, site }) => {
    const taxonomy = await loadTaxonomy(client, site);
    await Promise.all([
      client.fetchQuery(queries.legacyPosts()),
      ...taxonomy.categories
        .flatMap((category) => listSiteMapLists(category, taxonomy))
        .map((list) => client.fetchQuery(querySiteMapPosts(list))),
    ]);
    return SHOWN;
  },
  View: SiteMapScreen,
};

export { siteMapScreen as screen };

export function SiteMapScreen() {
  const { site } = usePageContext();
  return (
    <BreadcrumbPage
      title="Site Map"
      description={`Every page of ${site.name} in one place: the main pages, the articles by category and topic, and the articles of the old site.`}
      path={pages.siteMap()}
      card={createPageCard('site-map', site)}
    >
      <h1 tabIndex={-1} className="mt-6 text-2xl">
        Site Map
      </h1>
      <LinkSection id="main-pages" title="Main Pages" links={listMainPages(site)} />
      <section aria-labelledby="by-category" className="mt-10">
        <h2 id="by-category" className="text-xl">
          Content by Category
        </h2>
        <Categories />
      </section>
      {site.authors !== undefined && (
        <LinkSection
          id="authors"
          title="Authors"
          links={site.authors.map(({ name, slug }) => ({ label: name, href: pages.author(slug) }))}
        />
      )}
      <LegacyArticles />
      <p className="mt-10 text-soft">
        For search engines there is an{' '}
        <a href={files.sitemapXml()} className="text-accent underline">
          XML sitemap
        </a>
        .
      </p>
    </BreadcrumbPage>
  );
}

function Categories() {
  const state = useTaxonomy();
  if (state.kind === 'failed') return <NoArticles />;
  if (state.kind === 'loading') return <RowPlaceholders count={PLACEHOLDERS.categories} />;
  return state.taxonomy.categories.map((category) => (
    <CategorySection key={category.id} category={category} taxonomy={state.taxonomy} />
  ));
}

function LegacyArticles() {
  const { data: posts = [] } = useQuery(queries.legacyPosts());
  if (posts.length === 0) return null;
  const links = posts.map(({ title, legacyUrl, redirectTo }) =>
    redirectTo === undefined
      ? { label: title, href: legacyUrl }
      : { label: title, href: redirectTo, formerly: legacyUrl },
  );
  return <LinkSection id="legacy-articles" title="Legacy Articles" links={links} />;
}

type SiteMapLink = {
  readonly label: string;
  /** Never a redirect: only the footer links to redirects. */
  readonly href: string;
  /** The legacy path that redirects there. */
  readonly formerly?: string;
};

type LinkSectionProps = {
  readonly id: string;
  readonly title: string;
  readonly links: readonly SiteMapLink[];
};

function LinkSection({ id, title, links }: LinkSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-3 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {links.map(({ label, href, formerly }) => (
          <li key={formerly ?? href}>
            <a href={href} className="target py-2 text-accent underline-offset-4 hover:underline">
              {label}
            </a>
            {formerly !== undefined && <p className="text-sm text-soft">formerly {formerly}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CategorySection({ category, taxonomy }: { category: Category; taxonomy: Taxonomy }) {
  return (
    <details
      className="group mt-4 rounded-md border border-line bg-panel"
      data-category={category.slug}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-5 py-3">
        <CategoryIcon icon={category.icon} className="size-5 text-(--category)" />
        <h3 className="text-lg">{category.name}</h3>
        <span className="grow text-sm text-soft">{formatArticleCount(category.postCount)}</span>
        <svg
          viewBox="0 0 24 24"
          className="size-5 fill-soft group-open:rotate-180"
          aria-hidden="true"
          focusable="false"
        >
          <path d="m5 8 7 7 7-7 1.4 1.4L12 17.8 3.6 9.4z" />
        </svg>
      </summary>
      <div className="grid gap-8 border-t border-line p-5 sm:grid-cols-2">
        {listSiteMapLists(category, taxonomy).map((list) => (
          <SiteMapList key={list.href} list={list} taxonomy={taxonomy} />
        ))}
      </div>
    </details>
  );
}

/** The articles of a subcategory, or of a category that has none. */
type SiteMapPosts = {
  readonly name: string;
  readonly href: string;
  readonly postCount: number;
  readonly filter: { readonly subcategoryId: number } | { readonly categoryId: number };
};

function listSiteMapLists(category: Category, taxonomy: Taxonomy): readonly SiteMapPosts[] {
  const { id: categoryId, slug, name, postCount } = category;
  const lists = listSubcategoriesOf(category, taxonomy).map((subcategory) => ({
    name: subcategory.name,
    postCount: subcategory.postCount,
    href: formatSubcategoryAddress(subcategory, taxonomy),
    filter: { subcategoryId: subcategory.id },
  }));
  return lists.length > 0
    ? lists
    : [{ name, href: pages.category(slug), postCount, filter: { categoryId } }];
}

type SiteMapListProps = { readonly list: SiteMapPosts; readonly taxonomy: Taxonomy };

function SiteMapList({ list, taxonomy }: SiteMapListProps) {
  return (
    <section aria-label={list.name}>
      <h4 className="font-semibold">{list.name}</h4>
      <ul className="mt-2 text-sm">
        <NewestArticles list={list} taxonomy={taxonomy} />
        <li>
          <a
            href={list.href}
            aria-label={`View all: ${list.name}`}
            className="target py-1.5 font-semibold underline underline-offset-4"
          >
            View all
          </a>
        </li>
      </ul>
    </section>
  );
}

function NewestArticles({ list, taxonomy }: SiteMapListProps) {
  const { data, isPending } = useQuery(querySiteMapPosts(list));
  const count = Math.min(list.postCount, SITE_MAP_POSTS_PER_SUBCATEGORY);
  if (isPending) {
    return listPlaceholderKeys(count).map((key) => (
      <li key={key} data-placeholder aria-hidden="true">
        <span className="target w-3/4 py-1.5">
          <span className="placeholder-bar w-full">&nbsp;</span>
        </span>
      </li>
    ));
  }
  if (data === undefined || data.items.length === 0)
    return <li className="py-1.5 text-soft">No articles yet</li>;
  return data.items.map((post) => (
    <li key={post.id}>
      <a
        href={formatPostAddress(post, taxonomy)}
        className="target py-1.5 text-accent underline-offset-4 hover:underline"
      >
        {post.title}
      </a>
    </li>
  ));
}

function querySiteMapPosts({ filter }: SiteMapPosts) {
  return queries.listPosts({ ...filter, limit: SITE_MAP_POSTS_PER_SUBCATEGORY });
}
