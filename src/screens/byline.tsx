import { pages } from '../site/addresses.ts';
import { formatDate } from '../site/dates.ts';
import type { Post } from '../site/entities.ts';
import { usePageContext } from './page-head.tsx';

/** Author and dates, the same as in the structured data. */
export function Byline({
  publishedAt,
  updatedAt,
  checkedAt,
}: Pick<Post, 'publishedAt' | 'updatedAt' | 'checkedAt'>) {
  const { site } = usePageContext();
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 text-sm text-soft">
      <span>
        By{' '}
        <a href={pages.home()} rel="author" className="underline underline-offset-4 hover:text-accent">
          {site.name}
        </a>
      </span>
      <span>
        Published <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
      </span>
      {updatedAt !== undefined && (
        <span>
          Updated <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        </span>
      )}
      {checkedAt !== undefined && (
        <span>
          Checked on <time dateTime={checkedAt}>{formatDate(checkedAt)}</time>
        </span>
      )}
    </p>
  );
}
