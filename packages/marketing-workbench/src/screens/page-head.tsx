import { createContext, useContext, useEffect } from 'react';
import type { Card } from '../site/cards.ts';
import type { Author, Post } from '../site/entities.ts';
import type { Site } from '../site/site.ts';
import { formatPageLabel, formatPageTitle } from '../site/texts.ts';
import type { Crumb } from '../ui/breadcrumbs.tsx';

/** An article, guide or legacy post. */
export type Posting = {
  readonly type: 'Article' | 'BlogPosting' | 'NewsArticle';
  /** ISO 8601 with a time zone; the dates of legacy posts are unknown. */
  readonly publishedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  readonly checkedAt?: string | undefined;
  readonly tags?: Post['tags'];
  readonly cover?: Post['cover'];
  readonly section?: string | undefined;
  /** The summary, if the page shows it. */
  readonly summary?: string | undefined;
  /** Reading time in minutes, if the page shows it. */
  readonly readTime?: number | undefined;
  readonly wordCount: number;
  /** Slugs of the authors. */
  readonly authors?: readonly string[] | undefined;
};

/** The entries of a list that one page shows. */
export type ListSummary = {
  /** Position of the first entry in the whole list, from 1. */
  readonly start: number;
  readonly entries: readonly { readonly title: string; readonly address: string }[];
};

export type PageHeadProps = {
  readonly title: string;
  /** The title tag, if it is not the title with the site's name. */
  readonly seoTitle?: string | undefined;
  /** Number of the list page; left out on the first. */
  readonly page?: number | undefined;
  readonly description: string;
  /** Canonical path and query; left out until they are known. */
  readonly canonical?: string | undefined;
  /** The address of the original, if the page is a copy of it. */
  readonly original?: string | undefined;
  /** Whether search engines must not index it. */
  readonly isHidden?: boolean | undefined;
  /** The card of the page; that of the home page if left out. */
  readonly card?: Card;
  readonly crumbs?: readonly Crumb[];
  readonly posting?: Posting;
  /** Whether it has a Markdown version too; if left out, a page with a posting has one. */
  readonly isText?: boolean;
  /** Whom the page is about. */
  readonly author?: Author;
  readonly list?: ListSummary | undefined;
  readonly feeds?: { readonly name: string; readonly path: string } | undefined;
};

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';

/**
 * Describes the head of a page. `page-metadata.ts` adds what only machines read, so that the first
 * page doesn't load code for it.
 */
export function PageHead(props: PageHeadProps) {
  const { title, page = 1, description, canonical, isHidden } = props;
  const { origin, site, describePage, showHead } = usePageContext();
  describePage?.(props);
  useEffect(() => showHead?.(props));
  useEffect(() => () => showHead?.(undefined), [showHead]);
  return (
    <>
      <title>{props.seoTitle ?? formatPageTitle(title, site.name, page)}</title>
      <meta name="description" content={formatPageLabel(description, page)} />
      <meta
        name="robots"
        content={isHidden || canonical === undefined ? 'noindex, follow' : INDEXED}
      />
      {canonical !== undefined && (
        <link rel="canonical" href={props.original ?? `${origin}${canonical}`} />
      )}
    </>
  );
}

export type PageContextValue = {
  /** Scheme and host of the site, without a slash. */
  readonly origin: string;
  readonly site: Site;
  /** The time that relative ages count from, the same on server and browser. */
  readonly now: Date;
  /** Receives the page's head while the server renders it. */
  readonly describePage?: ((head: PageHeadProps) => void) | undefined;
  /** Receives the head when a browser shows it, and undefined when it is removed. */
  readonly showHead?: ((head: PageHeadProps | undefined) => void) | undefined;
};

export const PageContext = createContext<PageContextValue | undefined>(undefined);

export function usePageContext(): PageContextValue {
  const context = useContext(PageContext);
  if (context === undefined) throw new Error('There is no page context around this component.');
  return context;
}
