import { Fragment } from 'react';
import { files, pages } from '../site/addresses.ts';
import { formatDate } from '../site/dates.ts';
import type { Post } from '../site/entities.ts';
import { findAuthors } from '../site/site.ts';
import { usePageContext } from './page-head.tsx';

/** Shows author and dates, the same as in the structured data. */
export function Byline({
  publishedAt,
  updatedAt,
  checkedAt,
  authors,
}: Pick<Post, 'publishedAt' | 'updatedAt' | 'checkedAt' | 'authors'>) {
  const { site } = usePageContext();
  const people = findAuthors(site, authors).map((author) => ({
    ...author,
    href: pages.author(author.slug),
  }));
  const signers =
    people.length > 0 ? people : [{ name: site.name, href: pages.home(), picture: undefined }];
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-4 text-sm text-soft">
      <span>
        By{' '}
        {signers.map(({ name, href, picture }, index) => (
          <Fragment key={href}>
            {index > 0 && ', '}
            <a href={href} rel="author" className="underline underline-offset-4 hover:text-accent">
              {picture !== undefined && (
                <img
                  src={files.media(picture)}
                  alt=""
                  width="32"
                  height="32"
                  className="me-1.5 inline size-8 rounded-full object-cover"
                />
              )}
              {name}
            </a>
          </Fragment>
        ))}
      </span>
      <BylineDate label="Published" date={publishedAt} />
      <BylineDate label="Updated" date={updatedAt} />
      <BylineDate label="Checked on" date={checkedAt} />
    </p>
  );
}

/** @param date In ISO 8601. Nothing is shown without it. */
export function BylineDate({ label, date }: { label: string; date: string | undefined }) {
  return (
    date !== undefined && (
      <span>
        {label} <time dateTime={date}>{formatDate(date)}</time>
      </span>
    )
  );
}
