import { createContext, useContext } from 'react';
import { DEFAULT_ORIGIN } from '../site/site-info.ts';
import type { PageHeadProps } from './page-head.tsx';

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
