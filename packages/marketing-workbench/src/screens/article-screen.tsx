import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { endpoints } from '../contract/endpoints.ts';
import { queries } from '../contract/queries.ts';
import { pages } from '../site/addresses.ts';
import { createPostCard } from '../site/cards.ts';
import type { Post } from '../site/entities.ts';
import { RELATED_COUNT, VIEW_AFTER_MS } from '../site/limits.ts';
import {
  findCategoryOf,
  findSubcategoryOf,
  findThemeOf,
  formatCategoryLabel,
  formatPostAddress,
  formatSubcategoryAddress,
  type Taxonomy,
} from '../site/taxonomy.ts';
import { cutExcerpt, formatViews } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';
import { CardPlaceholders, TextPlaceholder } from '../ui/card-placeholders.tsx';
import { CategoryIcon } from '../ui/category-icon.tsx';
import { CoverArt } from '../ui/cover/cover-art.tsx';
import { Prose } from '../ui/prose.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { Byline } from './byline.tsx';
import { countEvent, findArrival } from './count-event.ts';
import type { Posting } from './page-head.tsx';
import { PageHead, usePageContext } from './page-head.tsx';
import {
  type LoadRequest,
  NOT_FOUND,
  type Outcome,
  type Screen,
  type ScreenProps,
  SHOWN,
} from './screen.ts';
import { ShareLinks } from './share-links.tsx';
import { type ContentsEntry, listContents, TableOfContents } from './table-of-contents.tsx';
import { loadTaxonomy, useTaxonomy } from './taxonomy.ts';
import { useChecklists } from './use-checklists.ts';

const articleScreen: Screen = { load: loadArticle, View: ArticleScreen };

export { articleScreen as screen };

export function ArticleScreen({ params, NotFound }: ScreenProps) {
  const state = useTaxonomy();
  const { data: post, isPending } = useQuery(queries.findPost(params.slug));
  if (isPending || state.kind === 'loading') return <ArticlePlaceholder />;
  if (state.kind === 'failed' || !post) return <NotFound params={params} notice={NOTICE} />;
  return <ArticlePage key={post.slug} post={post} taxonomy={state.taxonomy} />;
}

const NOTICE = {
  title: 'Article Not Found',
  text: "The article you're looking for doesn't exist or has been moved.",
  more: { href: pages.articles(), label: 'Browse All Articles' },
};

function ArticlePlaceholder() {
  return (
    <>
      <PageHead title="Article" description="" />
      <TextPlaceholder hasCover />
    </>
  );
}

