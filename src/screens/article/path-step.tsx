import { pages } from '../../site/addresses.ts';
import type { Post } from '../../site/entities.ts';
import { findCategoryOf, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';

const LINK = 'target underline underline-offset-4 hover:text-accent';

type PathStepProps = { readonly post: Post; readonly taxonomy: Taxonomy };

/** Where the article stands in its category's learning path, and what comes next; nothing where it is no part of it. */
export function PathStep({ post, taxonomy }: PathStepProps) {
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
          <a href={pages.category(category.slug)} className={LINK}>{`All articles in ${category.name}`}</a>
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
