import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { formatRelativeAge } from '../site/dates.ts';
import type { Category, PostSummary } from '../site/entities.ts';
import { MENU_CATEGORIES, PLACEHOLDERS } from '../site/limits.ts';
import type { SiteCategory } from '../site/settings.ts';
import {
  findThemeOf,
  formatCategoryLabel,
  formatPostAddress,
  type Taxonomy,
} from '../site/taxonomy.ts';
import { formatArticleCount } from '../site/texts.ts';
import { CardPlaceholders, listPlaceholderKeys } from '../ui/card-placeholders.tsx';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { CoverArt } from '../ui/cover/cover-art.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { RowPlaceholders } from '../ui/row-placeholders.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { NoArticles } from './no-articles.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import { type Screen, SHOWN } from './screen.ts';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';

const homeScreen: Screen = {
  load: async ({ client, site }) => {
    await Promise.all([
      loadTaxonomy(client, site),
      client.fetchQuery(queries.featuredPosts()),
      client.fetchQuery(queries.recentPosts()),
    ]);
    return SHOWN;
  },
  View: HomeScreen,
};

export { homeScreen as screen };

export function HomeScreen() {
  const { site } = usePageContext();
  const state = useTaxonomy();
  const hasNothing =
    state.kind === 'loaded' &&
    site.pages.length === 0 &&
    state.taxonomy.categories.every(({ postCount }) => postCount === 0);
  return (
    <>
      <PageHead title={site.hero.title} description={site.description} canonical={pages.home()} />
      <Hero />
      {hasNothing && (
        <HomeSection id="begin" title="Nothing published yet">
          <FirstSteps />
        </HomeSection>
      )}
      <HomeSection id="featured" title="Featured Articles" hasMore>
        <FeaturedGrid />
      </HomeSection>
      <HomeSection id="categories" title="Browse by Category">
        <CategoryGrid />
      </HomeSection>
      <HomeSection id="recent" title="Recent Articles" hasMore>
        <RecentList />
      </HomeSection>
    </>
  );
}

/** Shows what the owner of a new site does next. */
function FirstSteps() {
  return (
    <ol className="grid max-w-prose list-decimal gap-3 ps-6">
      <li>
        Write the first article: <code>npm run content -- new article</code> creates its file in{' '}
        <code>articles/</code> of the content folder, in the folder of its category.
      </li>
      <li>
        Take <code>draft: true</code> out of the file when the text is done.
      </li>
      <li>
        Publish it: <code>npm run content -- publish</code>. It is here when you reload this page.
      </li>
      <li>
        Write the name of the site, its words, categories and colours into <code>site.yaml</code> of
        the content folder.
      </li>
    </ol>
  );
}