/** Loads the article with this slug, or redirects to it if it has another path. */
export async function loadArticle({ client, params, site }: LoadRequest): Promise<Outcome> {
  const [taxonomy, post] = await Promise.all([
    loadTaxonomy(client, site),
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

type PostProps = { readonly post: Post; readonly taxonomy: Taxonomy };

export function ArticlePage({ post, taxonomy }: PostProps) {
  const { origin } = usePageContext();
  useViewCount(post.id);
  useChecklists(post);
  const headings = useMemo(() => listContents(post.content), [post.content]);
  const address = formatPostAddress(post, taxonomy);
  return (
    <BreadcrumbPage
      title={post.title}
      seoTitle={post.seoTitle}
      description={post.metaDescription}
      path={address}
      original={post.canonical}
      isHidden={post.noindex}
      parents={listParents(post, taxonomy)}
      card={createPostCard(post, taxonomy)}
      posting={createArticlePosting(post, taxonomy)}
    >
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <ArticleHeader post={post} taxonomy={taxonomy} />
          <TableOfContents headings={headings} form="folded" />
          <Prose
            html={post.content}
            source={endpoints.post.address({ slug: post.slug })}
            origin={origin}
          />
          <p className="print-only">{`${origin}${address}`}</p>
          {post.tags !== undefined && (
            <ul aria-label="Tags" className="mt-10 flex flex-wrap gap-x-4 text-sm">
              {post.tags.map(({ name, slug }) => (
                <li key={name}>
                  {slug === undefined ? (
                    name
                  ) : (
                    <a href={pages.tag(slug)} className={LINK}>
                      {name}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )}
          <NextStep post={post} taxonomy={taxonomy} />
          {post.id > 0 && <ShareLinks url={`${origin}${address}`} title={post.title} />}
          <NeighbourLinks post={post} taxonomy={taxonomy} />
        </article>
        <ArticleSidebar taxonomy={taxonomy} headings={headings} />
      </div>
      <RelatedArticles postId={post.id} taxonomy={taxonomy} />
    </BreadcrumbPage>
  );
}

function createArticlePosting(post: Post, taxonomy: Taxonomy): Posting {
  const isNews = findThemeOf(post, taxonomy) === taxonomy.site.news?.slug;
  const section = formatCategoryLabel(post, taxonomy);
  return { ...post, type: isNews ? 'NewsArticle' : 'BlogPosting', section, summary: post.excerpt };
}

function listParents(post: Post, taxonomy: Taxonomy): readonly Crumb[] {
  const category = findCategoryOf(post, taxonomy);
  const subcategory = findSubcategoryOf(post, taxonomy);
  return [
    ...(category ? [{ label: category.name, href: pages.category(category.slug) }] : []),
    ...(subcategory
      ? [{ label: subcategory.name, href: formatSubcategoryAddress(subcategory, taxonomy) }]
      : []),
  ];
}

function ArticleHeader({ post, taxonomy }: PostProps) {
  const category = findCategoryOf(post, taxonomy);
  const theme = findThemeOf(post, taxonomy);
  return (
    <header data-category={theme} className="mb-8 max-w-(--container-prose)">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
        {category !== undefined && (
          <a
            href={pages.category(category.slug)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-panel px-4 font-semibold text-ink no-underline hover:border-edge"
          >
            <CategoryIcon icon={category.icon} className="size-4 text-(--category)" />
            {category.name}
          </a>
        )}
        <span>{post.readTime} min read</span>
      </p>
      <h1 tabIndex={-1} className="mt-4 text-3xl">
        {post.title}
      </h1>
      <p className="mt-4 text-lg text-soft">{post.excerpt}</p>
      <Byline {...post} />
      <CoverArt
        category={theme}
        slug={post.slug}
        picture={post.cover?.html.replace('g="lazy"', 'g="eager"')}
        className={`mt-6 rounded-md ${post.cover === undefined ? 'article-cover aspect-[5/2]' : 'aspect-video'}`}
      />
    </header>
  );
}

const LINK = 'target underline underline-offset-4 hover:text-accent';

function NextStep({ post, taxonomy }: PostProps) {
  const category = findCategoryOf(post, taxonomy);
  if (category === undefined || post.pathStep === undefined) return null;
  const { number, total, next } = post.pathStep;
  return (
    <nav
      aria-label="Learning path"
      data-category={category.slug}
      className="no-print mt-10 max-w-(--container-prose) rounded-md border border-line bg-sunken p-5"
    >
      <p className="text-sm">
        <a
          href={pages.learningPath(category.slug)}
          className="target font-semibold text-(--category) no-underline hover:underline"
        >
          {`Step ${number} of ${total} in ${category.name}`}
        </a>
      </p>
      <p className="mt-1 font-serif text-lg font-bold">
        {next === undefined ? (
          <a
            href={pages.category(category.slug)}
            className={LINK}
          >{`All articles in ${category.name}`}</a>
        ) : (
          <>
            Next:{' '}
            <a href={formatPostAddress(next, taxonomy)} className={LINK}>
              {next.title}
            </a>
          </>
        )}
      </p>
    </nav>
  );
}

function NeighbourLinks({ post, taxonomy }: PostProps) {
  if (post.previous === undefined && post.next === undefined) return null;
  const label = formatCategoryLabel(post, taxonomy);
  const neighbours = [
    ['Older', post.previous],
    ['Newer', post.next],
  ] as const;
  return (
    <nav
      aria-label="Older and newer articles"
      className="no-print mt-10 grid max-w-(--container-prose) gap-4 sm:grid-cols-2"
    >
      {neighbours.map(([age, neighbour]) =>
        neighbour === undefined ? (
          <span key={age} className="max-sm:hidden" />
        ) : (
          <a
            key={age}
            href={formatPostAddress({ ...post, slug: neighbour.slug }, taxonomy)}
            className="group rounded-md border border-line bg-panel p-4 no-underline hover:border-edge"
          >
            <span className="block text-xs font-bold uppercase tracking-wider text-soft">{`${age} in ${label}`}</span>
            <span className="mt-1 block font-serif font-bold group-hover:underline">
              {neighbour.title}
            </span>
          </a>
        ),
      )}
    </nav>
  );
}

function ArticleSidebar({
  taxonomy,
  headings,
}: {
  taxonomy: Taxonomy;
  headings: readonly ContentsEntry[];
}) {
  return (
    <aside aria-label="More to read" className="no-print flex flex-col gap-10 text-sm">
      {headings.length > 0 && (
        <div className="grow max-lg:hidden">
          <TableOfContents headings={headings} form="sidebar" />
        </div>
      )}
      <section aria-label="Categories">
        <h2 className="text-lg">Categories</h2>
        <ul className="mt-3">
          {taxonomy.categories.map((category) => (
            <li key={category.id} className="border-t border-line">
              <a
                href={pages.category(category.slug)}
                className="flex min-h-11 items-center gap-3 py-2 no-underline hover:text-accent"
              >
                <CategoryIcon icon={category.icon} className="size-4 text-accent" />
                <span className="grow">{category.name}</span>
                <span className="text-soft">{category.postCount}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <PopularArticles taxonomy={taxonomy} />
    </aside>
  );
}

function PopularArticles({ taxonomy }: { taxonomy: Taxonomy }) {
  const { data: posts = [] } = useQuery(queries.popularPosts());
  if (posts.length === 0) return null;
  return (
    <section aria-label="Popular Articles">
      <h2 className="text-lg">Popular Articles</h2>
      <ul className="mt-3">
        {posts.map((post) => (
          <li key={post.id} className="border-t border-line py-3">
            <a
              href={formatPostAddress(post, taxonomy)}
              className="target font-semibold no-underline hover:text-accent"
            >
              {post.title}
            </a>
            <ViewCount count={post.popular} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ViewCount({ count }: { count: number | undefined }) {
  const views = formatViews(count);
  return views !== undefined && <p className="mt-1 text-xs text-soft">{views}</p>;
}

function RelatedArticles({ postId, taxonomy }: { postId: number; taxonomy: Taxonomy }) {
  const { data: posts, isPending } = useQuery(queries.relatedPosts(postId));
  if (!isPending && (posts === undefined || posts.length === 0)) return null;
  return (
    <section aria-label="Related Articles" className="no-print mt-16 border-t border-line pt-10">
      <h2 className="mb-6 text-2xl">Related Articles</h2>
      {posts === undefined ? (
        <CardPlaceholders count={RELATED_COUNT} />
      ) : (
        <ArticleGrid
          posts={posts.map((post) => ({ ...post, excerpt: cutExcerpt(post.excerpt) }))}
          taxonomy={taxonomy}
        />
      )}
    </section>
  );
}

/** Counts a view once the article has been visible for three seconds without interruption. */
function useViewCount(postId: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSent = false;
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible' || isSent) return;
      timer = setTimeout(() => {
        isSent = true;
        countEvent({ id: postId, ...findReferral() });
      }, VIEW_AFTER_MS);
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [postId]);
}

/** Returns where the reader came from; nothing if from this site. */
function findReferral() {
  const arrival = findArrival();
  if (arrival === undefined || arrival.from === location.origin) return {};
  return { from: arrival.from, source: arrival.searchParams.get('utm_source') ?? undefined };
}
