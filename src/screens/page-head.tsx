import { createContext, useContext, useEffect } from 'react';
import type { Card } from '../site/cards.ts';
import { DEFAULT_ORIGIN } from '../site/site-info.ts';
import { formatPageDescription, formatPageTitle } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';
import type { ListSummary, Posting } from './page-metadata.ts';

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
  readonly list?: ListSummary | undefined;
  /** A listing that has feeds of its own. */
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

export type PageContextValue = {
  /** Scheme and host of the site, without a slash. */
  readonly origin: string;
  /** When the page was made: what relative ages count from, the same on server and browser. */
  readonly now: Date;
  /** On the server: called with each page's head while it is rendered. */
  readonly describePage?: ((head: PageHeadProps) => void) | undefined;
  /** In a browser: called with the head once it is shown, and with undefined once it is removed. */
  readonly showHead?: ((head: PageHeadProps | undefined) => void) | undefined;
};

export const PageContext = createContext<PageContextValue>({ origin: DEFAULT_ORIGIN, now: new Date(0) });

export function usePageContext(): PageContextValue {
  return useContext(PageContext);
}
