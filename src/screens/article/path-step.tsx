import { useQuery } from '@tanstack/react-query';
import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import type { Category, Post } from '../../site/entities.ts';
import { findCategoryOf, formatPostAddress, type Sections } from '../../site/sections.ts';

const LINK = 'target underline underline-offset-4 hover:text-accent';

type PathStepProps = { readonly post: Post; readonly sections: Sections };

/** Where the article stands in its category's learning path, and what comes next; nothing where it is no part of it. */
export function PathStep({ post, sections }: PathStepProps) {
  const category = findCategoryOf(post, sections);
  return category === undefined ? null : <StepIn category={category} post={post} sections={sections} />;
}

function StepIn({ category, post, sections }: PathStepProps & { readonly category: Category }) {
  const { data } = useQuery(queries.findCategory(category.slug));
  const posts = data?.learningPath ?? [];
  const index = posts.findIndex(({ id }) => id === post.id);
  if (index === -1) return null;
  const next = posts[index + 1];
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
          {`Step ${index + 1} of ${posts.length} in ${category.name}`}
        </a>
      </p>
      <p className="mt-1 font-serif text-lg font-bold">
        {next === undefined ? (
          <a href={pages.category(category.slug)} className={LINK}>{`All articles in ${category.name}`}</a>
        ) : (
          <>
            Next:{' '}
            <a href={formatPostAddress(next, sections)} className={LINK}>
              {next.title}
            </a>
          </>
        )}
      </p>
    </nav>
  );
}
