import { pages } from '../../site/addresses.ts';
import type { Post } from '../../site/entities.ts';
import { findCategoryOf, findThemeOf, type Taxonomy } from '../../site/taxonomy.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { Byline } from '../byline.tsx';

export function ArticleHeader({ post, taxonomy }: { post: Post; taxonomy: Taxonomy }) {
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
      <Byline publishedAt={post.publishedAt} updatedAt={post.updatedAt} />
      <CoverArt category={theme} slug={post.slug} className="article-cover mt-6 aspect-[5/2] rounded-md" />
    </header>
  );
}
