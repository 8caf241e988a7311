import { useEffect } from 'react';
import type { Card } from '../site/cards.ts';
import { formatPageDescription, formatPageTitle } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';
import { usePageContext } from './page-context.ts';
import type { Listing, Posting } from './structured-data.ts';

export type PageHeadProps = {
  readonly title: string;
  /** Of a list, where it is not the first. */
  readonly page?: number | undefined;
  readonly description: string;
  /** Path and query that the page is to be known by; left out while that is not known. */
  readonly canonical?: string | undefined;
  /** Whether search engines should leave it out. */
  readonly isHidden?: boolean;
  /** The picture that stands for the page. */
  readonly card?: Card;
  readonly type?: 'website' | 'article';
  /** The way to the page, as it shows it. */
  readonly crumbs?: readonly Crumb[];
  /** The text that the page shows. */
  readonly posting?: Posting;
  /** The entries of a list that the page shows. */
  readonly listing?: Listing | undefined;
  /** A shelf that has feeds of its own. */
  readonly feeds?: { readonly name: string; readonly path: string };
  /** Whether the page can also be had as Markdown. */
  readonly hasMarkdown?: boolean;
};

/** All that may be shown of a page that is to be found. */
const FOUND = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';

/**
 * The head of a page. What only machines read (social cards, feeds, structured data) is put into it around React, which
 * keeps the code for it off the first page: see `machine-head.ts`.
 */
export function PageHead(props: PageHeadProps) {
  const { title, page = 1, description, canonical, isHidden } = props;
  const { origin, describePage, showHead } = usePageContext();
  describePage?.(props);
  useEffect(() => showHead?.(props));
  useEffect(() => () => showHead?.(undefined), [showHead]);
  return (
    <>
      <title>{formatPageTitle(title, page)}</title>
      <meta name="description" content={formatPageDescription(description, page)} />
      <meta name="robots" content={isHidden || canonical === undefined ? 'noindex, follow' : FOUND} />
      {canonical !== undefined && <link rel="canonical" href={`${origin}${canonical}`} />}
    </>
  );
}