function Hero() {
  const { hero, categories } = usePageContext().site;
  return (
    <section className="border-b border-line bg-sunken">
      <div className="page-width grid items-center gap-x-16 gap-y-8 py-8 sm:py-14 lg:grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))]">
        <div>
          <h1 tabIndex={-1} className="text-3xl">
            {hero.title}
          </h1>
          <p className="mt-4 max-w-xl text-lg text-soft sm:mt-5">{hero.text}</p>
          <div className="mt-6 flex flex-wrap gap-3 sm:mt-8">
            <LinkButton href="#featured">Read the featured articles</LinkButton>
            <LinkButton href="#categories" variant="secondary">
              Browse by category
            </LinkButton>
          </div>
        </div>
        <nav aria-label="Categories">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-3 sm:gap-4">
            {categories.slice(0, MENU_CATEGORIES).map((category) => (
              <li key={category.slug}>
                <CategoryTile category={category} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  );
}

function CategoryTile({ category: { slug, name, icon } }: { category: SiteCategory }) {
  return (
    <a
      href={pages.category(slug)}
      data-category={slug}
      className="group block overflow-hidden rounded-md border border-line bg-panel no-underline shadow-card hover:border-edge"
    >
      <CoverArt category={slug} slug={name} className="aspect-[5/2]" />
      <span className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm font-semibold group-hover:underline">
        <CategoryIcon icon={icon} className="size-5 shrink-0 text-(--category)" />
        {name}
      </span>
    </a>
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

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-4';

function CategoryGrid() {
  const state = useTaxonomy();
  if (state.kind === 'loading') return <CategoryPlaceholders />;
  if (state.kind === 'failed') return <NoArticles />;
  return (
    <ul className={GRID}>
      {state.taxonomy.categories.map((category) => (
        <li key={category.id}>
          <CategoryCard category={category} />
        </li>
      ))}
    </ul>
  );
}

function CategoryCard({ category }: { category: Category }) {
  return (
    <article
      data-category={category.slug}
      className="group relative flex h-full flex-col rounded-md border border-t-4 border-line border-t-(--category) bg-panel p-6 shadow-card transition-shadow duration-quick hover:shadow-raised"
    >
      <CategoryIcon icon={category.icon} className="size-8 text-(--category)" />
      <h3 className="mt-4 text-lg">
        <a
          href={pages.category(category.slug)}
          className="no-underline after:absolute after:inset-0 group-hover:underline"
        >
          {category.name}
        </a>
      </h3>
      <p className="mt-2 text-sm text-soft">{category.description}</p>
      <p className="mt-auto pt-4 text-sm font-semibold">{formatArticleCount(category.postCount)}</p>
    </article>
  );
}

function CategoryPlaceholders() {
  return (
    <ul className={GRID} aria-hidden="true">
      {listPlaceholderKeys(PLACEHOLDERS.categories).map((key) => (
        <li
          key={key}
          data-placeholder
          className="rounded-md border border-t-4 border-line bg-panel p-6"
        >
          <div className="placeholder-bar size-8" />
          <div className="placeholder-bar mt-4 h-6 w-1/2" />
          <div className="placeholder-bar mt-4 h-4 w-full" />
          <div className="placeholder-bar mt-2 h-4 w-11/12" />
          <div className="placeholder-bar mt-2 h-4 w-2/3" />
          <div className="placeholder-bar mt-6 h-4 w-1/3" />
        </li>
      ))}
    </ul>
  );
}

const LIST = 'grid gap-x-12 lg:grid-cols-2';

function RecentList() {
  const state = useTaxonomy();
  const { data: posts, isError } = useQuery(queries.recentPosts());
  if (isError || state.kind === 'failed' || posts?.length === 0) return <NoArticles />;
  if (posts === undefined || state.kind === 'loading')
    return <RowPlaceholders count={PLACEHOLDERS.recent} className={LIST} />;
  return (
    <ul className={LIST}>
      {posts.map((post) => (
        <li key={post.id}>
          <RecentItem post={post} taxonomy={state.taxonomy} />
        </li>
      ))}
    </ul>
  );
}

function RecentItem({ post, taxonomy }: { post: PostSummary; taxonomy: Taxonomy }) {
  const { now } = usePageContext();
  return (
    <article
      data-category={findThemeOf(post, taxonomy)}
      className="group relative grid gap-x-6 border-t border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <CoverArt
        category={findThemeOf(post, taxonomy)}
        slug={post.slug}
        picture={post.cover?.html}
        className="aspect-video rounded-sm max-sm:hidden"
      />
      <div>
        <h3 className="text-lg">
          <a
            href={formatPostAddress(post, taxonomy)}
            className="no-underline after:absolute after:inset-0 group-hover:underline"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{post.excerpt}</p>
        <p className="mt-2 flex flex-wrap gap-x-3 text-xs text-soft">
          <span className="font-bold text-(--category)">{formatCategoryLabel(post, taxonomy)}</span>
          <time dateTime={post.publishedAt}>{formatRelativeAge(post.publishedAt, now)}</time>
          <span>{post.readTime} min read</span>
        </p>
      </div>
    </article>
  );
}

type HomeSectionProps = {
  readonly id: string;
  readonly title: string;
  /** Whether a link to all articles is next to the title. */
  readonly hasMore?: boolean;
  readonly children: ReactNode;
};

function HomeSection({ id, title, hasMore = false, children }: HomeSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="page-width pt-14">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {hasMore && (
          <a
            href={pages.articles()}
            className="target py-2 font-semibold text-accent underline underline-offset-4"
            aria-label={`View All: ${title}`}
          >
            View All
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
