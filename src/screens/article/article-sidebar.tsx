import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import type { PostSummary } from '../../site/entities.ts';
import { formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { formatViews } from '../../site/texts.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import type { Heading } from './headings.ts';
import { TableOfContents } from './table-of-contents.tsx';

type ArticleSidebarProps = { readonly taxonomy: Taxonomy; readonly headings: readonly Heading[] };

/** A long text's contents follow along beside it; what else there is to read comes where the text ends. */
export function ArticleSidebar({ taxonomy, headings }: ArticleSidebarProps) {
  return (
    <aside aria-label="More to read" className="no-print flex flex-col gap-10 text-sm">
      {headings.length > 0 && (
        <div className="grow max-lg:hidden">
          <TableOfContents headings={headings} form="beside" />
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
            <PopularArticle post={post} href={formatPostAddress(post, taxonomy)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type PopularArticleProps = { readonly post: Pick<PostSummary, 'title' | 'popular'>; readonly href: string };

function PopularArticle({ post, href }: PopularArticleProps) {
  const views = formatViews(post.popular);
  return (
    <>
      <a href={href} className="target font-semibold no-underline hover:text-accent">
        {post.title}
      </a>
      {views !== undefined && <p className="mt-1 text-xs text-soft">{views}</p>}
    </>
  );
}
